/// Splits an XML document into tags and texts.
///
/// Knows no document type beyond its name: an internal subset, and with it every entity of one's own, is refused.
struct XMLTokens {
    /// What an XML tag does.
    enum Role {
        /// Begins an element.
        case open
        /// Ends an element.
        case close
        /// Is an element without content.
        case empty
    }

    /// A tag by name and role.
    struct Tag {
        /// The name of the element.
        let name: String
        /// Whether it opens, closes or does both.
        let role: Role
        /// Whether an attribute says that the element has no value, not even an empty one.
        let isNil: Bool
    }

    /// How many letters the name of an element may have; messages repeat it.
    private static let maximumNameLength = 64

    /// The whole document.
    private let bytes: [UInt8]
    /// The next byte to read.
    private var position: Int

    /// Starts at a byte of a document.
    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        position = start
    }

    /// The next tag, or nothing at the end; only white space, comments and declarations may lie before it.
    mutating func nextTag() throws(PropertyListError) -> Tag? {
        while true {
            while position < bytes.count, bytes[position].isBlank { position += 1 }
            guard position < bytes.count else { return nil }
            guard bytes[position] == UInt8(ascii: "<") else { throw PropertyListError("text where a tag must be") }
            if try skipMarkup() { continue }
            return try tag()
        }
    }

    /// The text up to the next tag, references resolved, line ends turned into line feeds.
    mutating func text() throws(PropertyListError) -> String {
        var content: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "<") {
                if starts(with: "<![CDATA[") {
                    position += 9
                    let end = try end(of: "]]>")
                    Self.append(bytes[position..<end], to: &content)
                    position = end + 3
                } else if try !skipMarkup() {
                    return try Self.validated(content)
                }
            } else if byte == UInt8(ascii: "&") {
                try appendReference(to: &content)
            } else {
                let start = position
                while position < bytes.count, bytes[position] != UInt8(ascii: "<"),
                    bytes[position] != UInt8(ascii: "&")
                { position += 1 }
                Self.append(bytes[start..<position], to: &content)
            }
        }
        throw PropertyListError("document ends inside a text")
    }

    /// Skips a comment, a processing instruction or a document type; answers whether there was one.
    private mutating func skipMarkup() throws(PropertyListError) -> Bool {
        if starts(with: "<!--") {
            position += 4
            position = try end(of: "-->") + 3
        } else if starts(with: "<?") {
            let end = try end(of: "?>")
            try checkEncoding(upTo: end)
            position = end + 2
        } else if starts(with: "<!DOCTYPE") {
            let end = try end(of: ">")
            guard !bytes[position..<end].contains(UInt8(ascii: "[")) else {
                throw PropertyListError("document type with declarations of its own")
            }
            position = end + 1
        } else {
            return false
        }
        return true
    }

    /// Refuses an XML declaration of another encoding than UTF-8 and its part ASCII.
    private func checkEncoding(upTo end: Int) throws(PropertyListError) {
        guard starts(with: "<?xml") else { return }
        let declaration = String(decoding: bytes[position..<end], as: UTF8.self).lowercased()
        guard let range = declaration.split(separator: "encoding", maxSplits: 1).dropFirst().first else { return }
        let name = range.drop { $0 == "=" || $0 == "\"" || $0 == "'" || $0.isWhitespace }
        guard name.hasPrefix("utf-8") || name.hasPrefix("us-ascii") || name.hasPrefix("ascii") else {
            throw PropertyListError("XML in an encoding other than UTF-8")
        }
    }

    /// Reads one tag; attributes are skipped, but for `nil`.
    private mutating func tag() throws(PropertyListError) -> Tag {
        position += 1
        let closes = position < bytes.count && bytes[position] == UInt8(ascii: "/")
        if closes { position += 1 }
        let start = position
        while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        guard position < bytes.count, position - start <= Self.maximumNameLength,
            bytes[position].isBlank || bytes[position] == UInt8(ascii: "/")
                || bytes[position] == UInt8(ascii: ">")
        else { throw PropertyListError("malformed tag") }
        let attributes = position
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "<") {
                break
            } else if byte == UInt8(ascii: ">") {
                guard !name.isEmpty else { break }
                if closes { return Tag(name: name, role: .close, isNil: false) }
                return Tag(
                    name: name, role: bytes[position - 2] == UInt8(ascii: "/") ? .empty : .open,
                    isNil: Self.sayNil(bytes[attributes..<(position - 1)]))
            }
        }
        throw PropertyListError("malformed tag")
    }

    /// Whether attributes say `nil="true"` under the prefix of a name space, as schema instances do.
    private static func sayNil(_ attributes: ArraySlice<UInt8>) -> Bool {
        guard attributes.count > 8 else { return false }
        var rest = attributes.drop { $0.isBlank }
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = String(decoding: rest[..<equals], as: UTF8.self).split { $0.isWhitespace }.last ?? ""
            let value = rest[(equals + 1)...].drop { $0.isBlank }
            guard let quote = value.first, let end = value.dropFirst().firstIndex(of: quote) else { return false }
            if name.hasSuffix(":nil") {
                let word = String(decoding: value.dropFirst()[..<end], as: UTF8.self).filter { !$0.isWhitespace }
                return word == "true" || word == "1"
            }
            rest = value[(end + 1)...]
        }
        return false
    }

    /// Whether a byte can stand in the name of an element; prefixes of name spaces can.
    private static func isName(_ byte: UInt8) -> Bool {
        byte.isLetter || (UInt8(ascii: "0")...UInt8(ascii: ":")).contains(byte)
            || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
    }

    /// Whether the rest of the document begins with a text.
    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { wanted in
            wanted.count <= bytes.count - position
                && wanted.indices.allSatisfy { bytes[position + $0] == wanted[$0] }
        }
    }

    /// Where a text comes next; throws at the end of the document.
    private func end(of text: StaticString) throws(PropertyListError) -> Int {
        let found: Int? = text.withUTF8Buffer { wanted in
            var place = position
            while place <= bytes.count - wanted.count {
                if bytes[place] == wanted[0], wanted.indices.allSatisfy({ bytes[place + $0] == wanted[$0] }) {
                    return place
                }
                place += 1
            }
            return nil
        }
        guard let found else { throw PropertyListError("document ends inside markup") }
        return found
    }
}

