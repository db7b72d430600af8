import Foundation
import NIOCore

/// Finds secrets in the bytes of a body by the names before them, whatever the body is: JSON, XML, property lists,
/// forms, and one of these inside a text of another.
///
/// Nothing is parsed: a body that breaks off, or is broken, is looked at like any other.
struct SecretScanner {
    /// A secret in a body.
    struct Secret: Sendable {
        /// Its bytes.
        var range: Range<Int>
        /// Whether it stands in JSON without quotes, as numbers do.
        var isBare = false
    }

    /// What is looked through: the body with the letters of names as they are meant.
    let bytes: UnsafeRawBufferPointer
    /// What was found.
    private(set) var secrets: [Secret] = []
    /// Where the last value ended that was looked through as a whole.
    var walked = 0
    /// The last section of CDATA that was looked for the end of.
    private var section = 0..<0
    /// Whether a name of a secret stands as a value: `{"name": "password", "value": "x"}`.
    private(set) var hasLabel = false
    /// Whether the body is no JSON, so that names may lack their quotes; nil until somebody asks.
    private var isBroken: Bool?

    /// Secrets in a body, in their order.
    ///
    /// - Parameters:
    ///   - buffer: The body.
    ///   - type: Its media type, which may say what stands between parts.
    /// - Returns: What to leave out.
    static func secrets(in buffer: ByteBuffer, type: String = "") -> [Secret] {
        buffer.withUnsafeReadableBytes { sent in
            guard let plain = UnescapedBytes(sent) else { return secrets(in: sent, type) }
            return plain.bytes.withUnsafeBytes { secrets(in: $0, type) }.map {
                Secret(range: plain.sent($0.range), isBare: $0.isBare)
            }
        }
    }

    /// Whether a text has something that secrets are found by, also where separators are as in addresses.
    static func mayFind(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
            let bytes = UnsafeRawBufferPointer(text)
            return SecretName.needles.isIn(bytes) || authorities.contains { $0.isIn(bytes) }
                || UnescapedBytes.needles.contains { $0.isIn(bytes) }
        }
    }

    private static func secrets(in bytes: UnsafeRawBufferPointer, _ type: String) -> [Secret] {
        var scanner = SecretScanner(bytes: bytes)
        scanner.scan()
        scanner.lookIntoAddresses()
        scanner.lookIntoTargets()
        if scanner.hasLabel { scanner.lookForPairs() }
        scanner.lookIntoParts(type)
        return scanner.merged()
    }

    private init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    private mutating func scan() {
        var start = 0
        while let place = SecretName.needles.place(in: bytes, from: start) {
            let name = wholeName(at: place)
            let known = secrets.count
            if !isTagOfKey(name), let kind = SecretName.kind(bytes[name]) { lookBehind(name, kind) }
            // Never twice over the same bytes: one that breaks off may reach to the end.
            let reached = secrets[known...].last?.range.upperBound ?? 0
            start = max(name.upperBound, place + 1, reached, walked)
        }
    }

    /// The ranges in their order, each byte in one of them.
    private func merged() -> [Secret] {
        secrets.sorted { $0.range.lowerBound < $1.range.lowerBound }.reduce(into: []) { merged, secret in
            if let last = merged.last?.range, secret.range.lowerBound < last.upperBound {
                merged[merged.count - 1].range = last.lowerBound..<max(last.upperBound, secret.range.upperBound)
            } else {
                merged.append(secret)
            }
        }
    }

    /// Whether a name is that of the element `key`, of which property lists have one before each value.
    private func isTagOfKey(_ name: Range<Int>) -> Bool {
        name.count == 3 && bytes[name.lowerBound].lowercased == UInt8(ascii: "k")
    }

    /// The longest part of a name on each side of a place.
    private static let reach = 64

    /// The name a place is in; as long as it may be.
    private func wholeName(at place: Int) -> Range<Int> {
        var (start, end) = (place, place)
        while start > 0, place - start < Self.reach, Self.isOfName(bytes[start - 1]) { start -= 1 }
        while end < bytes.count, end - place < Self.reach, Self.isOfName(bytes[end]) { end += 1 }
        return start..<max(end, place)
    }

    /// Whether a byte may be part of a name.
    static func isOfName(_ byte: UInt8) -> Bool {
        byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
            || byte == 0x2D || byte == 0x2E
    }

    /// Looks for a value behind a name.
    private mutating func lookBehind(_ name: Range<Int>, _ kind: SecretName.Kind) {
        if isElement(name) { return element(name) }
        if let rest = after("</key>", at: name.upperBound) { return propertyListValue(from: rest, kind) }
        for quote in SecretText.quotes {
            guard let closed = after(quote, at: name.upperBound) else { continue }
            let next = skipBlanks(closed)
            if let colon = after(":", at: next) { return member(from: skipBlanks(colon), quote, kind) }
            if let equals = after("=", at: next) {
                return assignment(from: skipBlanks(after(">", at: equals) ?? equals))
            }
            hasLabel = true
        }
        let next = skipBlanks(name.upperBound)
        if let equals = after("=", at: next) { return assignment(from: skipBlanks(equals)) }
        if let colon = after(":", at: next), isMember(name) { member(from: skipBlanks(colon), "\"", kind) }
    }

    /// Whether a name without quotes is one of a member, in something like JSON.
    private mutating func isMember(_ name: Range<Int>) -> Bool {
        var start = name.lowerBound
        while start > 0, SecretText.blanks.contains(bytes[start - 1]) { start -= 1 }
        guard start > 0, Array("{[,".utf8).contains(bytes[start - 1]) else { return false }
        if let isBroken { return isBroken }
        // In a body that is JSON it can only be a word in a text.
        let isBroken = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) == nil
        self.isBroken = isBroken
        return isBroken
    }
}

