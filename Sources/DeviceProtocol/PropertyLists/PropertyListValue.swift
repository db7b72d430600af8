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
    /// and unreasonable counts throw `PropertyListError`; no input ends the process, and none makes more values or texts
    /// than a multiple of its own length.
    public init(parsing data: Data) throws(PropertyListError) {
        try self.init(parsing: data, within: .wide(for: data.count))
    }

    /// Reads an XML or binary property list, of the latter no more than a budget has room for.
    ///
    /// - Throws: ``PropertyListError``, as reading without a budget does.
    package init(parsing data: Data, within budget: PropertyListBudget) throws(PropertyListError) {
        let bytes = [UInt8](data)
        if Self.isBinary(bytes) {
            var parser = try BinaryPropertyListParser(bytes, within: budget)
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

    /// The short texts of the dictionary that a binary property list is, by their keys; nothing else of it is read.
    ///
    /// What it costs follows from the length of the list, whatever the list refers to.
    ///
    /// - Parameters:
    ///   - data: The list.
    ///   - length: The most bytes of a key or a text; what is longer is left out.
    /// - Returns: The texts; none if it is no dictionary.
    /// - Throws: ``PropertyListError`` if it is no binary property list, or breaks the rules of one.
    package static func outermostTexts(
        ofBinary data: Data, upTo length: Int
    ) throws(PropertyListError) -> [String: String] {
        let bytes = [UInt8](data)
        guard isBinary(bytes) else { throw PropertyListError("no binary property list") }
        var parser = try BinaryPropertyListParser(bytes, within: .narrow(for: bytes.count))
        return try parser.outermostTexts(upTo: length)
    }

    private static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("bplist00".utf8)) }

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
