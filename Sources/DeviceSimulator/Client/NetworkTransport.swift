import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOSSL

/// Sends requests over the network.
public struct NetworkTransport: Sendable {
    private let client: HTTPClient
    /// For requests that are broken off: an HTTP/2 connection survives that, and does not always shut down afterwards.
    private let breakable: HTTPClient
    private let origin: String
    private let timeout: TimeAmount

    /// Lends a transport to an origin for the time of a closure.
    ///
    /// - Parameters:
    ///   - origin: Scheme, host and port, without trailing slash.
    ///   - trustAnchor: PEM file of the certificate to trust; nil for the system's.
    ///   - timeout: Seconds a request may take.
    ///   - connections: How many connections of HTTP/1.1 are kept at most.
    ///   - body: What to do with it.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public static func with<Value: Sendable>(
        origin: String, trustAnchor: String? = nil, timeout: Int64 = 30, connections: Int = 8,
        _ body: (@escaping HTTPTransport) async throws -> Value
    ) async throws -> Value {
        var configuration = configuration(trustAnchor: trustAnchor, timeout: timeout, connections: connections)
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        configuration.httpVersion = .http1Only
        let breakable = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let transport = NetworkTransport(
            client: client, breakable: breakable, origin: origin, timeout: .seconds(timeout))
        do {
            let value = try await body { try await transport.send($0) }
            try await breakable.shutdown()
            try await client.shutdown()
            return value
        } catch {
            try? await breakable.shutdown()
            try? await client.shutdown()
            throw error
        }
    }

    private static func configuration(
        trustAnchor: String?, timeout: Int64, connections: Int
    ) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        // Shorter than consoles keep idle connections: one that is being closed is not written to.
        configuration.connectionPool.idleTimeout = .seconds(15)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        configuration.timeout.connect = .seconds(min(timeout, 10))
        if let trustAnchor {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(trustAnchor)
            configuration.tlsConfiguration = tls
        }
        return configuration
    }

    private func send(_ request: ClientRequest) async throws -> ClientResponse {
        var outgoing = HTTPClientRequest(url: origin + request.target)
        outgoing.method = .RAW(value: request.method)
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        if request.isDropped {
            outgoing.body = .stream(BrokenBody(request.body), length: .known(Int64(max(1, request.body.count))))
        } else if !request.body.isEmpty {
            outgoing.body = .bytes(ByteBuffer(data: request.body))
        }
        let incoming = try await (request.isDropped ? breakable : client).execute(outgoing, timeout: timeout)
        let body = try await incoming.body.collect(upTo: 512 << 20)
        let headers = Dictionary(incoming.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
        return ClientResponse(status: Int(incoming.status.code), headers: headers, body: Data(buffer: body))
    }
}

/// A body that breaks off half-way, and takes its connection with it.
private struct BrokenBody: AsyncSequence, Sendable {
    /// Stands for the broken connection.
    struct Broken: Error {}

    let half: ByteBuffer

    init(_ body: Data) {
        half = ByteBuffer(data: body.prefix(body.count / 2))
    }

    func makeAsyncIterator() -> Iterator { Iterator(half: half) }

    struct Iterator: AsyncIteratorProtocol {
        var half: ByteBuffer?

        mutating func next() async throws -> ByteBuffer? {
            guard let bytes = half, bytes.readableBytes > 0 else { throw Broken() }
            half = nil
            return bytes
        }
    }
}
