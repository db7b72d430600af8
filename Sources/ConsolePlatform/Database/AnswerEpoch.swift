/// The epoch of the database out of which a request is answered.
///
/// What is read and written for a request belongs to one epoch: once the database has been replaced, the rest of a request
/// that began before is refused, so that no answer is made of two states.
package enum AnswerEpoch {
    @TaskLocal private static var expected: UInt64?

    /// Answers something out of one epoch; nil out of any.
    package static func during<Value>(
        _ epoch: UInt64?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await $expected.withValue(epoch, operation: body)
    }

    /// The epoch that counts for the running task; nil for any.
    static var current: UInt64? { expected }

    /// The refusal of what began before the database was replaced.
    static var refusal: ConsoleError {
        ConsoleError(
            .unavailable, "The console was reset, or a snapshot restored, before this was answered; send it again.",
            headers: ["Retry-After": "1"])
    }
}
