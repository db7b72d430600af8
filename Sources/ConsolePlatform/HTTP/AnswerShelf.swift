import NIOConcurrencyHelpers

/// Answers that are always the same, each made when somebody first asks for it.
package final class AnswerShelf: Sendable {
    /// More would be names that somebody makes up.
    private static let limit = 1024

    private let answers = NIOLockedValueBox<[String: ConstantAnswer]>([:])

    /// An empty shelf.
    package init() {}

    /// An answer.
    ///
    /// - Parameters:
    ///   - name: What it is called; whoever asks for it while it is made waits for it.
    ///   - make: Makes it.
    /// - Returns: The answer.
    /// - Throws: What making it throws.
    package func answer(_ name: String, _ make: () throws -> ConstantAnswer) rethrows -> ConstantAnswer {
        try answers.withLockedValue { answers in
            if let answer = answers[name] { return answer }
            let answer = try make()
            if answers.count >= Self.limit { answers = [:] }
            answers[name] = answer
            return answer
        }
    }
}
