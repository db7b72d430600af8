import Foundation
import Testing

@testable import DeviceProtocol

/// A binary property list put together by hand, any part of it as wrong as a test likes.
struct HandMadeList {
    var objects: [[UInt8]]
    var header = Array("bplist00".utf8)
    var offsetWidth = 1
    var referenceWidth: UInt8 = 1
    var top: UInt64 = 0
    var count: UInt64?
    var table: UInt64?
    /// Added to every entry of the offset table.
    var shift = 0

    static func bytes(_ number: UInt64, width: Int) -> [UInt8] {
        (0..<width).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 }
    }

    var data: Data {
        var bytes = header
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count + shift)
            bytes += object
        }
        let place = bytes.count
        for offset in offsets { bytes += Self.bytes(UInt64(max(offset, 0)), width: offsetWidth) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), referenceWidth]
        for number in [count ?? UInt64(objects.count), top, table ?? UInt64(place)] {
            bytes += Self.bytes(number, width: 8)
        }
        return Data(bytes)
    }

    var value: PropertyListValue? { try? PropertyListValue(parsing: data) }

    var reason: String? {
        failure { () throws(PropertyListError) in try PropertyListValue(parsing: data) }?.reason
    }
}

/// Objects of the binary format, each type in each width.
struct BinaryPropertyListObjectTests {
    static let good: [([UInt8], PropertyListValue)] = [
        ([0x08], .bool(false)), ([0x09], .bool(true)), ([0x10, 0x00], .integer(0)), ([0x10, 0x7F], .integer(127)),
        ([0x10, 0x80], .integer(128)), ([0x11, 0x80, 0x01], .integer(32_769)), ([0x11, 0x00, 0xFF], .integer(255)),
        ([0x12, 0x80, 0x00, 0x00, 0x01], .integer(2_147_483_649)),
        ([0x13, 0x80, 0, 0, 0, 0, 0, 0, 0], .integer(.min)),
        ([0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255], .integer(.max)),
        ([0x13, 0x01, 2, 3, 4, 5, 6, 7, 8], .integer(0x0102_0304_0506_0708)),
        ([0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 255, 255, 255, 255, 255, 255, 255], .integer(.max)),
        ([0x14, 255, 255, 255, 255, 255, 255, 255, 255, 0x80, 0, 0, 0, 0, 0, 0, 0], .integer(.min)),
        ([0x22, 0xC0, 0x20, 0, 0], .real(-2.5)), ([0x22, 0x7F, 0x80, 0, 0], .real(.infinity)),
        ([0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], .real(1.5)), ([0x23, 0xC0, 0x59, 0, 0, 0, 0, 0, 0], .real(-100)),
        ([0x33, 0, 0, 0, 0, 0, 0, 0, 0], .date(Date(timeIntervalSinceReferenceDate: 0))),
        ([0x33, 0xBF, 0xF8, 0, 0, 0, 0, 0, 0], .date(Date(timeIntervalSinceReferenceDate: -1.5))),
        ([0x40], .data(Data())), ([0x42, 0xFF, 0x00], .data(Data([255, 0]))), ([0x50], .string("")),
        ([0x53, 0x61, 0x0A, 0x7F], .string("a\n\u{7F}")), ([0x60], .string("")),
        ([0x61, 0x00, 0xE4], .string("ä")), ([0x62, 0xD8, 0x3D, 0xDE, 0x00], .string("😀")), ([0xA0], .array([])),
        ([0xD0], .dictionary([:])), ([0x5F, 0x10, 0x01, 0x61], .string("a")),
        ([0x5F, 0x11, 0x00, 0x02, 0x61, 0x62], .string("ab")), ([0x4F, 0x12, 0, 0, 0, 1, 9], .data(Data([9]))),
        ([0x6F, 0x13, 0, 0, 0, 0, 0, 0, 0, 1, 0x20, 0xAC], .string("€")), ([0xAF, 0x10, 0x00], .array([])),
        ([0xDF, 0x11, 0, 0], .dictionary([:])),
    ]

    @Test(arguments: good)
    func `An object has the value of its bytes`(object: [UInt8], value: PropertyListValue) {
        #expect(HandMadeList(objects: [object]).value == value)
    }

