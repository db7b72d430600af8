/// Work that does not end with the task that began it.
///
/// Everywhere else a task waits for its children. Here it cannot: a console that a test has started goes on when the call
/// has returned, and what a test has made is removed also when its task was cancelled.
enum BackgroundWork {
    /// Begins work that goes on by itself.
    static func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task { await work() }
    }

    /// Begins to make something that several wait for; one of them being cancelled does not matter to the others.
    static func make<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        Task { try await work() }
    }

    /// Does work to its end, though the caller may have been cancelled.
    static func finish(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await Task { try await work() }.value
    }

    /// Runs a body, and cleans up after it in any case: its end, an error, a cancellation.
    ///
    /// - Throws: What the body throws, else what the clean-up throws.
    static func after<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value,
        cleanUp: @escaping @Sendable () async throws -> Void
    ) async throws -> Value {
        let value: Value
        do {
            value = try await body()
        } catch {
            try? await finish(cleanUp)
            throw error
        }
        try await finish(cleanUp)
        return value
    }
}
