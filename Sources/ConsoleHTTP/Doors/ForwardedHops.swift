import ConsolePlatform
import HTTPTypes

/// Which header field the named proxies write (Configuration, "Listening").
///
/// Only that one is read: most proxies pass on the other as the client wrote it.
package enum ProxyHeader: String, CaseIterable, Sendable {
    /// `X-Forwarded-For`, which nearly all proxies write.
    case forwardedFor = "x-forwarded-for"
    /// `Forwarded` (RFC 7239).
    case forwarded

    /// Its name.
    var name: HTTPField.Name {
        switch self {
        case .forwardedFor: .forwardedFor
        case .forwarded: .forwarded
        }
    }
}

/// What proxies wrote of those before them, the nearest first; nil where that is no address.
///
/// It is read from the right, where each proxy appends, and no further than somebody asks: whatever a client has put
/// before that, such as a quote that never ends, cannot change how it is read.
struct ForwardedHops: Sequence, IteratorProtocol {
    /// The most hops that are read; what stands before them is ignored.
    static let limit = 32

    private let header: ProxyHeader
    /// Fields that are not read yet.
    private var fields: ArraySlice<String>
    /// What is not read yet of the field that is being read; nil if that is nothing.
    private var rest: ArraySlice<UInt8>?
    private var count = 0

    init(_ fields: HTTPFields, _ header: ProxyHeader) {
        self.header = header
        self.fields = fields[values: header.name][...]
    }

    mutating func next() -> IPAddress?? {
        guard count < Self.limit else { return nil }
        if rest == nil { rest = fields.popLast().map { Array($0.utf8)[...] } }
        guard var bytes = rest else { return nil }
        count += 1
        let node =
            switch header {
            case .forwardedFor: Self.takeListed(&bytes)
            case .forwarded: Self.takeElement(&bytes)
            }
        // A comma that was taken off says that something stands before it, be that empty.
        rest = node.isLast ? nil : bytes
        let address = node.text.flatMap(Self.address)
        // Where one cannot be read, it is not known where the one before it ends.
        if address == nil { count = Self.limit }
        return .some(address)
    }

    /// A node as it was written, nil if it cannot be read; and whether nothing stands before it in its field.
    private typealias Node = (text: ArraySlice<UInt8>?, isLast: Bool)

    /// Takes the last node of `X-Forwarded-For` off, with the comma before it.
    private static func takeListed(_ bytes: inout ArraySlice<UInt8>) -> Node {
        let comma = bytes.lastIndex(of: .comma)
        var node = comma.map { bytes[($0 + 1)...] } ?? bytes
        bytes = comma.map { bytes[..<$0] } ?? []
        trimEnd(&node)
        return (node.drop(while: \.isBlank), comma == nil)
    }

    /// Takes the last element of `Forwarded` off, with the comma before it.
    private static func takeElement(_ bytes: inout ArraySlice<UInt8>) -> Node {
        var node: ArraySlice<UInt8>?
        while true {
            trimEnd(&bytes)
            switch bytes.last {
            case .semicolon?:
                bytes.removeLast()
                continue
            case nil: return (node, true)
            case .comma?:
                bytes.removeLast()
                return (node, false)
            default: break
            }
            guard let (name, value) = takePair(&bytes) else { return (nil, true) }
            if name.elementsEqual("for".utf8, by: { $0 | 0x20 == $1 }) {
                guard node == nil else { return (nil, true) }
                node = value
            }
            trimEnd(&bytes)
            // Pairs have something between them.
            guard bytes.last.map({ $0 == .semicolon || $0 == .comma }) ?? true else { return (nil, true) }
        }
    }

    /// Takes the last pair of an element off; nil if it is none.
    private static func takePair(
        _ bytes: inout ArraySlice<UInt8>
    ) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
        let value = bytes.last == .quote ? takeQuoted(&bytes) : takeToken(&bytes)
        guard let value, bytes.popLast() == .equals, let name = takeToken(&bytes) else { return nil }
        return (name, value)
    }

    private static func takeToken(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let start = bytes.lastIndex { !$0.isOfToken }.map { $0 + 1 } ?? bytes.startIndex
        let token = bytes[start...]
        bytes = bytes[..<start]
        return token.isEmpty ? nil : token
    }

    /// Takes off what stands in quotes, of which the last one is the end of the bytes; nil if there is no first one.
    private static func takeQuoted(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let whole = bytes
        let end = whole.endIndex - 1
        guard !isEscaped(end, in: whole) else { return nil }
        var before = whole[..<end]
        while let quote = before.lastIndex(of: .quote) {
            before = before[..<quote]
            guard !isEscaped(quote, in: whole) else { continue }
            bytes = before
            return unescaped(whole[(quote + 1)..<end])
        }
        return nil
    }

    /// Whether an odd number of backslashes stands before an index.
    private static func isEscaped(_ index: Int, in bytes: ArraySlice<UInt8>) -> Bool {
        !bytes[..<index].reversed().prefix { $0 == .backslash }.count.isMultiple(of: 2)
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.contains(.backslash) else { return bytes }
        var plain: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            isEscaped = byte == .backslash && !isEscaped
            if !isEscaped { plain.append(byte) }
        }
        return plain[...]
    }

    private static func trimEnd(_ bytes: inout ArraySlice<UInt8>) {
        while bytes.last?.isBlank == true { bytes.removeLast() }
    }

    /// Bytes of the longest node: an address of version 6 in brackets, and a port.
    private static let longestNode = 53

    /// The address of a node, which may have a port and brackets; nil for `unknown`, a hidden name or anything else.
    private static func address(_ node: ArraySlice<UInt8>) -> IPAddress? {
        guard node.count <= longestNode else { return nil }
        var host = node
        if node.first == .bracket, let end = node.firstIndex(of: .closingBracket) {
            host = node[(node.startIndex + 1)..<end]
            guard host.contains(.colon), isPort(node[(end + 1)...]) else { return nil }
        } else if let colon = node.firstIndex(of: .colon), node.lastIndex(of: .colon) == colon {
            host = node[..<colon]
            guard isPort(node[colon...]) else { return nil }
        }
        return IPAddress(String(decoding: host, as: UTF8.self))?.unmapped
    }

    /// Whether bytes are a colon and a port, or nothing.
    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == .colon else { return bytes.isEmpty }
        return (2...6).contains(bytes.count) && bytes.dropFirst().allSatisfy { (48...57).contains($0) }
    }
}

extension UInt8 {
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let semicolon = UInt8(ascii: ";")
    fileprivate static let colon = UInt8(ascii: ":")
    fileprivate static let equals = UInt8(ascii: "=")
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let bracket = UInt8(ascii: "[")
    fileprivate static let closingBracket = UInt8(ascii: "]")

    /// Whether it is a space or a tab.
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// Whether it may stand in a token (RFC 9110, section 5.6.2).
    fileprivate var isOfToken: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }
}
