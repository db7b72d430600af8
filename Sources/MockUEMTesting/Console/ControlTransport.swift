import Foundation

#if canImport(FoundationNetworking)
    import AsyncHTTPClient
    import NIOCore
    import NIOFoundationCompat
    import NIOHTTP1
#endif

/// Brings a request to the console and its answer back.
///
/// Foundation's client loses answers on Linux when many requests are under way at once, and so does not even end them.
enum ControlTransport {
    /// The most requests at once: waits of many tests need a connection each.
    private static let connections = 512

    #if canImport(FoundationNetworking)
        private static let client: HTTPClient = {
            var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
            // Shorter than consoles keep idle connections.
            configuration.connectionPool.idleTimeout = .seconds(15)
            return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }()

        /// Sends a request.
        ///
        /// - Parameters:
        ///   - method: Its method.
        ///   - url: Where to.
        ///   - headers: Its header fields.
        ///   - body: Its body; nil for none.
        ///   - timeout: Seconds until it is given up.
        /// - Returns: Status and body of the answer.
        /// - Throws: What keeps the answer from coming.
        static func send(
            _ method: String, _ url: URL, headers: [String: String], body: Data?, timeout: Double
        ) async throws -> (status: Int, body: Data) {
            var request = HTTPClientRequest(url: url.absoluteString)
            request.method = .RAW(value: method)
            for (name, value) in headers { request.headers.add(name: name, value: value) }
            if let body { request.body = .bytes(ByteBuffer(data: body)) }
            let response = try await client.execute(request, timeout: .milliseconds(Int64(timeout * 1000)))
            let answer = try await response.body.collect(upTo: 1 << 30)
            return (Int(response.status.code), Data(buffer: answer))
        }
    #else
        private static let session: URLSession = {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpMaximumConnectionsPerHost = connections
            configuration.urlCache = nil
            configuration.httpShouldSetCookies = false
            return URLSession(configuration: configuration)
        }()

        /// Sends a request.
        ///
        /// - Parameters:
        ///   - method: Its method.
        ///   - url: Where to.
        ///   - headers: Its header fields.
        ///   - body: Its body; nil for none.
        ///   - timeout: Seconds without a byte of the answer until it is given up.
        /// - Returns: Status and body of the answer.
        /// - Throws: What keeps the answer from coming.
        static func send(
            _ method: String, _ url: URL, headers: [String: String], body: Data?, timeout: Double
        ) async throws -> (status: Int, body: Data) {
            var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
            request.httpMethod = method
            request.allHTTPHeaderFields = headers
            request.httpBody = body
            let (answer, response) = try await session.data(for: request)
            guard let status = (response as? HTTPURLResponse)?.statusCode else { throw URLError(.badServerResponse) }
            return (status, answer)
        }
    #endif
}
