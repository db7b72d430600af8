import DeviceSimulator
import Foundation
import HTTPTypes
package import Hummingbird
package import Logging
import NIOConcurrencyHelpers
package import NIOCore
import NIOFoundationCompat

/// Where requests of simulated devices enter the console from inside: past the listeners, by the way that all others
/// take, so that faults act on them and the journal has them.
package final class DeviceEntrance: Sendable {
    /// Answers a request as if it had arrived over a connection.
    package typealias Answer =
        @Sendable (_ request: Request, _ connection: any Channel, _ logger: Logger) async throws -> Response

    private let answer = NIOLockedValueBox<Answer?>(nil)

    /// Shut.
    package init() {}

    /// Lets requests in, once there is something that answers them.
    package func open(_ answer: @escaping Answer) { self.answer.withLockedValue { $0 = answer } }

    /// The network of a simulated device, whose requests come over the connection of whoever lets it arrive.
    ///
    /// - Parameters:
    ///   - authority: Host and port of the console, as apps call them.
    ///   - connection: The connection.
    ///   - logger: Logs of the request that lets it arrive.
    /// - Returns: The transport.
    func transport(to authority: String, over connection: any Channel, logger: Logger) -> HTTPTransport {
        { [self] request in
            guard let answer = answer.withLockedValue({ $0 }) else {
                throw ClientFailure(.unreachable, "the console is not ready")
            }
            let method = HTTPRequest.Method(request.method) ?? .get
            var head = HTTPRequest(method: method, scheme: "https", authority: authority, path: request.target)
            for header in request.headers {
                if let name = HTTPField.Name(header.name), name.canonicalName != "host" {
                    head.headerFields.append(HTTPField(name: name, value: header.value))
                }
            }
            if !request.body.isEmpty { head.headerFields[.contentLength] = String(request.body.count) }
            let body = RequestBody(buffer: ByteBuffer(data: request.body))
            return try await Self.read(answer(Request(head: head, body: body), connection, logger))
        }
    }

    /// An answer as the simulator wants it.
    private static func read(_ response: Response) async throws -> ClientResponse {
        let collector = BodyCollector(limit: 32 * 1024 * 1024)
        try await response.body.write(collector)
        var headers: [String: String] = [:]
        for field in response.headers { headers[field.name.canonicalName] = field.value }
        return ClientResponse(
            status: response.status.code, headers: headers, body: Data(buffer: collector.buffer))
    }
}
