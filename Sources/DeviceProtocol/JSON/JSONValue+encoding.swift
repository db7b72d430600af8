public import Foundation

extension JSONValue {
    /// The JSON text of a value without white space: members in their order, numbers as they were written.
    public func encoded() -> Data {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return Data(bytes)
    }

    /// Adds the text to bytes.
    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += Array("null".utf8)
        case .bool(let value): bytes += Array((value ? "true" : "false").utf8)
        case .number(let text): bytes += Array(text.utf8)
        case .string(let text): Self.append(text, to: &bytes)
        case .array(let elements): Self.append(elements, between: "[]", to: &bytes) { $0.append(to: &$1) }
        case .object(let members):
            Self.append(members, between: "{}", to: &bytes) { member, bytes in
                Self.append(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
        }
    }

    /// Adds elements with commas between two brackets.
    private static func append<Element>(
        _ elements: [Element], between brackets: String, to bytes: inout [UInt8],
        _ write: (Element, inout [UInt8]) -> Void
    ) {
        bytes += Array(brackets.utf8.prefix(1))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element, &bytes)
        }
        bytes += Array(brackets.utf8.suffix(1))
    }

    /// Adds a text in quotes, with the escapes JSON asks for.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
