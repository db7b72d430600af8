import ConsolePlatform
import HTTPTypes
import Hummingbird

/// What a client of the admin REST API wants to read: the media type, and the version of the route
/// (AdminAPI, "Versions").
struct AdminRequestedForm: Hashable, Sendable {
    /// Forms of a body.
    enum Media: Sendable {
        case json, xml
    }

    /// The form of the body.
    let media: Media
    /// The version; nil if the client leaves it to the route.
    let version: Int?

    /// Reads `Accept`; nil if the console can answer in none of its forms.
    ///
    /// Clients write the version as a parameter of any media type in the list, or as an entry of its own.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - takesAny: Whether the route answers bytes, whose type the client cannot choose.
    init?(_ request: Request, takesAny: Bool = false) {
        self.init(accept: request.headers[values: .accept].joined(separator: ","), takesAny: takesAny)
    }

    /// Reads `Accept` for an answer.
    ///
    /// - Throws: ``ConsoleError`` `notAcceptable` if the console can answer in none of its forms.
    init(answering request: Request, takesAny: Bool = false) throws {
        guard let form = AdminRequestedForm(request, takesAny: takesAny) else {
            throw ConsoleError(.notAcceptable, "Accept names no form this route answers in: JSON or XML.")
        }
        self = form
    }

    /// Reads the value of `Accept`; an empty one leaves everything to the route.
    init?(accept: String, takesAny: Bool = false) {
        var media: Media?
        var version: Int?
        var isOpen = true
        for entry in accept.split(separator: ",") {
            let parts = entry.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            for part in parts where part.hasPrefix("version=") {
                version = version ?? Int(part.dropFirst(8).filter { $0 != "\"" })
            }
            guard let type = parts.first, type.contains("/") else { continue }
            isOpen = false
            guard media == nil, !Self.isRefused(parts) else { continue }
            media = Self.media(type)
        }
        guard let found = media ?? (isOpen || takesAny ? .json : nil) else { return nil }
        self.media = found
        self.version = version
    }

    /// The form that a media type stands for; nil if the console cannot answer in it.
    private static func media(_ type: String) -> Media? {
        switch type {
        case "*/*", "application/*", "application/json", "text/json": .json
        case "application/xml", "text/xml": .xml
        default: nil
        }
    }

    /// Whether a weight of zero says that the client does not want it.
    private static func isRefused(_ parameters: [String]) -> Bool {
        parameters.contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
    }
}