    static let bad: [([UInt8], String)] = [
        ([0x00], "binary property list has an object of an unknown kind"),
        ([0x07], "binary property list has an object of an unknown kind"),
        ([0x0A], "binary property list has an object of an unknown kind"),
        ([0x32, 0, 0, 0, 0], "binary property list has an object of an unknown kind"),
        ([0x34, 0, 0, 0, 0], "binary property list has an object of an unknown kind"),
        ([0x70], "binary property list has an object of an unknown kind"),
        ([0x80, 0], "binary property list has an object of an unknown kind"),
        ([0xB0], "binary property list has an object of an unknown kind"),
        ([0xC0], "binary property list has an object of an unknown kind"),
        ([0xE0], "binary property list has an object of an unknown kind"),
        ([0xF0], "binary property list has an object of an unknown kind"),
        ([0x10], "binary property list has an impossible integer"),
        ([0x11, 0], "binary property list has an impossible integer"),
        ([0x13, 0, 0, 0, 0, 0, 0, 0], "binary property list has an impossible integer"),
        (wide(0x15, 0, 32), "binary property list has an impossible integer"),
        ([0x18, 0], "binary property list has an impossible integer"),
        ([0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], tooLarge),
        ([0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0], tooLarge),
        ([0x14, 255, 255, 255, 255, 255, 255, 255, 255, 0x7F, 0, 0, 0, 0, 0, 0, 0], tooLarge),
        ([0x20, 0], "binary property list has an impossible number"),
        ([0x21, 0, 0], "binary property list has an impossible number"),
        ([0x22, 0, 0, 0], "binary property list has an impossible number"),
        ([0x23, 0, 0, 0, 0, 0, 0, 0], "binary property list has an impossible number"),
        (wide(0x24, 0, 16), "binary property list has an impossible number"),
        ([0x33, 0, 0, 0, 0, 0, 0, 0], "binary property list has an impossible number"),
        ([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], "binary property list has an impossible date"),
        ([0x33, 0xFF, 0xF0, 0, 0, 0, 0, 0, 0], "binary property list has an impossible date"),
        ([0x41], "binary property list ends too early"), ([0x52, 0x61], "binary property list ends too early"),
        ([0x61, 0x00], "binary property list ends too early"), ([0xA1], "binary property list ends too early"),
        ([0xD1, 0], "binary property list ends too early"),
        ([0x5F, 0x10, 0x02, 0x61], "binary property list ends too early"),
        ([0x5F], "binary property list has an impossible count"),
        ([0x5F, 0x20, 0x01, 0x61], "binary property list has an impossible count"),
        ([0x5F, 0x14, 0x01, 0x61], "binary property list has an impossible count"),
        ([0x5F, 0x00, 0x01, 0x61], "binary property list has an impossible count"),
        ([0x4F, 0x13, 0x80, 0, 0, 0, 0, 0, 0, 0], "binary property list has an impossible count"),
        ([0x51, 0x80], "binary property list has an ASCII text with other bytes"),
        ([0x61, 0xDC, 0x00], "binary property list has a text with half a surrogate pair"),
        ([0x62, 0xDC, 0x00, 0xD8, 0x00], "binary property list has a text with half a surrogate pair"),
    ]

    @Test(arguments: bad)
    func `An object that cannot be is refused with its reason`(object: [UInt8], reason: String) {
        #expect(HandMadeList(objects: [object]).reason == reason)
    }

    /// A marker with the same byte behind it many times.
    static func wide(_ marker: UInt8, _ byte: UInt8, _ count: Int) -> [UInt8] {
        [marker] + [UInt8](repeating: byte, count: count)
    }

    static let tooLarge = "binary property list has an integer that is too large"

    @Test(arguments: [14, 15, 16, 255, 256, 65_535, 65_536])
    func `Counts at the borders of their widths survive`(count: Int) throws {
        for value in [
            PropertyListValue.string(String(repeating: "x", count: count)), .data(Data(repeating: 1, count: count)),
            .string(String(repeating: "ä", count: count)), .array(Array(repeating: .string("x"), count: count)),
        ] {
            #expect(try PropertyListValue(parsing: value.encoded(as: .binary)) == value)
        }
    }

