/// The epoch of the database out of which a request is answered.
///
/// What is read and written for a request belongs to one epoch: once the database has been replaced, the rest of a request
/// that began before is refused, so that no answer is made of two states.
package enum AnswerEpoch {
    /// Answers something out of one epoch; nil out of any.
    ///
    /// - Parameters:
    ///   - epoch: The epoch.
    ///   - caller: Whom it is answered for; as before if nil.
    ///   - isolation: Where the body runs.
    ///   - body: Answers.
    /// - Returns: What the body returns.
    package static func during<Value>(
        _ epoch: UInt64?, for caller: (any DatabaseCaller)? = nil, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        var task = DatabaseTask.current
        (task.caller, task.epoch) = (caller ?? task.caller, epoch)
        return try await DatabaseTask.$current.withValue(task, operation: body)
    }

    /// The refusal of what began before the database was replaced.
    package static var refusal: ConsoleError {
        ConsoleError(
            .unavailable, "The console was reset, or a snapshot restored, before this was answered; send it again.",
            headers: ["Retry-After": "1"])
    }
}
