import ConsoleHTTP
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird

/// The cookie in which a browser holds a session.
///
/// Browsers send cookies of one port of a host to the others, so that its name says the port: consoles on one machine do
/// not sign each other out.
struct SessionCookie: Sendable {
    /// The name, without the port.
    let stem: String
    /// The path below which it is sent.
    let path: String
    /// Whether it is sent when a link of another site is followed; never with what such a site sends.
    var isSentAfterLinks = false
    /// Where clients find the console.
    let origin: PublicOrigin

    /// What a request's cookie holds; nil without one.
    func value(in request: Request) -> String? {
        let name = name(for: request)
        for header in request.headers[values: .cookie] {
            for pair in header.prefix(8000).split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == name else { continue }
                let value = parts[1].trimmingCharacters(in: .whitespaces)
                if value.utf8.count == 64 { return value }
            }
        }
        return nil
    }

    /// The header that makes a browser hold a session.
    func holding(_ secret: String, for request: Request) -> String {
        "\(name(for: request))=\(secret)" + attributes(request)
    }

    /// The header that makes a browser forget it.
    func forgetting(for request: Request) -> String {
        "\(name(for: request))=; Max-Age=0" + attributes(request)
    }

    private func attributes(_ request: Request) -> String {
        "; Path=\(path); HttpOnly; SameSite=\(isSentAfterLinks ? "Lax" : "Strict")"
            + (isSecure(request) ? "; Secure" : "")
    }

    private func isSecure(_ request: Request) -> Bool { origin.of(request).hasPrefix("https:") }

    private func name(for request: Request) -> String {
        let port = (request.head.authority ?? "").split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        return "\(stem)-\(port)"
    }
}