    @Test(
        arguments: [
            (14, [0x5E]), (15, [0x5F, 0x10, 15]), (255, [0x5F, 0x10, 255]), (256, [0x5F, 0x11, 1, 0]),
            (65_536, [0x5F, 0x12, 0, 1, 0, 0]),
        ] as [(Int, [UInt8])])
    func `A text begins with its count in the smallest width`(count: Int, marker: [UInt8]) throws {
        let data = try PropertyListValue.string(String(repeating: "x", count: count)).encoded(as: .binary)
        #expect(data.dropFirst(8).starts(with: marker + [0x78]))
    }

    @Test func `A small list is written byte by byte as the format demands`() throws {
        let value = PropertyListValue.dictionary([
            "b": .array([.bool(true), .string("a"), .integer(-1)]), "a": .real(1), "c": .data(Data([7])),
        ])
        let expected = HandMadeList(objects: [
            [0xD3, 1, 2, 3, 4, 5, 8], [0x51, 0x61], [0x51, 0x62], [0x51, 0x63],
            [0x23, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0], [0xA3, 6, 1, 7], [0x09],
            [0x13, 255, 255, 255, 255, 255, 255, 255, 255], [0x41, 7],
        ])
        #expect(try value.encoded(as: .binary) == expected.data)
    }
}

/// Trailer, offset table and references of the binary format.
struct BinaryPropertyListLayoutTests {
    static let objects: [[UInt8]] = [[0xA2, 1, 2], [0x09], [0x51, 0x61]]
    static let value = PropertyListValue.array([.bool(true), .string("a")])
    static let trailer = "binary property list has an impossible trailer"
    static let nowhere = "binary property list has a reference to nowhere"

    @Test(arguments: 1...8)
    func `Offsets may have any width up to eight bytes`(width: Int) {
        #expect(HandMadeList(objects: Self.objects, offsetWidth: width).value == Self.value)
    }

