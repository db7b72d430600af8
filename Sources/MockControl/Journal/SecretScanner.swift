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

    private let bytes: UnsafeRawBufferPointer
    private var secrets: [Secret] = []

    /// Secrets in a body, in their order.
    static func secrets(in buffer: ByteBuffer) -> [Secret] {
        buffer.withUnsafeReadableBytes { bytes in
            var scanner = SecretScanner(bytes: bytes)
            scanner.scan()
            return scanner.merged()
        }
    }

    private init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    private mutating func scan() {
        for needle in SecretName.needles {
            var start = 0
            while let place = needle.place(in: bytes, from: start) {
                let name = wholeName(at: place)
                let known = secrets.count
                if let kind = SecretName.kind(bytes[name]) { lookBehind(name, kind) }
                // Never twice over the same bytes: one that breaks off may reach to the end.
                let reached = secrets[known...].last?.range.upperBound ?? 0
                start = max(name.upperBound, place + 1, reached)
            }
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

    /// The longest part of a name on each side of a place.
    private static let reach = 64

    /// The name a place is in; as long as it may be.
    private func wholeName(at place: Int) -> Range<Int> {
        var (start, end) = (place, place)
        while start > 0, place - start < Self.reach, Self.isOfName(bytes[start - 1]) { start -= 1 }
        while end < bytes.count, end - place < Self.reach, Self.isOfName(bytes[end]) { end += 1 }
        return start..<max(end, place)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
            || byte == 0x2D || byte == 0x2E
    }

    /// Looks for a value behind a name.
    private mutating func lookBehind(_ name: Range<Int>, _ kind: SecretName.Kind) {
        if isElement(name) { return element(after: name.upperBound) }
        if let rest = after("</key>", at: name.upperBound) { return propertyListValue(from: rest, kind) }
        for quote in Self.quotes {
            guard let closed = after(quote, at: name.upperBound), let colon = after(":", at: skipBlanks(closed)) else {
                continue
            }
            return member(from: skipBlanks(colon), quote, kind)
        }
        if let equals = after("=", at: skipBlanks(name.upperBound)) { assignment(from: skipBlanks(equals)) }
    }

    /// What stands around names and texts: JSON, JSON in a text of JSON, JSON in XML.
    private static let quotes: [StaticString] = ["\"", "\\\"", "&quot;", "&#34;"]
}

// MARK: JSON

extension SecretScanner {
    private mutating func member(from start: Int, _ quote: StaticString, _ kind: SecretName.Kind) {
        if let text = after(quote, at: start) {
            note(text..<endOfText(from: text, quote))
        } else if start < bytes.count, bytes[start] == UInt8(ascii: "[") {
            if kind != .singleText { list(from: start + 1, quote) }
        } else if kind == .exact {
            let end = endOfNumber(from: start)
            if end > start { secrets.append(Secret(range: start..<end, isBare: quote.utf8CodeUnitCount == 1)) }
        }
    }

    /// The texts of a list that holds nothing else.
    private mutating func list(from start: Int, _ quote: StaticString) {
        var place = skipBlanks(start)
        while let text = after(quote, at: place) {
            let end = endOfText(from: text, quote)
            note(text..<end)
            guard let closed = after(quote, at: end), let comma = after(",", at: skipBlanks(closed)) else { return }
            place = skipBlanks(comma)
        }
    }

    /// Where a text ends: at its quote, or where the body breaks off.
    private func endOfText(from start: Int, _ quote: StaticString) -> Int {
        let isPlain = quote.utf8CodeUnitCount == 1
        var place = start
        while place < bytes.count {
            if after(quote, at: place) != nil { return place }
            // A text inside a text ends at a quote with one backslash; with three the quote belongs to it.
            let isEscape = bytes[place] == UInt8(ascii: "\\")
            place += isEscape ? (isPlain ? 2 : lengthOfEscape(at: place)) : 1
        }
        return bytes.count
    }

    /// Bytes of an escape inside a text that stands in another: its backslashes, and what they are for.
    private func lengthOfEscape(at place: Int) -> Int {
        var end = place
        while end < bytes.count, bytes[end] == UInt8(ascii: "\\") { end += 1 }
        return end - place + 1
    }

    private func endOfNumber(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] >= 0x30 && bytes[end] <= 0x39 || [0x2B, 0x2D, 0x2E].contains(bytes[end]) {
            end += 1
        }
        return end
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

    /// The text of an element, plain or as CDATA.
    private mutating func element(after name: Int) {
        var place = name
        while place < bytes.count, bytes[place] != UInt8(ascii: ">"), bytes[place] != UInt8(ascii: "<") { place += 1 }
        guard let start = after(">", at: place), bytes[place - 1] != UInt8(ascii: "/") else { return }
        text(from: start)
    }

    private mutating func text(from start: Int) {
        if let data = after("<![CDATA[", at: skipBlanks(start)) {
            var end = data
            while end < bytes.count, after("]]>", at: end) == nil { end += 1 }
            return note(data..<end)
        }
        note(start..<end(of: "<", from: start))
    }

    /// The value of a property list: a text, data or number, or those of an array.
    private mutating func propertyListValue(from start: Int, _ kind: SecretName.Kind) {
        let place = skipBlanks(start)
        for tag: StaticString in ["<string>", "<data>"] {
            if let value = after(tag, at: place) { return text(from: value) }
        }
        if kind == .exact, let value = after("<integer>", at: place) { return text(from: value) }
        guard kind != .singleText, var next = after("<array>", at: place) else { return }
        while let value = after("<string>", at: skipBlanks(next)) ?? after("<data>", at: skipBlanks(next)) {
            text(from: value)
            next = end(of: ">", from: value) + 1
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
    private mutating func note(_ range: Range<Int>) {
        if bytes[range].contains(where: { $0 > 0x20 }) { secrets.append(Secret(range: range)) }
    }

    /// The place after a text that stands at a place, letter case of letters as it is; nil if it does not.
    private func after(_ text: StaticString, at place: Int) -> Int? {
        let count = text.utf8CodeUnitCount
        guard place >= 0, place + count <= bytes.count else { return nil }
        return text.withUTF8Buffer { bytes[place..<(place + count)].elementsEqual($0) } ? place + count : nil
    }

    private func end(of text: StaticString, from start: Int) -> Int {
        var place = min(start, bytes.count)
        while place < bytes.count, after(text, at: place) == nil { place += 1 }
        return place
    }

    private func skipBlanks(_ start: Int) -> Int {
        var place = start
        while place < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[place]) { place += 1 }
        return place
    }
}
