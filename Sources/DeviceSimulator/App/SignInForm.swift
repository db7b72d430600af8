import Foundation

/// The first form of a web page: where it goes and what its fields hold.
struct SignInForm: Hashable, Sendable {
    /// A field.
    struct Field: Hashable, Sendable {
        let name: String
        let type: String
        var value: String
    }

    /// `GET` or `POST`.
    let method: String
    /// As it is written; empty for the page itself.
    let action: String
    /// In the order of the page; buttons are left out.
    var fields: [Field]

    /// Reads a page; nil if it has no form.
    init?(page: String) {
        guard let start = page.range(of: "<form", options: .caseInsensitive) else { return nil }
        let end = page.range(of: "</form", options: .caseInsensitive, range: start.upperBound..<page.endIndex)
        let form = page[start.lowerBound..<(end?.lowerBound ?? page.endIndex)]
        let tags = form.split(separator: "<").map { $0.prefix { $0 != ">" } }
        let attributes = Self.attributes(of: tags.first ?? "")
        method = attributes["method"]?.uppercased() ?? "GET"
        action = attributes["action"] ?? ""
        fields = tags.filter { $0.lowercased().hasPrefix("input") }.compactMap { tag in
            let attributes = Self.attributes(of: tag)
            let type = attributes["type"]?.lowercased() ?? "text"
            guard let name = attributes["name"], !name.isEmpty, !["submit", "button", "image", "reset"].contains(type)
            else { return nil }
            return Field(name: name, type: type, value: attributes["value"] ?? "")
        }
    }

    /// Types user name and password into the fields for them.
    mutating func fill(username: String, password: String) {
        for index in fields.indices {
            switch fields[index].type {
            case "password": fields[index].value = password
            case "text", "email": fields[index].value = username
            default: break
            }
        }
    }

    /// Whether somebody has to type into it.
    var asksForPassword: Bool { fields.contains { $0.type == "password" } }

    /// The fields as a browser sends them.
    var encoded: String {
        fields.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        let allowed = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._*")
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    private static func attributes(of tag: Substring) -> [String: String] {
        let pattern = /([A-Za-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/
        var found: [String: String] = [:]
        for match in tag.matches(of: pattern) {
            let value = match.output.2 ?? match.output.3 ?? match.output.4 ?? ""
            found[match.output.1.lowercased()] = unescaped(String(value))
        }
        return found
    }

    private static func unescaped(_ text: String) -> String {
        [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&#x2F;", "/"),
            ("&amp;", "&"),
        ]
        .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}
