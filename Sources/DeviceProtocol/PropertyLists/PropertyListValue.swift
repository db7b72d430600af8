public import Foundation

/// A property list in memory.
///
/// Types are distinct, as on the wire: a boolean is not an integer, an integer is not a real.
public enum PropertyListValue: Hashable, Sendable {
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// A truth value.
    case bool(Bool)
    /// Bytes.
    case data(Data)
    /// A moment; XML keeps whole seconds only.
    case date(Date)
    /// Values in order.
    case array([PropertyListValue])
    /// Values by key.
    case dictionary([String: PropertyListValue])

    /// How deep containers may lie in one another, the outermost counted as one.
    public static let maximumNesting = 64

    /// Reads an XML or binary property list.
    ///
    /// Anything that begins neither with `bplist00` nor, after a byte-order mark and white space, with `<` is refused,
    /// so that old-style text lists are never taken. Nesting above 64, entities of a document type, control characters
    /// and unreasonable counts throw `PropertyListError`; no input ends the process.
    public init(parsing data: Data) throws(PropertyListError) {
        let bytes = [UInt8](data)
        if bytes.starts(with: Array("bplist00".utf8)) {
            var parser = try BinaryPropertyListParser(bytes)
            self = try parser.parse()
            return
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard let first = bytes[start...].first(where: { !$0.isBlank }), first == UInt8(ascii: "<") else {
            throw PropertyListError("neither an XML nor a binary property list")
        }
        var parser = XMLPropertyListParser(bytes, from: start)
        self = try parser.parse()
    }

    /// The bytes in one of both formats; keys sorted, the same for equal values.
    ///
    /// Throws `PropertyListError` for nesting above 64 and for what the format cannot hold: control characters other
    /// than tab, line feed and carriage return in XML, dates outside the years 1 to 9999 in XML.
    public func encoded(as format: PropertyListFormat) throws(PropertyListError) -> Data {
        guard !isNestedDeeper(than: Self.maximumNesting) else {
            throw PropertyListError("nested more than \(Self.maximumNesting) levels deep")
        }
        switch format {
        case .xml:
            var writer = XMLPropertyListWriter()
            return try writer.document(self)
        case .binary:
            var writer = BinaryPropertyListWriter()
            return writer.document(self)
        }
    }

    /// Whether containers lie in one another beyond a number of levels.
    private func isNestedDeeper(than levels: Int) -> Bool {
        switch self {
        case .array(let values): levels == 0 || values.contains { $0.isNestedDeeper(than: levels - 1) }
        case .dictionary(let values): levels == 0 || values.values.contains { $0.isNestedDeeper(than: levels - 1) }
        default: false
        }
    }
}
