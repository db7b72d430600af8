/// A customer group of a test's own, with user, app and profile (Sandboxes).
///
/// Its journal, faults, clock and scenarios are its own, and its administrator sees nothing else. So tests may run side by
/// side, with the same device in each.
public struct Sandbox: MockSurface {
    /// Its id.
    public let id: String
    /// Where it is, and what one signs in with.
    public let access: ConsoleAccess

    init(_ answer: JSONValue) throws {
        guard case .object(let members) = answer, let id = members["id"] else {
            throw MockUEMError("The console answered no sandbox: \(answer)")
        }
        self.id = id.string ?? "\(id)"
        access = ConsoleAccess(members.compactMapValues(\.string))
    }

    /// What it had at first: the devices are gone, and the journal is empty.
    public func reset() async throws {
        try await call("POST", "/_mock/sandboxes/\(ControlClient.escaped(id))/reset")
    }
}

extension MockUEM {
    /// Lends a sandbox for the time of a closure.
    ///
    /// ```swift
    /// try await mock.sandbox { sandbox in
    ///     try await app.signIn(at: sandbox.access)
    ///     try await sandbox.verify(.post("/deviceservices/**"), atLeast: 1)
    /// }
    /// ```
    ///
    /// Nothing of it stays, also if the closure throws or its task is cancelled.
    ///
    /// - Parameters:
    ///   - options: What is asked of it: members of the body of `POST /_mock/sandboxes`.
    ///   - isolation: Where the closure runs: with the caller.
    ///   - body: What is done with it.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws; ``MockUEMError`` if the console refuses.
    @discardableResult
    public func sandbox<Value>(
        _ options: JSONValue = [:], isolation: isolated (any Actor)? = #isolation,
        _ body: (Sandbox) async throws -> Value
    ) async throws -> Value {
        let sandbox = try await makeSandbox(options)
        return try await BackgroundWork.after {
            try await body(sandbox)
        } cleanUp: {
            try await removeSandbox(sandbox)
        }
    }

    /// Makes a sandbox that stays until it is removed: for suites that are no closure.
    public func makeSandbox(_ options: JSONValue = [:]) async throws -> Sandbox {
        try Sandbox(await call("POST", "/_mock/sandboxes", options))
    }

    /// Removes a sandbox with everything in it.
    public func removeSandbox(_ sandbox: Sandbox) async throws {
        try await call("DELETE", "/_mock/sandboxes/\(ControlClient.escaped(sandbox.id))")
    }
}