// MARK: XML, forms

extension SecretScanner {
    /// Whether a name is that of an element that begins here.
    private func isElement(_ name: Range<Int>) -> Bool {
        var start = name.lowerBound
        if start > 1, bytes[start - 1] == UInt8(ascii: ":") {
            start -= 1
            while start > 0, Self.isOfName(bytes[start - 1]) { start -= 1 }
        }
        return start > 0 && bytes[start - 1] == UInt8(ascii: "<")
    }

    /// The text of an element, plain or as CDATA, or those of the elements in it.
    private mutating func element(_ name: Range<Int>) {
        var place = name.upperBound
        while place < bytes.count, bytes[place] != UInt8(ascii: ">"), bytes[place] != UInt8(ascii: "<") { place += 1 }
        guard let start = after(">", at: place), bytes[place - 1] != UInt8(ascii: "/") else { return }
        let inner = skipBlanks(start)
        if after("<", at: inner) != nil, after("<![CDATA[", at: inner) == nil, after("</", at: inner) == nil {
            return elements(from: inner, in: Array(bytes[name]))
        }
        text(from: start)
    }

    /// The texts of all elements up to the end of the one they are in.
    private mutating func elements(from start: Int, in name: [UInt8]) {
        var (place, depth) = (start, 1)
        while place < bytes.count {
            guard let tag = after("<", at: place) else {
                place += 1
                continue
            }
            let isKey = after("key>", at: tag) != nil
            let end = after("/", at: tag)
            if isTag(name, at: end ?? tag) { depth += end == nil ? 1 : -1 }
            if depth == 0 { break }
            guard let content = after(">", at: self.end(of: ">", from: tag)) else { break }
            if !isKey, end == nil { text(from: content) }
            place = content
        }
        walked = max(walked, min(place, bytes.count))
    }

    /// Whether the name of a tag, without its prefix, is another one.
    private func isTag(_ name: [UInt8], at start: Int) -> Bool {
        var end = start
        while end < bytes.count, Self.isOfName(bytes[end]) || bytes[end] == UInt8(ascii: ":") { end += 1 }
        let tag = bytes[start..<end]
        return (tag.lastIndex(of: UInt8(ascii: ":")).map { tag[($0 + 1)...] } ?? tag).elementsEqual(name)
    }

    /// The text up to the next tag, or a section of CDATA.
    mutating func text(from start: Int) {
        guard let data = after("<![CDATA[", at: skipBlanks(start)) else {
            return note(start..<end(of: "<", from: start))
        }
        // What seems to begin another section in this one ends with it: no section is read again for each.
        if !section.contains(data) { section = data..<end(of: "]]>", from: data) }
        note(data..<section.upperBound)
    }

    /// The value of a property list: a text, data or number, or those of an array or dictionary.
    private mutating func propertyListValue(from start: Int, _ kind: SecretName.Kind) {
        let place = skipBlanks(start)
        for tag: StaticString in ["<string>", "<data>"] {
            if let value = after(tag, at: place) { return text(from: value) }
        }
        if kind == .exact, let value = after("<integer>", at: place) { return text(from: value) }
        if kind != .singleText, let inner = after("<dict>", at: place) {
            return elements(from: inner, in: Array("dict".utf8))
        }
        if kind != .singleText, let inner = after("<array>", at: place) {
            elements(from: inner, in: Array("array".utf8))
        }
    }

    /// The value of an attribute, or of a field of a form.
    private mutating func assignment(from start: Int) {
        for quote: StaticString in ["\"", "'"] {
            if let value = after(quote, at: start) { return note(value..<end(of: quote, from: value)) }
        }
        var end = start
        while end < bytes.count, bytes[end] > 0x20, ![0x26, 0x22, 0x3C, 0x3E, 0x5C].contains(bytes[end]) { end += 1 }
        note(start..<end)
    }
}

// MARK: Bytes

extension SecretScanner {
    /// Notes a secret, unless it is empty.
    mutating func note(_ range: Range<Int>, isBare: Bool = false) {
        if bytes[range].contains(where: { $0 > 0x20 }) { secrets.append(Secret(range: range, isBare: isBare)) }
    }

    /// The place after a text that stands at a place, letter case of letters as it is; nil if it does not.
    func after(_ text: StaticString, at place: Int) -> Int? { SecretText.after(text, at: place, in: bytes) }

    /// Where a text stands next; the end of the body if it does not.
    func end(of text: StaticString, from start: Int) -> Int {
        var place = min(start, bytes.count)
        while place < bytes.count, after(text, at: place) == nil { place += 1 }
        return place
    }

    /// The next place that is no blank.
    func skipBlanks(_ start: Int) -> Int { SecretText.skipBlanks(start, in: bytes) }
}
