public import Foundation

/// The parts of a request signature (DeviceServices, section 4.2.2).
public struct CanonicalRequest: Sendable {
    /// The digest of the body, as far as it is known.
    public enum ContentDigest: Hashable, Sendable {
        /// There is no body; the `aw-content-hash` header stands in, if there is one.
        case none
        /// The digest of the body, by the hash function of the signature's algorithm.
        case digest(Data)
    }

    /// The HTTP method, in any case.
    private let method: String
    /// Names, in any case, and values as transmitted.
    private let headers: [(name: String, value: String)]
    /// Host, optional port and path, in any case, without scheme and query.
    private let resource: String
    /// The digest of the body, as far as it is known.
    private let contentDigest: ContentDigest

    /// Takes the parts of a request; the resource as `resource(authority:target:)` makes it.
    public init(
        method: String, headers: [(name: String, value: String)], resource: String, contentDigest: ContentDigest
    ) {
        self.method = method
        self.headers = headers
        self.resource = resource
        self.contentDigest = contentDigest
    }

    /// The nine headers whose values take part, in their order.
    private static let namedHeaders = [
        "content-encoding", "content-language", "content-type", "date", "if-modified-since", "if-match",
        "if-none-match", "if-unmodified-since", "range",
    ]

    /// The text that is signed.
    ///
    /// Nothing but ASCII letters changes case. The values of a repeated header are joined by commas.
    public var stringToSign: String {
        String(decoding: bytesToSign, as: UTF8.self)
    }

    /// The bytes that are signed, made in one pass.
    var bytesToSign: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(384)
        for byte in method.utf8 { output.append(byte.uppercasedASCII) }
        output.append(0x0A)
        for name in Self.namedHeaders {
            appendValues(of: name, to: &output)
            output.append(0x0A)
        }
        appendOwnHeaders(to: &output)
        for byte in resource.utf8 { output.append(byte.lowercasedASCII) }
        switch contentDigest {
        case .digest(let digest): output.append(contentsOf: digest.base64EncodedString().utf8)
        case .none: appendValues(of: "aw-content-hash", to: &output)
        }
        return output
    }

    /// Appends the values of a header, commas between them.
    private func appendValues(of name: String, to output: inout [UInt8]) {
        var isFirst = true
        for header in headers where header.name.equalsIgnoringCase(name) {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            output.append(contentsOf: header.value.utf8)
            isFirst = false
        }
    }

    /// Appends the lines of the headers that begin with `aw-` but not with `aw-auth-`, sorted.
    private func appendOwnHeaders(to output: inout [UInt8]) {
        var lines: [String] = []
        var names: [String] = []
        for header in headers where Self.isOwn(header.name) {
            let name = String(decoding: header.name.utf8.map(\.lowercasedASCII), as: UTF8.self)
            if let index = names.firstIndex(of: name) {
                lines[index] += ",\(header.value)"
            } else {
                names.append(name)
                lines.append("\(name):\(header.value)")
            }
        }
        for line in lines.sorted() {
            output.append(contentsOf: line.utf8)
            output.append(0x0A)
        }
    }

    /// Whether a header has a line of its own.
    private static func isOwn(_ name: String) -> Bool {
        begins(name, with: "aw-") && !begins(name, with: "aw-auth-")
    }

    /// Whether a name begins with a lower-case text, whatever the name's case.
    private static func begins(_ name: String, with prefix: StaticString) -> Bool {
        prefix.withUTF8Buffer { wanted in
            name.utf8.count >= wanted.count && zip(name.utf8, wanted).allSatisfy { $0.lowercasedASCII == $1 }
        }
    }

    /// The resource of a raw request target: host, optional port and path as sent, without scheme and query.
    ///
    /// A target in absolute form carries its own authority; the given one is then ignored.
    public static func resource(authority: String, target: String) -> String {
        let end = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        let path = target[..<end]
        if path.utf8.first == UInt8(ascii: "/") { return authority + path }
        if let scheme = path.firstRange(of: "://") { return String(path[scheme.upperBound...]) }
        return path == "*" || path.isEmpty ? authority : "\(authority)/\(path)"
    }
}