    @Test(arguments: 1...8)
    func `References may have any width up to eight bytes`(width: Int) {
        let references = HandMadeList.bytes(1, width: width) + HandMadeList.bytes(2, width: width)
        let objects = [[0xA2] + references, [0x09], [0x51, 0x61]]
        #expect(HandMadeList(objects: objects, referenceWidth: UInt8(width)).value == Self.value)
        let members: [[UInt8]] = [[0xD1] + HandMadeList.bytes(2, width: width) + HandMadeList.bytes(1, width: width)]
        #expect(
            HandMadeList(objects: members + [[0x09], [0x51, 0x61]], referenceWidth: UInt8(width)).value
                == .dictionary(["a": .bool(true)]))
    }

    @Test func `Widths of zero and of nine bytes are refused`() {
        #expect(HandMadeList(objects: Self.objects, offsetWidth: 9).reason == Self.trailer)
        #expect(HandMadeList(objects: Self.objects, offsetWidth: 0).reason == Self.trailer)
        #expect(HandMadeList(objects: Self.objects, referenceWidth: 0).reason == Self.trailer)
        #expect(HandMadeList(objects: Self.objects, referenceWidth: 9).reason == Self.trailer)
    }

    @Test func `The outermost object may lie anywhere in the table`() {
        let objects: [[UInt8]] = [[0x51, 0x61], [0x09], [0xA2, 1, 0]]
        #expect(HandMadeList(objects: objects, top: 2).value == Self.value)
        #expect(HandMadeList(objects: objects, top: 1).value == .bool(true))
        #expect(HandMadeList(objects: objects, top: 3).reason == Self.trailer)
        #expect(HandMadeList(objects: objects, top: .max).reason == Self.trailer)
    }

    @Test func `The number of objects must fit the table`() {
        for (count, reason) in [(0, Self.trailer), (2, Self.nowhere), (4, Self.trailer), (UInt64.max, Self.trailer)] {
            #expect(HandMadeList(objects: Self.objects, count: count).reason == reason, "\(count)")
        }
    }

    @Test func `The table must lie between the objects and the trailer`() {
        let end = UInt64(HandMadeList(objects: Self.objects).data.count - 32)
        for table in [0, 7, 8, end, end + 1, 1 << 63, .max] {
            #expect(HandMadeList(objects: Self.objects, table: table).reason == Self.trailer, "\(table)")
        }
    }

    @Test(arguments: [-8, -1, 100])
    func `An offset outside the objects is refused`(shift: Int) {
        #expect(HandMadeList(objects: Self.objects, shift: shift).reason == Self.nowhere)
    }

    @Test func `An offset may point at the first and the last byte of the objects, not at the table`() {
        #expect(HandMadeList(objects: [[0x08], [0x09]], top: 1).value == .bool(true))
        #expect(HandMadeList(objects: [[0x08]], shift: 1).reason == Self.nowhere)
    }

    @Test(arguments: ["bplist01", "bplist0", "Bplist00", "bplist10", "aplist00"])
    func `Another signature is refused`(signature: String) {
        let list = HandMadeList(objects: [[0x09]], header: Array(signature.utf8))
        #expect(list.reason == "neither an XML nor a binary property list")
    }

    @Test func `Less than a header and a trailer is too short`() {
        let bytes = Data(Array("bplist00".utf8) + [UInt8](repeating: 0, count: 31))
        for data in [bytes, Data(bytes.prefix(8))] {
            let error = failure { () throws(PropertyListError) in try PropertyListValue(parsing: data) }
            #expect(error?.reason == "binary property list is too short")
        }
        let error = failure { () throws(PropertyListError) in try PropertyListValue(parsing: bytes + [0]) }
        #expect(error?.reason == Self.trailer)
    }

    @Test func `Objects may be shared, lie in any order and go unused`() {
        let objects: [[UInt8]] = [
            [0x51, 0x61], [0xA3, 0, 0, 3], [0x10, 5], [0xD2, 4, 0, 2, 2], [0x51, 0x62], [0x00],
        ]
        #expect(
            HandMadeList(objects: objects, top: 1).value
                == .array([.string("a"), .string("a"), .dictionary(["a": .integer(5), "b": .integer(5)])]))
    }

    @Test func `Of a key that occurs twice the last value stays`() {
        let objects: [[UInt8]] = [[0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x08], [0x09]]
        #expect(HandMadeList(objects: objects).value == .dictionary(["a": .bool(true)]))
    }

    @Test(arguments: [[0x10, 1], [0x09], [0xA0], [0xD0], [0x40]] as [[UInt8]])
    func `A key must be a text`(key: [UInt8]) {
        let list = HandMadeList(objects: [[0xD1, 1, 2], key, [0x09]])
        #expect(list.reason == "binary property list has a key that is not a text")
    }

    @Test func `A container inside itself is refused as too deep`() {
        let deep = "nested more than 64 levels deep"
        #expect(HandMadeList(objects: [[0xA1, 0]]).reason == deep)
        #expect(HandMadeList(objects: [[0xD1, 1, 0], [0x51, 0x61]]).reason == deep)
        let chain = (1...64).map { [0xA1, UInt8($0)] }
        #expect(HandMadeList(objects: chain + [[0x09]]).value != nil)
        #expect(HandMadeList(objects: [[0xA1, 1]] + chain.map { [0xA1, $0[1] + 1] } + [[0x09]]).reason == deep)
    }

    @Test func `Far more values than the file has bytes are too many`() {
        let row: [UInt8] = [0xAF, 0x10, 250]
        let objects: [[UInt8]] = [
            row + [UInt8](repeating: 1, count: 250), row + [UInt8](repeating: 2, count: 250),
            row + [UInt8](repeating: 3, count: 250), [0x09],
        ]
        let list = HandMadeList(objects: objects, offsetWidth: 2)
        #expect(list.reason == "binary property list has too many values")
        #expect(HandMadeList(objects: objects, offsetWidth: 2, top: 1).reason == list.reason)
        #expect(HandMadeList(objects: objects, offsetWidth: 2, top: 2).value?.arrayValue?.count == 250)
    }

    @Test(arguments: [255, 256, 257, 300])
    func `References widen with the number of objects`(count: Int) throws {
        let value = PropertyListValue.array((0..<Int64(count)).map { .integer($0) })
        let data = try value.encoded(as: .binary)
        #expect(data[data.count - 25] == (count + 1 < 256 ? 1 : 2))
        #expect(try PropertyListValue(parsing: data) == value)
    }
}
