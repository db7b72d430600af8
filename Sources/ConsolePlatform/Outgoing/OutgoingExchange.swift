import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOPosix
import NIOSSL

/// One request over the network, on a connection of its own to an address that was checked.
package enum OutgoingExchange {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request; its host stands in `Host` and is what a certificate has to be for.
    ///   - address: Where to connect.
    /// - Returns: The answer, its body cut.
    /// - Throws: ``OutgoingFailure``, `CancellationError`.
    package static func send(_ request: OutgoingRequest, to address: IPAddress) async throws -> OutgoingResponse {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = .seconds(request.limits.connect)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.http1_1ConnectionDebugInitializer = AnswerGuard.guardAnswers
        if let trust = request.trust.configuration { configuration.tlsConfiguration = trust }
        // Without this the name would be resolved a second time, perhaps to another address.
        if request.url.address == nil { configuration.dnsOverride = [request.url.host: address.description] }
        // Sockets of NIO on every system: those of Apple's frameworks know no further authorities.
        let client = HTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
        do {
            let response = try await exchange(request, client)
            try await client.shutdown()
            return response
        } catch {
            try? await client.shutdown()
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            throw (error as? OutgoingFailure) ?? OutgoingFailure(reason(error, request.limits))
        }
    }

    private static func exchange(_ request: OutgoingRequest, _ client: HTTPClient) async throws -> OutgoingResponse {
        var outgoing = HTTPClientRequest(url: request.url.description)
        outgoing.method = HTTPMethod(rawValue: request.method)
        outgoing.headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        if request.method != "GET" { outgoing.body = .bytes(ByteBuffer(data: request.body)) }
        let response = try await client.execute(outgoing, timeout: .seconds(request.limits.total))
        var body = ByteBuffer()
        for try await chunk in response.body {
            body.writeImmutableBuffer(chunk)
            if body.readableBytes >= request.limits.body { break }
        }
        let kept = body.readSlice(length: min(body.readableBytes, request.limits.body)) ?? ByteBuffer()
        let headers = Dictionary(
            response.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
        return OutgoingResponse(status: Int(response.status.code), headers: headers, body: Data(buffer: kept))
    }

    /// What a person understands of an error.
    private static func reason(_ error: any Error, _ limits: OutgoingLimits) -> String {
        if error is IOError || error is NIOConnectionError { return "no connection (\(error))" }
        if error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError {
            return "no secure connection (\(String(describing: error).prefix(200)))"
        }
        switch error as? HTTPClientError {
        case .connectTimeout?: return "no connection within \(limits.connect) seconds"
        case .deadlineExceeded?, .readTimeout?: return "no answer within \(limits.total) seconds"
        case .remoteConnectionClosed?: return "the connection was closed without an answer"
        default: return "the exchange failed (\(String(describing: error).prefix(200)))"
        }
    }
}
