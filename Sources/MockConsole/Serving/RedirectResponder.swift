import ConsoleHTTP
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird

/// Leads those who come without TLS to where there is TLS, and answers nothing else (Configuration, "The public
/// profile").
struct RedirectResponder: HTTPResponder {
    /// What a request comes with.
    typealias Context = ConsoleContext

    /// Where clients find the console.
    let origin: PublicOrigin
    /// Knows the ports.
    let readiness: Readiness

    func respond(to request: Request, context: ConsoleContext) async throws -> Response {
        if let problem = HostFields.problem(of: request.head) {
            return .text("\(problem.message)\n", status: .badRequest)
        }
        var response = Response(status: .permanentRedirect)
        response.headers[.location] = secure(request) + (request.head.path ?? "/")
        return response
    }

    /// The origin with TLS.
    private func secure(_ request: Request) -> String {
        if let configured = origin.configured { return configured.absoluteString }
        let host = KnownHosts.host(of: origin.hosts.known(request.head.authority))
        let port = readiness.ports?.https ?? 443
        return port == 443 ? "https://\(host)" : "https://\(host):\(port)"
    }
}
