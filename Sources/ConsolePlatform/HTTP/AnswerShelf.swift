/// Answers that are always the same, each made when somebody first asks for it.
///
/// It is an actor, so that those who wait for one that is being made hold no thread meanwhile.
package actor AnswerShelf {
    /// More would be names that somebody makes up.
    private static let limit = 1024

    private var answers: [String: ConstantAnswer] = [:]

    /// An empty shelf.
    package init() {}

    /// An answer.
    ///
    /// - Parameters:
    ///   - name: What it is called; whoever asks for it while it is made waits for it.
    ///   - make: Makes it.
    /// - Returns: The answer.
    /// - Throws: What making it throws.
    package func answer(_ name: String, _ make: @Sendable () throws -> ConstantAnswer) rethrows -> ConstantAnswer {
        if let answer = answers[name] { return answer }
        let answer = try make()
        if answers.count >= Self.limit { answers = [:] }
        answers[name] = answer
        return answer
    }
}
