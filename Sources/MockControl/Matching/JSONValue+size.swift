import DeviceProtocol

extension JSONValue {
    /// How many bytes the value has as JSON, counted until there are more than a limit.
    func byteCount(upTo limit: Int) -> Int {
        var count = 0
        add(to: &count, limit)
        return count
    }

    private func add(to count: inout Int, _ limit: Int) {
        guard count <= limit else { return }
        switch self {
        case .null: count += 4
        case .bool(let flag): count += flag ? 4 : 5
        case .number(let text): count += text.utf8.count
        case .string(let text): count += Self.byteCount(of: text)
        case .array(let elements):
            count += 2 + max(0, elements.count - 1)
            for element in elements where count <= limit { element.add(to: &count, limit) }
        case .object(let members):
            count += 2 + max(0, members.count - 1)
            for member in members where count <= limit {
                count += Self.byteCount(of: member.name) + 1
                member.value.add(to: &count, limit)
            }
        }
    }

    /// A text with its quotes and escapes.
    private static func byteCount(of text: String) -> Int {
        text.utf8.reduce(2) { count, byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): count + 2
            case 0..<0x20: count + 6
            default: count + 1
            }
        }
    }
}

extension JSONValue {
    /// How many lists and objects lie within one another; 0 for a plain value.
    var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.lazy.map(\.value.depth).max() ?? 0)
        default: 0
        }
    }
}
