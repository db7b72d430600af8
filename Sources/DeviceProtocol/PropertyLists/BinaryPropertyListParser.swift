import Foundation

/// Reads the binary format; every number of the file is checked before it is used.
struct BinaryPropertyListParser {
    /// The whole file.
    private let bytes: [UInt8]
    /// Bytes of one entry of the offset table.
    private let offsetWidth: Int
    /// Bytes of one reference to an object.
    private let referenceWidth: Int
    /// The number of objects.
    private let count: Int
    /// The number of the outermost object.
    private let top: Int
    /// Where the offset table begins.
    private let table: Int
    /// Values that may still be made.
    private var remainingValues: Int
    /// Bytes of texts and data that may still be copied.
    private var remainingBytes: Int

    /// Reads the trailer; throws `PropertyListError` if it points outside the file.
    init(_ bytes: [UInt8], within budget: PropertyListBudget) throws(PropertyListError) {
        guard bytes.count >= 8 + 32 else { throw PropertyListError("binary property list is too short") }
        let trailer = bytes.count - 32
        self.bytes = bytes
        offsetWidth = Int(bytes[trailer + 6])
        referenceWidth = Int(bytes[trailer + 7])
        let numbers = [8, 16, 24].map { Self.number(bytes, at: trailer + $0, width: 8) }
        guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth),
            let count = numbers[0], let top = numbers[1], let table = numbers[2],
            count >= 1, top < count, table >= 9, table <= trailer, count <= (trailer - table) / offsetWidth
        else { throw PropertyListError("binary property list has an impossible trailer") }
        self.count = count
        self.top = top
        self.table = table
        remainingValues = budget.values
        remainingBytes = budget.bytes
    }

    /// The outermost value.
    mutating func parse() throws(PropertyListError) -> PropertyListValue {
        try object(top, depth: 0)
    }

    /// The texts of the outermost dictionary by their keys, without what is longer than so many bytes; other values are
    /// not read.
    mutating func outermostTexts(upTo length: Int) throws(PropertyListError) -> [String: String] {
        let start = try offset(of: top)
        guard bytes[start] >> 4 == 0xD else { return [:] }
        let references = try references(at: start, perElement: 2, depth: 1)
        let half = references.count / 2
        var texts: [String: String] = [:]
        for index in 0..<half {
            guard let key = try text(references[index], upTo: length),
                let value = try text(references[half + index], upTo: length)
            else { continue }
            texts[key] = value
        }
        return texts
    }

    /// The text that an object is; nil if it is something else, or longer than so many bytes.
    private mutating func text(_ index: Int, upTo length: Int) throws(PropertyListError) -> String? {
        let start = try offset(of: index)
        let kind = bytes[start] >> 4
        guard kind == 0x5 || kind == 0x6 else { return nil }
        let unit = kind == 0x5 ? 1 : 2
        guard try countedContent(at: start, unit: unit).count <= length / unit else { return nil }
        return try text(at: start)
    }

    /// The object of a number.
    private mutating func object(_ index: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
        remainingValues -= 1
        guard remainingValues >= 0 else { throw PropertyListError("binary property list has too many values") }
        let start = try offset(of: index)
        let marker = bytes[start]
        switch marker >> 4 {
        case 0x0 where marker == 0x08: return .bool(false)
        case 0x0 where marker == 0x09: return .bool(true)
        case 0x1: return .integer(try integer(at: start))
        case 0x2: return .real(try real(at: start))
        case 0x3 where marker == 0x33: return .date(try date(at: start))
        case 0x4: return .data(Data(try content(at: start, unit: 1)))
        case 0x5, 0x6: return .string(try text(at: start))
        case 0xA: return .array(try elements(at: start, depth: depth + 1))
        case 0xD: return .dictionary(try members(at: start, depth: depth + 1))
        default: throw PropertyListError("binary property list has an object of an unknown kind")
        }
    }

    /// Where an object begins.
    private func offset(of index: Int) throws(PropertyListError) -> Int {
        guard index < count,
            let offset = Self.number(bytes, at: table + index * offsetWidth, width: offsetWidth),
            offset >= 8, offset < table
        else { throw PropertyListError("binary property list has a reference to nowhere") }
        return offset
    }

    /// The elements of an array.
    private mutating func elements(at start: Int, depth: Int) throws(PropertyListError) -> [PropertyListValue] {
        let references = try references(at: start, perElement: 1, depth: depth)
        var values: [PropertyListValue] = []
        for reference in references {
            values.append(try object(reference, depth: depth))
        }
        return values
    }

    /// The members of a dictionary; of a key that occurs twice, the last one stays.
    private mutating func members(
        at start: Int, depth: Int
    ) throws(PropertyListError) -> [String: PropertyListValue] {
        let references = try references(at: start, perElement: 2, depth: depth)
        let half = references.count / 2
        var members: [String: PropertyListValue] = [:]
        for index in 0..<half {
            guard case .string(let key) = try object(references[index], depth: depth) else {
                throw PropertyListError("binary property list has a key that is not a text")
            }
            members[key] = try object(references[half + index], depth: depth)
        }
        return members
    }

    /// The references a container holds.
    private func references(
        at start: Int, perElement: Int, depth: Int
    ) throws(PropertyListError) -> [Int] {
        guard depth <= PropertyListValue.maximumNesting else {
            throw PropertyListError("nested more than \(PropertyListValue.maximumNesting) levels deep")
        }
        let (first, elements) = try countedContent(at: start, unit: perElement * referenceWidth)
        var references: [Int] = []
        references.reserveCapacity(elements * perElement)
        for index in 0..<(elements * perElement) {
            let place = first + index * referenceWidth
            guard let reference = Self.number(bytes, at: place, width: referenceWidth) else {
                throw PropertyListError("binary property list has a reference to nowhere")
            }
            references.append(reference)
        }
        return references
    }
}

