/// The URL of a request the console makes: read strictly, so that whoever connects reads it the same way.
package struct OutgoingURL: Hashable, Sendable {
    /// Characters of a text.
    package static let maximumLength = 2048

    /// `http` or `https`.
    let scheme: String
    /// A name in lower case, or an address; of version 6 without brackets.
    let host: String
    /// The port, the scheme's own if the URL names none.
    let port: Int
    /// Path and query, beginning with a slash.
    let target: String

    /// The host, if it is an address.
    var address: IPAddress? { IPAddress(host) }

    /// Scheme, host and port, which credentials belong to.
    var origin: String { "\(scheme)://\(authority)" }

    /// What a `Host` field has.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == Self.port(of: scheme) ? name : "\(name):\(port)"
    }

    private static func port(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    /// Reads a URL.
    ///
    /// - Throws: ``OutgoingRefusal`` with what is wrong about it.
    package init(_ text: String) throws(OutgoingRefusal) {
        guard text.utf8.count <= Self.maximumLength else { throw OutgoingRefusal("it is longer than 2048 characters") }
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw OutgoingRefusal("it has blanks, control characters or others than those of ASCII")
        }
        guard !text.contains(where: { "\\\"<>^`{|}#".contains($0) }) else {
            throw OutgoingRefusal("it has a character that belongs into no URL, or a fragment")
        }
        guard let colon = text.firstRange(of: "://"),
            case let scheme = text[..<colon.lowerBound].lowercased(), scheme == "http" || scheme == "https"
        else { throw OutgoingRefusal("it has to begin with http:// or https://") }
        let rest = text[colon.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let tail = String(rest[end...])
        self.scheme = scheme
        (host, port) = try Self.authority(String(rest[..<end]), scheme: scheme)
        target = tail.hasPrefix("/") ? tail : "/\(tail)"
    }

    private static func authority(_ text: String, scheme: String) throws(OutgoingRefusal) -> (String, Int) {
        guard !text.contains("@") else {
            throw OutgoingRefusal("it has credentials in it; they have fields of their own")
        }
        var name = text
        var digits: Substring?
        if text.hasPrefix("[") {
            guard let bracket = text.firstIndex(of: "]") else { throw OutgoingRefusal("a bracket is not closed") }
            let tail = text[text.index(after: bracket)...]
            guard tail.isEmpty || tail.hasPrefix(":") else { throw OutgoingRefusal("its host is invalid") }
            name = String(text[text.index(after: text.startIndex)..<bracket])
            guard name.contains(":"), let address = IPAddress(name) else {
                throw OutgoingRefusal("its address of version 6 is invalid")
            }
            name = address.description
            digits = tail.isEmpty ? nil : tail.dropFirst()
        } else if let colon = text.firstIndex(of: ":") {
            name = String(text[..<colon])
            digits = text[text.index(after: colon)...]
        }
        if !name.contains(":") { name = try Self.name(name) }
        guard let digits else { return (name, port(of: scheme)) }
        guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits),
            (1...65535).contains(number)
        else { throw OutgoingRefusal("its port has to be a number from 1 to 65535") }
        return (name, number)
    }

    /// A host by name, or an address of version 4.
    private static func name(_ text: String) throws(OutgoingRefusal) -> String {
        let name = text.lowercased()
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard !name.isEmpty, name.utf8.count <= 253,
            labels.allSatisfy({ label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy {
                        (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 95
                    }
            })
        else {
            throw OutgoingRefusal("its host is invalid; it has to be ASCII letters, digits and hyphens between dots")
        }
        // What begins with a digit in its last label some resolver takes for an address: 127.1, 2130706433, 0x7f.1.
        guard let last = labels.last?.utf8.first, !(48...57).contains(last) || IPAddress(name) != nil else {
            throw OutgoingRefusal("its host is an address in an odd spelling; it has to be four decimal numbers")
        }
        return name
    }
}

extension OutgoingURL: CustomStringConvertible {
    /// The URL in its one spelling.
    package var description: String { origin + target }
}

extension OutgoingURL {
    /// What stands for a query that is not told.
    static let hiddenQuery = "redacted"

    /// A URL as everybody may see it: queries often are secrets.
    ///
    /// - Parameter text: The URL, also one that could not be read.
    /// - Returns: `https://hook.example.test/ws1?redacted`, or the text itself if it has no query.
    package static func withoutQuery(_ text: String) -> String {
        guard let mark = text.firstIndex(of: "?") else { return text }
        return "\(text[..<mark])?\(hiddenQuery)"
    }
}

extension OutgoingURL {
    /// Where a redirect leads, relative to this URL (RFC 3986, section 5.2).
    ///
    /// What follows `#` is for whoever shows the answer, and is left out.
    ///
    /// - Throws: ``OutgoingRefusal`` if it cannot be read, or says nothing.
    func resolving(_ location: String) throws(OutgoingRefusal) -> OutgoingURL {
        let text = String(location.prefix { $0 != "#" })
        guard !text.isEmpty else { throw OutgoingRefusal("a redirect does not say where to") }
        if text.hasPrefix("//") { return try OutgoingURL("\(scheme):\(text)") }
        if Self.hasScheme(text) { return try OutgoingURL(text) }
        let path = target.prefix { $0 != "?" }
        if text.hasPrefix("?") { return try OutgoingURL(origin + path + text) }
        // Up to and with the last slash.
        let folder = text.hasPrefix("/") ? "" : String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
        let next = String(text.prefix { $0 != "?" })
        return try OutgoingURL(origin + Self.withoutDots(folder + next) + text.dropFirst(next.count))
    }

    /// Whether letters and a colon stand before anything else, as in `https:`.
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.utf8.first,
            (65...90).contains(first) || (97...122).contains(first)
        else { return false }
        return text[..<colon].utf8.allSatisfy {
            (65...90).contains($0) || (97...122).contains($0) || (48...57).contains($0) || [43, 45, 46].contains($0)
        }
    }

    /// A path without the parts `.` and `..`; one that leads out of the root stays in it.
    private static func withoutDots(_ path: String) -> String {
        var parts: [Substring] = []
        let all = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for part in all {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        // What ends in dots is a folder.
        if all.last == "." || all.last == ".." { parts.append("") }
        return "/" + parts.joined(separator: "/")
    }
}

/// Why the console does not make a request somebody asks of it.
package struct OutgoingRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Half a sentence: what is wrong about the URL, or where it leads.
    package let description: String

    init(_ description: String) { self.description = description }
}
