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
    /// Whether to break the connection before the request is complete; a transport that cannot may deliver it, the
    /// client never sees the answer.
    public var isDropped = false

    /// A request.
    public init(method: String, target: String, headers: [(name: String, value: String)] = [], body: Data = Data()) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// Bytes it takes in HTTP/1.1, without what the transport adds.
    var byteCount: Int {
        headers.reduce(method.utf8.count + target.utf8.count + 14 + body.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count + 4
        }
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

    /// Bytes it takes in HTTP/1.1.
    var byteCount: Int {
        headers.reduce(17 + body.count) { $0 + $1.key.utf8.count + $1.value.utf8.count + 4 }
    }
}

/// Sends a request and brings its answer: over the network in programs, in-process in tests.
public typealias HTTPTransport = @Sendable (ClientRequest) async throws -> ClientResponse
