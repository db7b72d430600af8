/// What a test does with a console, or with a sandbox of it.
///
/// A ``MockUEM`` speaks as the console's administrator; a ``Sandbox`` as its own, who sees and changes nothing else.
public protocol MockSurface: Sendable {
    /// Where it is, and what one signs in with.
    var access: ConsoleAccess { get }
}

extension MockSurface {
    /// Its administrator's way to the console.
    var client: ControlClient { ControlClient(origin: access.http, token: access.adminToken) }

    /// Calls a route below `/_mock` or `/api`, for what has no method here.
    ///
    /// ```swift
    /// let users = try await mock.call("GET", "/_mock/users?name=demo")
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: Path and query, escaped.
    ///   - body: A body of JSON.
    /// - Returns: The JSON of the answer; null if it has no body.
    /// - Throws: ``MockUEMError`` with the console's reason if it refuses.
    @discardableResult
    public func call(_ method: String, _ target: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        try await client.json(method, target, body)
    }
}
