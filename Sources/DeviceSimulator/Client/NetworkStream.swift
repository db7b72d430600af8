import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOSSL

/// Reads an answer that does not end, such as a stream of events.
public enum NetworkStream {
    /// How an answer began.
    public struct Opening: Sendable {
        /// The status.
        public let status: Int
        /// The body of a refusal; empty for a stream.
        public let body: Data
        /// Seconds after which to come back, if the answer says so.
        public let retryAfter: Int?
    }

    /// The longest that an answer may go on.
    private static let longest = TimeAmount.hours(24 * 30)

    /// Sends a request, and reads the answer as it comes.
    ///
    /// - Parameters:
    ///   - origin: Scheme, host and port, without trailing slash.
    ///   - target: Path and query.
    ///   - headers: Header fields.
    ///   - trustAnchor: PEM file of the certificate to trust; nil for the system's.
    ///   - onOpen: Called once there is a status of success.
    ///   - onBytes: Gets the body piece by piece; false ends it.
    /// - Returns: How the answer began, once it has ended.
    /// - Throws: What the network and the closures throw.
    public static func read(
        origin: String, target: String, headers: [String: String], trustAnchor: String? = nil,
        onOpen: () async throws -> Void, onBytes: (Data) async throws -> Bool
    ) async throws -> Opening {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(10)
        if let trustAnchor {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(trustAnchor)
            configuration.tlsConfiguration = tls
        }
        // A connection of its own, which ends with it.
        configuration.httpVersion = .http1Only
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let opening = try await read(client, origin + target, headers, onOpen, onBytes)
            try await client.shutdown()
            return opening
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private static func read(
        _ client: HTTPClient, _ url: String, _ headers: [String: String], _ onOpen: () async throws -> Void,
        _ onBytes: (Data) async throws -> Bool
    ) async throws -> Opening {
        var request = HTTPClientRequest(url: url)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let response = try await client.execute(request, timeout: longest)
        let status = Int(response.status.code)
        let retryAfter = response.headers.first(name: "Retry-After").flatMap { Int($0) }
        guard (200..<300).contains(status) else {
            let body = try await response.body.collect(upTo: 1 << 20)
            return Opening(status: status, body: Data(buffer: body), retryAfter: retryAfter)
        }
        try await onOpen()
        for try await piece in response.body where try await !onBytes(Data(buffer: piece)) { break }
        return Opening(status: status, body: Data(), retryAfter: retryAfter)
    }
}
