/// For whom a task reads and writes: those who have to wait for the database take turns by it.
package protocol DatabaseCaller: Sendable {
    /// The tier of its key, which may be known sooner.
    var tier: ClientKey.Tier { get }
    /// The client as it is known at this moment.
    var key: ClientKey { get }
    /// Whether nobody waits for the answer any more.
    var hasLeft: Bool { get }
    /// Whether it asks to delete something, which is possible on a full disk, too.
    var isDeleting: Bool { get }
}

extension DatabaseCaller {
    package var tier: ClientKey.Tier { key.tier }
    package var isDeleting: Bool { false }
}

/// The caller of the running task.
package enum DatabaseCallers {
    /// Does something for a caller, or for the console itself.
    package static func during<Value>(
        _ caller: (any DatabaseCaller)?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        var task = DatabaseTask.current
        task.caller = caller
        return try await DatabaseTask.$current.withValue(task, operation: body)
    }

    /// Does something whose writes make room by deleting, so that they may use the reserve of a full disk.
    ///
    /// For deletions other than those of the method DELETE.
    package static func deleting<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        var task = DatabaseTask.current
        task.isDeletion = true
        return try await DatabaseTask.$current.withValue(task, operation: body)
    }

    /// Whom the running task reads and writes for; nil for the console itself.
    package static var current: (any DatabaseCaller)? { DatabaseTask.current.caller }

    /// Whether nobody waits for the answer of the running task any more.
    package static var hasLeft: Bool { current?.hasLeft ?? false }

    /// What is refused since its client left before its turn came.
    package static var departure: ConsoleError {
        ConsoleError(.unavailable, "The client left before it was its turn; nothing was changed.")
    }
}
