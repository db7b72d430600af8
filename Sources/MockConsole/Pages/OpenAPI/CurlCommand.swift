import DeviceProtocol

/// The command of an operation for people to copy: its call, and before it those that make what it is about.
///
/// It is made of the examples of the description and of `x-command` (``CurlRecipe``), and needs nothing but a shell,
/// curl and sed, and the variables with tokens that the page names.
struct CurlCommand: Sendable {
    /// The command, over several lines.
    let text: String

    /// The command for a console.
    ///
    /// - Parameters:
    ///   - operation: The operation to call.
    ///   - description: The description that has the operation.
    ///   - target: The console.
    ///   - authority: The file with the console's own authority, which HTTPS needs; nil if it has none.
    init(
        _ operation: APIDescription.Operation, in description: APIDescription, at target: CurlTarget,
        trusting authority: String?
    ) {
        let place = CurlCall.Place(target: target, authority: authority)
        var script = Script(description: description, place: place)
        script.add(operation, operation.recipe)
        text = script.text
    }

    /// The lines of a command while it is made.
    private struct Script {
        let description: APIDescription
        let place: CurlCall.Place
        private var lines: [String] = []
        /// What the shell knows: `NEW` is a number that nobody had before, for names and identifiers.
        private var variables: Set<String> = [Self.new]

        private static let new = "NEW"

        init(description: APIDescription, place: CurlCall.Place) {
            self.description = description
            self.place = place
        }

        var text: String {
            let lines = lines.joined(separator: "\n")
            return lines.contains("$\(Self.new)") ? "\(Self.new)=$(date +%s)$$\n\(lines)" : lines
        }

        /// Adds the steps of an operation and its own call.
        mutating func add(_ operation: APIDescription.Operation, _ recipe: CurlRecipe) {
            prepare(recipe)
            lines.append(call(operation, recipe, isStep: false))
        }

        private mutating func prepare(_ recipe: CurlRecipe) {
            if let source = operation(recipe.input) { prepare(source.recipe) }
            for step in recipe.first {
                if let variable = step.variable, variables.contains(variable) { continue }
                guard let operation = operation(step.operation) else { continue }
                let recipe = operation.recipe.asStep(step.changes)
                prepare(recipe)
                lines.append(Self.keep(call(operation, recipe, isStep: true), of: step))
                if let variable = step.variable { variables.insert(variable) }
            }
        }

        private func operation(_ id: String?) -> APIDescription.Operation? {
            description.operations.first { $0.id == id }
        }

        /// A call with what writes its body.
        private func call(_ operation: APIDescription.Operation, _ recipe: CurlRecipe, isStep: Bool) -> String {
            let source = self.operation(recipe.input).map { call($0, $0.recipe, isStep: true) } ?? recipe.input
            let own = CurlCall(
                operation, recipe, in: description, at: place, variables: variables, isSilent: isStep
            ).text
            return source.map { "\($0) |\n\(own)" } ?? own
        }

        /// A call of which the shell keeps what a step takes.
        private static func keep(_ call: String, of step: CurlRecipe.Step) -> String {
            guard let variable = step.variable else {
                let once = "\(call) > /dev/null"
                guard let times = step.times else { return once }
                return "for TIME in $(seq \(times)); do\n  \(once.replacing("\n", with: "\n  "))\ndone"
            }
            guard let first = step.member.first else { return "\(variable)=$(\(call))" }
            let before = first.isLetter ? #""\#(step.member)":"?"# : step.member
            return "\(variable)=$(\(call) |\n  sed -nE 's|.*\(before)([^\",/}]+).*|\\1|p')"
        }
    }
}

extension APIDescription.Operation {
    /// How its command differs from the examples.
    fileprivate var recipe: CurlRecipe { CurlRecipe(command) }
}
