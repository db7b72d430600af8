import Foundation

/// Writes the binary format; equal texts are written once, keys sorted.
struct BinaryPropertyListWriter {
    /// An object of the object table: its bytes, or a container waiting for the width of references.
    private enum Object {
        /// An object without references.
        case bytes([UInt8])
        /// The places of the elements.
        case array([Int])
        /// The places of keys and values.
        case dictionary(keys: [Int], values: [Int])
    }

    /// The object table, the outermost value first.
    private var objects: [Object] = []
    /// Where texts already lie in the object table.
    private var texts: [String: Int] = [:]

    /// The document that holds a value.
    mutating func document(_ value: PropertyListValue) -> Data {
        objects = []
        texts = [:]
        _ = add(value)
        let width = Self.width(of: objects.count)
        var output = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(output.count)
            Self.append(object, to: &output, width: width)
        }
        let table = output.count
        let offsetWidth = Self.width(of: table)
        for offset in offsets {
            Self.append(offset, to: &output, width: offsetWidth)
        }
        output += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(width)]
        for number in [objects.count, 0, table] {
            Self.append(number, to: &output, width: 8)
        }
        return Data(output)
    }

    /// Adds a value and what it holds; answers its place in the object table.
    private mutating func add(_ value: PropertyListValue) -> Int {
        if case .string(let text) = value { return add(text: text) }
        let place = objects.count
        objects.append(.bytes([]))
        objects[place] =
            switch value {
            case .string: .bytes([])
            case .integer(let number): .bytes([0x13] + Self.bytes(UInt64(bitPattern: number)))
            case .real(let number): .bytes([0x23] + Self.bytes(number.bitPattern))
            case .bool(let flag): .bytes([flag ? 0x09 : 0x08])
            case .date(let date): .bytes([0x33] + Self.bytes(date.timeIntervalSinceReferenceDate.bitPattern))
            case .data(let data): .bytes(Self.marker(0x40, count: data.count) + data)
            case .array(let values): .array(values.map { add($0) })
            case .dictionary(let members): add(members: members)
            }
        return place
    }

    /// Adds the keys and values of a dictionary.
    private mutating func add(members: [String: PropertyListValue]) -> Object {
        let sorted = members.sorted { $0.key < $1.key }
        let keys = sorted.map { add(text: $0.key) }
        return .dictionary(keys: keys, values: sorted.map { add($0.value) })
    }

    /// Adds a text unless it is there already.
    private mutating func add(text: String) -> Int {
        // Swift calls canonically equivalent texts equal; only texts of the same bytes may share a place.
        if let place = texts[text], case .bytes(let bytes) = objects[place], bytes == Self.bytes(text) { return place }
        objects.append(.bytes(Self.bytes(text)))
        texts[text] = objects.count - 1
        return objects.count - 1
    }

    /// A text as ASCII if possible, else as UTF-16.
    private static func bytes(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return marker(0x50, count: text.utf8.count) + text.utf8
        }
        let units = Array(text.utf16)
        return marker(0x60, count: units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    /// The type marker of an object that carries a count.
    private static func marker(_ type: UInt8, count: Int) -> [UInt8] {
        guard count >= 15 else { return [type | UInt8(count)] }
        let width = width(of: count)
        var bytes: [UInt8] = [type | 0x0F, 0x10 | UInt8(width.trailingZeroBitCount)]
        append(count, to: &bytes, width: width)
        return bytes
    }

    /// Appends an object, references in the given width.
    private static func append(_ object: Object, to output: inout [UInt8], width: Int) {
        switch object {
        case .bytes(let bytes): output += bytes
        case .array(let places):
            output += marker(0xA0, count: places.count)
            for place in places { append(place, to: &output, width: width) }
        case .dictionary(let keys, let values):
            output += marker(0xD0, count: keys.count)
            for place in keys + values { append(place, to: &output, width: width) }
        }
    }

    /// Appends the lowest bytes of a number, highest first.
    private static func append(_ number: Int, to output: inout [UInt8], width: Int) {
        for byte in (0..<width).reversed() {
            output.append(UInt8(truncatingIfNeeded: number >> (byte * 8)))
        }
    }

    /// The eight bytes of a number, highest first.
    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// The number of bytes a number up to this one needs: 1, 2, 4 or 8.
    private static func width(of number: Int) -> Int {
        if number < 1 << 8 { return 1 }
        if number < 1 << 16 { return 2 }
        return number < 1 << 32 ? 4 : 8
    }
}
