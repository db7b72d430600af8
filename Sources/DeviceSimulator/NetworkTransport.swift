import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOSSL

/// Sends requests over the network.
public struct NetworkTransport: Sendable {
    private let client: HTTPClient
    private let origin: String
    private let timeout: TimeAmount

    /// Lends a transport to an origin for the time of a closure.
    ///
    /// - Parameters:
    ///   - origin: Scheme, host and port, without trailing slash.
    ///   - trustAnchor: PEM file of the certificate to trust; nil for the system's.
    ///   - timeout: Seconds a request may take.
    ///   - body: What to do with it.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public static func with<Value: Sendable>(
        origin: String, trustAnchor: String? = nil, timeout: Int64 = 30,
        _ body: (@escaping HTTPTransport) async throws -> Value
    ) async throws -> Value {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        if let trustAnchor {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(trustAnchor)
            configuration.tlsConfiguration = tls
        }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let transport = NetworkTransport(client: client, origin: origin, timeout: .seconds(timeout))
        do {
            let value = try await body { try await transport.send($0) }
            try await client.shutdown()
            return value
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private func send(_ request: ClientRequest) async throws -> ClientResponse {
        var outgoing = HTTPClientRequest(url: origin + request.target)
        outgoing.method = .RAW(value: request.method)
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        if !request.body.isEmpty { outgoing.body = .bytes(ByteBuffer(data: request.body)) }
        let incoming = try await client.execute(outgoing, timeout: timeout)
        let body = try await incoming.body.collect(upTo: 512 << 20)
        let headers = Dictionary(incoming.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
        return ClientResponse(status: Int(incoming.status.code), headers: headers, body: Data(buffer: body))
    }
}
