import ConsolePlatform
import HTTPTypes
import Hummingbird

/// Hands on what happens to a browser, which signs in with its cookie.
enum StreamRelay {
    /// The call of the route that tells what happens, with the query of a request, from where its browser was.
    static func call(for request: Request) -> ConsoleCall {
        var pairs = (request.uri.query ?? "").split(separator: "&").map(String.init)
        if let last = request.headers[.lastEventID], !last.isEmpty {
            pairs.removeAll { $0.lowercased().hasPrefix("lasteventid=") }
            pairs.append("lastEventId=\(URLText.escaped(last))")
        }
        let query = pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
        return ConsoleCall(.get, "/_mock/stream\(query)")
    }
}

extension HTTPField.Name {
    /// The last message a browser has got.
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .range
}
