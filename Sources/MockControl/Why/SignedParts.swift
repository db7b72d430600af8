import DeviceProtocol
import Foundation
import HTTPTypes

/// The parts of the text that is signed, each of which a client may have got wrong (DeviceServices, section 4.2.2).
struct SignedParts: Sendable {
    /// Header fields whose values stand in lines of their own, in their order.
    static let named = [
        "content-encoding", "content-language", "content-type", "date", "if-modified-since", "if-match",
        "if-none-match", "if-unmodified-since", "range",
    ]

    var method: String
    /// Values of the nine fields.
    var values: [String]
    /// Lines of the fields that begin with `aw-`.
    var own: [String]
    /// Host and port.
    var authority: String
    /// The path as it was sent.
    var path: String
    /// The query as it was sent, without its question mark; nil for none.
    let query: String?
    /// The digest of the body as text; empty for none.
    var digest: String
    /// What ends a line.
    var lineEnd = "\n"
    /// What ends the whole.
    var ending = ""
    /// Whether the address is written in lower case.
    var isLowercased = true

    /// The parts of a request.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - digest: The digest of its body as text; empty for none.
    init(_ head: HTTPRequest, digest: String) {
        method = head.method.rawValue.uppercased()
        let fields = head.headerFields.map { (name: $0.name.canonicalName, value: $0.value) }
        values = Self.named.map { name in fields.filter { $0.name == name }.map(\.value).joined(separator: ",") }
        let names = Set(fields.map(\.name).filter { $0.hasPrefix("aw-") && !$0.hasPrefix("aw-auth-") })
        own = names.sorted().map { name in
            "\(name):\(fields.filter { $0.name == name }.map(\.value).joined(separator: ","))"
        }
        let target = head.path ?? "/"
        let mark = target.firstIndex(of: "?")
        query = mark.map { String(target[target.index(after: $0)...]) }
        let resource = CanonicalRequest.resource(authority: "", target: target)
        authority = head.authority ?? ""
        path = resource.isEmpty ? "/" : resource
        if digest.isEmpty, let hash = head.headerFields.first(where: { $0.name.canonicalName == "aw-content-hash" }) {
            self.digest = hash.value
        } else {
            self.digest = digest
        }
    }

    /// The value of one of the nine fields.
    subscript(field: String) -> String {
        get { Self.named.firstIndex(of: field).map { values[$0] } ?? "" }
        set { if let index = Self.named.firstIndex(of: field) { values[index] = newValue } }
    }

    /// The text that is signed.
    var text: String {
        var text = method + lineEnd
        for value in values { text += value + lineEnd }
        for line in own { text += line + lineEnd }
        let resource = authority + path
        return text + (isLowercased ? resource.lowercased() : resource) + digest + ending
    }
}
