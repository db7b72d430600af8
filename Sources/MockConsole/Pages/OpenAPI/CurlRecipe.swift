import DeviceProtocol

/// How the command of an operation differs from its examples: `x-command` in the description of the API.
struct CurlRecipe: Sendable {
    /// A call that makes what the command is about, or finds it.
    struct Step: Sendable {
        /// The variable of the shell that gets what is taken from the answer; nil if nothing is.
        let variable: String?
        let operation: String
        /// The member of the answer that is taken, or what stands before its value; empty for the whole answer.
        let member: String
        /// How often it is called; nil for once.
        let times: String?
        /// What is different in this step.
        let changes: CurlRecipe

        /// Reads `OPERATION`, `VARIABLE OPERATION`, `VARIABLE OPERATION MEMBER`, or an object.
        init(_ value: JSONValue) {
            let words = value.text?.split(separator: " ").map(String.init) ?? []
            operation = value["call"]?.text ?? words.dropFirst().first ?? words.first ?? ""
            variable = value["set"]?.text ?? (words.count > 1 ? words.first : nil)
            member = value["take"]?.text ?? words.dropFirst(2).first ?? ""
            times = value["times"].map { String(decoding: $0.encoded(), as: UTF8.self) }
            changes = CurlRecipe(value)
        }
    }

    /// What comes before it, in order.
    let first: [Step]
    /// Parameters and members of the body with other values than those of the examples.
    private(set) var values: [JSONMember]
    /// Further ones where the command is a step of another one.
    private(set) var again: [JSONMember]
    /// The body instead of the example.
    private(set) var body: JSONValue?
    /// What writes the body to its output: an operation, or a command of the shell.
    private(set) var input: String?
    /// The variable with the token of a device, if it is not that of the device of the login.
    private(set) var token: String?
    /// Fields of the header.
    private(set) var headers: [JSONMember]

    /// Reads what a description says; nothing is different if it says nothing.
    init(_ value: JSONValue?) {
        first = value?["first"]?.elements.map(Step.init) ?? []
        values = value?["with"]?.members ?? []
        again = value?["again"]?.members ?? []
        body = value?["body"]
        input = value?["input"]?.text
        token = value?["token"]?.text
        headers = value?["headers"]?.members ?? []
    }

    /// The recipe where it is a step of another command.
    func asStep(_ changes: CurlRecipe) -> CurlRecipe {
        var recipe = self
        recipe.values = values.overridden(by: again).overridden(by: changes.values)
        recipe.headers = headers.overridden(by: changes.headers)
        recipe.body = changes.body ?? body
        recipe.input = changes.input ?? input
        recipe.token = changes.token ?? token
        return recipe
    }

    /// The value of a parameter, if it has another one.
    subscript(parameter: String) -> JSONValue? { values.first { $0.name == parameter }?.value }
}

extension [JSONMember] {
    /// Members with the values of others, which follow if they are new.
    func overridden(by others: [JSONMember]) -> [JSONMember] {
        map { own in others.last { $0.name == own.name } ?? own }
            + others.filter { other in !contains { $0.name == other.name } }
    }
}
