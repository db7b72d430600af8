import DeviceProtocol
import Foundation
import Testing

/// Property lists: hostile bytes.
struct PropertyListHostileTests {
    static let samples: [Data] = [
        try? PropertyListFoundationTests.sample.encoded(as: .xml),
        try? PropertyListFoundationTests.sample.encoded(as: .binary),
    ].compactMap { $0 }

    static func parse(_ data: Data) -> PropertyListValue? {
        try? PropertyListValue(parsing: data)
    }

    @Test(arguments: 0..<2)
    func `Every truncation throws`(index: Int) throws {
        let sample = try #require(Self.samples.count == 2 ? Self.samples[index] : nil)
        for part in sample.truncations where part.count < sample.count - 1 {
            #expect(Self.parse(part) == nil, "\(part.count) bytes")
        }
    }

    @Test(arguments: 0..<2)
    func `Replaced bytes never end the process, and what is read can be written`(index: Int) throws {
        let sample = try #require(Self.samples.count == 2 ? Self.samples[index] : nil)
        for mutation in sample.mutations(2000, seed: 7) {
            guard let value = Self.parse(mutation) else { continue }
            #expect(throws: Never.self) { try value.encoded(as: value.safestFormat) }
        }
    }

    @Test
    func `Random bytes behind both signatures never end the process`() {
        for data in Hostile.random(500, seed: 11) {
            for start in ["", "bplist00", "<plist>", "<"] {
                _ = Self.parse(Data(start) + data)
            }
        }
    }

    @Test(arguments: Hostile.nested)
    func `A megabyte of nesting throws, on a small stack too`(data: Data) {
        #expect(onSmallStack { Self.parse(data) == nil } == true)
    }

    @Test(arguments: PropertyListFormat.allCases)
    func `64 levels are read, written and read again on a small stack, 65 are not`(format: PropertyListFormat) throws {
        @Sendable func nested(_ levels: Int) -> PropertyListValue {
            (0..<levels).reduce(.integer(1)) { value, level in
                level % 2 == 0 ? .array([value]) : .dictionary(["k": value])
            }
        }
        let succeeded = onSmallStack {
            let value = nested(64)
            guard let data = try? value.encoded(as: format) else { return false }
            return Self.parse(data) == value && (try? nested(65).encoded(as: format)) == nil
        }
        #expect(succeeded == true)
        let xml = String(repeating: "<array>", count: 65) + String(repeating: "</array>", count: 65)
        let error = failure { () throws(PropertyListError) in
            try PropertyListValue(parsing: Data("<plist>\(xml)</plist>"))
        }
        #expect(error?.reason == "nested more than 64 levels deep")
    }

    @Test
    func `Messages stay short, whatever the input`() {
        for text in [
            "<\(String(repeating: "x", count: 5000))/>", "<string>&\(String(repeating: "x", count: 5000));</string>",
        ] {
            let error = failure { () throws(PropertyListError) in
                try PropertyListValue(parsing: Data("<plist>\(text)</plist>"))
            }
            #expect((error?.reason.count ?? 5000) < 120)
        }
    }

    /// A binary list from its objects, one byte per offset and reference.
    static func binary(_ objects: [[UInt8]], top: UInt8 = 0, count: UInt64? = nil) -> Data {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = bytes.count
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [count ?? UInt64(objects.count), UInt64(top), UInt64(table)] {
            bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return Data(bytes)
    }

    @Test
    func `A small hand-made binary list is read`() throws {
        let data = Self.binary([[0xD1, 1, 2], [0x51, 0x61], [0xA2, 3, 4], [0x09], [0x11, 0x01, 0x00]])
        #expect(try PropertyListValue(parsing: data) == .dictionary(["a": .array([.bool(true), .integer(256)])]))
    }

    @Test(
        arguments: [
            ([0x10, 0xFF], PropertyListValue.integer(255)), ([0x11, 0xFF, 0xFF], .integer(65_535)),
            ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], .integer(4_294_967_295)),
            ([0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], .integer(-2)),
            ([0x14] + [UInt8](repeating: 0, count: 15) + [5], .integer(5)),
            ([0x14] + [UInt8](repeating: 0xFF, count: 16), .integer(-1)),
            ([0x22, 0x3F, 0x80, 0, 0], .real(1)), ([0x62, 0, 0x41, 0x20, 0xAC], .string("A€")),
        ] as [([UInt8], PropertyListValue)])
    func `Numbers of the binary format have their widths`(object: [UInt8], value: PropertyListValue) throws {
        #expect(try PropertyListValue(parsing: Self.binary([object])) == value)
    }

    @Test(arguments: [
        binary([[0xA1, 0]]), binary([[0xA1, 1], [0xA1, 0]]), binary([[0xD1, 1, 0], [0x51, 0x61]]),
        binary([[0xA1, 9]]), binary([[0x09]], top: 1), binary([[0x09]], count: .max), binary([[0x09]], count: 0),
        binary([[0x09]], count: 1 << 40), binary([[0x5F, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255]]),
        binary([[0xAF, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]]), binary([[0xDF, 0x13, 0x80, 0, 0, 0, 0, 0, 0, 0]]),
        binary([[0x4F, 0x09]]), binary([[0x5F]]), binary([[0x00]]), binary([[0x0F]]), binary([[0x80, 1]]),
        binary([[0xC1, 0]]), binary([[0x15]]), binary([[0x21, 0, 0]]), binary([[0x32, 0, 0, 0, 0]]),
        binary([[0x51, 0xFF]]), binary([[0x61, 0xD8, 0x00]]), binary([[0xD1, 1, 1], [0x10, 1]]),
        binary([[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]]), binary([[0x14] + [UInt8](repeating: 1, count: 16)]),
        binary([[0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0, 0, 0, 0, 0, 0, 0]]),
    ])
    func `Impossible binary lists are refused`(data: Data) {
        #expect(onSmallStack { Self.parse(data) == nil } == true)
    }

    @Test
    func `Arrays that unfold to billions of values are refused quickly`() {
        let objects = (0..<20).map { [0xAA] + [UInt8](repeating: UInt8($0 + 1), count: 10) } + [[0x09]]
        #expect(onSmallStack { Self.parse(Self.binary(objects)) == nil } == true)
    }
}