/// Scalars of the binary format.
extension BinaryPropertyListParser {
    /// An unsigned number, highest byte first, or nothing if it does not fit or lies outside the file.
    private static func number(_ bytes: [UInt8], at start: Int, width: Int) -> Int? {
        guard start >= 0, width <= bytes.count, start <= bytes.count - width else { return nil }
        var value: UInt64 = 0
        for byte in bytes[start..<(start + width)] {
            value = value << 8 | UInt64(byte)
        }
        return Int(exactly: value)
    }

    /// Where the content of a counted object begins, and how many units it has.
    private func countedContent(at start: Int, unit: Int) throws(PropertyListError) -> (first: Int, count: Int) {
        var count = Int(bytes[start] & 0x0F)
        var first = start + 1
        if count == 15 {
            guard first < table, bytes[first] >> 4 == 1, bytes[first] & 0x0F <= 3 else {
                throw PropertyListError("binary property list has an impossible count")
            }
            let width = 1 << Int(bytes[first] & 0x0F)
            guard let number = Self.number(bytes, at: first + 1, width: width) else {
                throw PropertyListError("binary property list has an impossible count")
            }
            count = number
            first += 1 + width
        }
        guard first <= table, count <= (table - first) / unit else {
            throw PropertyListError("binary property list ends too early")
        }
        return (first, count)
    }

    /// The bytes of a counted object.
    private mutating func content(at start: Int, unit: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
        let (first, count) = try countedContent(at: start, unit: unit)
        remainingBytes -= count * unit
        guard remainingBytes >= 0 else { throw PropertyListError("binary property list unfolds to too many bytes") }
        return bytes[first..<(first + count * unit)]
    }

    /// A text, ASCII or UTF-16.
    private mutating func text(at start: Int) throws(PropertyListError) -> String {
        if bytes[start] >> 4 == 0x5 {
            let content = try content(at: start, unit: 1)
            guard content.allSatisfy({ $0 < 0x80 }) else {
                throw PropertyListError("binary property list has an ASCII text with other bytes")
            }
            return String(decoding: content, as: UTF8.self)
        }
        let content = try content(at: start, unit: 2)
        let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
            UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw PropertyListError("binary property list has a text with half a surrogate pair")
        }
        return text
    }

    /// An integer: up to four bytes unsigned, eight signed, sixteen if it fits.
    private func integer(at start: Int) throws(PropertyListError) -> Int64 {
        let width = 1 << Int(bytes[start] & 0x0F & 0x07)
        guard bytes[start] & 0x0F <= 4, start + 1 + width <= table else {
            throw PropertyListError("binary property list has an impossible integer")
        }
        let content = bytes[(start + 1)..<(start + 1 + width)]
        let low = content.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let value = Int64(bitPattern: low)
        guard width == 16 else { return value }
        guard content.prefix(8).allSatisfy({ $0 == (value < 0 ? 0xFF : 0) }) else {
            throw PropertyListError("binary property list has an integer that is too large")
        }
        return value
    }

    /// A floating-point number of four or eight bytes.
    private func real(at start: Int) throws(PropertyListError) -> Double {
        let width = bytes[start] & 0x0F
        guard width == 2 || width == 3, start + 1 + (1 << Int(width)) <= table else {
            throw PropertyListError("binary property list has an impossible number")
        }
        let pattern = bytes[(start + 1)..<(start + 1 + (1 << Int(width)))].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return width == 2
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))) : Double(bitPattern: pattern)
    }

    /// A moment: seconds since the start of 2001.
    private func date(at start: Int) throws(PropertyListError) -> Date {
        let seconds = try real(at: start)
        guard seconds.isFinite else { throw PropertyListError("binary property list has an impossible date") }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }
}
