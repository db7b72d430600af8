public import Foundation

/// A request as the simulated client hands it to a transport.
public struct ClientRequest: Sendable {
    /// `GET`, `POST`, `HEAD`.
    public var method: String
    /// Path and query as they go on the wire.
    public var target: String
    /// Header fields in order.
    public var headers: [(name: String, value: String)]
    /// The body; empty for none.
    public var body: Data

    /// A request.
    public init(method: String, target: String, headers: [(name: String, value: String)] = [], body: Data = Data()) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }
}

/// An answer as a transport hands it back.
public struct ClientResponse: Sendable {
    /// HTTP status.
    public var status: Int
    /// Header fields; names in lower case.
    public var headers: [String: String]
    /// The whole body.
    public var body: Data

    /// An answer.
    public init(status: Int, headers: [String: String], body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Sends a request and brings its answer: over the network in programs, in-process in tests.
public typealias HTTPTransport = @Sendable (ClientRequest) async throws -> ClientResponse