/// Characters of texts.
extension XMLTokens {
    /// Appends bytes, carriage returns turned into line feeds as XML demands.
    private static func append(_ part: ArraySlice<UInt8>, to content: inout [UInt8]) {
        guard part.contains(0x0D) else { return content.append(contentsOf: part) }
        var previous: UInt8 = 0
        for byte in part {
            if byte == 0x0D {
                content.append(0x0A)
            } else if byte != 0x0A || previous != 0x0D {
                content.append(byte)
            }
            previous = byte
        }
    }

    /// Resolves one of the five named references or a character reference.
    private mutating func appendReference(to content: inout [UInt8]) throws(PropertyListError) {
        let limit = min(position + 12, bytes.count)
        guard let end = bytes[position..<limit].firstIndex(of: UInt8(ascii: ";")) else {
            throw PropertyListError("malformed reference")
        }
        let name = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
        position = end + 1
        switch name {
        case "lt": content.append(UInt8(ascii: "<"))
        case "gt": content.append(UInt8(ascii: ">"))
        case "amp": content.append(UInt8(ascii: "&"))
        case "quot": content.append(UInt8(ascii: "\""))
        case "apos": content.append(UInt8(ascii: "'"))
        default: content.append(contentsOf: try Self.character(name).utf8)
        }
    }

    /// The character of a reference such as `#10` or `#xA`.
    private static func character(_ name: String) throws(PropertyListError) -> String {
        let code = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(1))
        guard name.hasPrefix("#"), !name.contains("+"), let scalar = code.flatMap(Unicode.Scalar.init),
            scalar.isAllowedInXML
        else {
            throw PropertyListError("reference to an entity or character that is not allowed")
        }
        return String(scalar)
    }

    /// The text, if it is UTF-8 and XML may hold it.
    private static func validated(_ content: [UInt8]) throws(PropertyListError) -> String {
        guard let text = String(validating: content, as: UTF8.self) else {
            throw PropertyListError("text is not UTF-8")
        }
        guard text.unicodeScalars.allSatisfy(\.isAllowedInXML) else {
            throw PropertyListError("text holds a control character")
        }
        return text
    }
}
