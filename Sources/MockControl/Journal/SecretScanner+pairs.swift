/// Pairs of a name and a value that are members, attributes or parts of their own.
extension SecretScanner {
    /// What a member or attribute says of such a pair.
    private enum Role {
        case label, value, other

        init(_ name: some Sequence<UInt8>) {
            let letters = String(
                decoding: name.prefix(16).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
            switch letters {
            case "key", "name", "id", "field", "parameter", "param", "attribute", "property": self = .label
            case "value", "values", "val", "content", "text", "data": self = .value
            default: self = .other
            }
        }
    }

    /// An object that may be such a pair.
    private struct Frame {
        var role = Role.other
        var isSecret = false
        /// Whether it is the value of one, or in that.
        var isValue = false
        var values: [Secret] = []
    }

    /// The deepest object that is looked into.
    private static let depth = 256

    /// Looks for `{"name": "password", "value": "x"}` and for `<item name="password" value="x"/>`.
    mutating func lookForPairs() {
        for quote: StaticString in ["\"", "\\\""] { objects(quote) }
        var place = 0
        while place < bytes.count {
            place = bytes[place] == UInt8(ascii: "<") ? tag(from: place + 1) : place + 1
        }
    }

    // MARK: Objects

    private mutating func objects(_ quote: StaticString) {
        // What ends a text that such JSON stands in does not end the body.
        var start = 0
        while start < bytes.count {
            var parts = SecretParts(bytes, from: start, quote: quote)
            objects(&parts)
            start = max(parts.place, start) + 1
        }
    }

    private mutating func objects(_ parts: inout SecretParts) {
        var frames = [Frame()]
        while let part = parts.next() {
            let last = frames.count - 1
            switch part {
            case .open:
                let isValue = frames[last].isValue || frames[last].role == .value
                if frames.count <= Self.depth { frames.append(Frame(isValue: isValue)) }
            case .close: if last > 0 { close(&frames) }
            case .name(let name): frames[last].role = Role(bytes[name])
            case .text(let text): add(text, to: &frames[last])
            case .bare(let value):
                let isNumber = Self.isNumber(String(decoding: bytes[value].prefix(64), as: UTF8.self))
                if isNumber, frames[last].isValue || frames[last].role == .value {
                    frames[last].values.append(Secret(range: value, isBare: true))
                }
            }
        }
        while frames.count > 1 { close(&frames) }
    }

    private func add(_ text: Range<Int>, to frame: inout Frame) {
        if frame.isValue { frame.values.append(Secret(range: text)) }
        switch frame.role {
        case .label: if text.count <= 64, SecretName.kind(bytes[text]) == .exact { frame.isSecret = true }
        case .value: if !frame.isValue { frame.values.append(Secret(range: text)) }
        case .other: break
        }
    }

    /// Ends an object: what is below a value belongs to the pair that has the value.
    private mutating func close(_ frames: inout [Frame]) {
        var frame = frames.removeLast()
        if frame.isSecret {
            for secret in frame.values { note(secret.range, isBare: secret.isBare) }
        } else if frame.isValue {
            // The few move to the many, so that values do not move once for each object around them.
            let last = frames.count - 1
            if frames[last].values.count < frame.values.count { swap(&frames[last].values, &frame.values) }
            frames[last].values += frame.values
        }
    }

    // MARK: Tags

    /// Looks through the attributes of a tag; where it ends.
    private mutating func tag(from start: Int) -> Int {
        var place = start
        var frame = Frame()
        while place < bytes.count, bytes[place] != UInt8(ascii: ">"), bytes[place] != UInt8(ascii: "<") {
            guard let quoted = after("=\"", at: place) ?? after("='", at: place) else {
                place += 1
                continue
            }
            frame.role = role(before: place)
            let end = bytes[quoted - 1] == UInt8(ascii: "'") ? end(of: "'", from: quoted) : end(of: "\"", from: quoted)
            add(quoted..<end, to: &frame)
            place = min(end + 1, bytes.count)
        }
        guard frame.isSecret else { return place }
        for secret in frame.values { note(secret.range) }
        if frame.values.isEmpty, bytes[place - 1] != UInt8(ascii: "/"), let text = after(">", at: place),
            !Self.hasNoText(bytes[start..<place])
        {
            self.text(from: text)
        }
        return place
    }

    /// What the attribute is whose value begins at a place.
    private func role(before place: Int) -> Role {
        var start = place
        while start > 0, place - start < 16, Self.isOfName(bytes[start - 1]) { start -= 1 }
        return Role(bytes[start..<place])
    }

    /// Whether the text behind a tag says something to people.
    private static func hasNoText(_ tag: Slice<UnsafeRawBufferPointer>) -> Bool {
        let name = String(decoding: tag.prefix(16).prefix(while: isOfName), as: UTF8.self).lowercased()
        return ["input", "a", "button", "form", "label", "meta", "div", "span", "section", "select"].contains(name)
    }
}
