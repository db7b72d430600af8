import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// The blocks of a tar archive.
struct TarHeaderTests {
    private static func header(_ byteCount: Int, folder: String = "f", name: String = "n") -> [UInt8] {
        TarHeader(
            folder: folder, name: name, byteCount: byteCount, modifiedAt: TestClock.start, permissions: 0o644
        ).bytes
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    @Test func `Every field is where POSIX puts it`() {
        let block = Self.header(0o1234)
        #expect(block.count == 512)
        #expect(Self.text(block[0..<100]) == "n" && Self.text(block[345..<500]) == "f")
        #expect(Self.text(block[100..<108]) == "0000644")
        #expect(Self.text(block[124..<136]) == "00000001234")
        #expect(Self.text(block[136..<148]) == String(1_772_706_030, radix: 8))
        #expect(block[156] == UInt8(ascii: "0"))
        #expect(Array(block[257..<265]) == Array("ustar\u{0}00".utf8))
        #expect(block[500...].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [0, 1, 511, 123_456_789])
    func `The sum is that of the block with blanks in its place`(byteCount: Int) {
        var block = Self.header(byteCount)
        let sum = Int(Self.text(block[148..<154]), radix: 8)
        #expect(block[154] == 0 && block[155] == UInt8(ascii: " "))
        block.replaceSubrange(148..<156, with: [UInt8](repeating: UInt8(ascii: " "), count: 8))
        #expect(sum == block.reduce(0) { $0 + Int($1) })
    }

    @Test(arguments: [(0, 0), (1, 511), (511, 1), (512, 0), (513, 511)])
    func `A file ends with a whole block`(byteCount: Int, padding: Int) {
        #expect(TarHeader.padding(after: byteCount).count == padding)
    }

    @Test func `Names are cut at their limits, and a size with too many digits is binary`() {
        let long = String(repeating: "x", count: 300)
        let block = Self.header(0, folder: long, name: long)
        #expect(block.count == 512 && Self.text(block[345..<500]).count == 155)
        #expect(Self.text(Self.header(8_589_934_591)[124..<136]) == "77777777777")
        #expect(Array(Self.header(8_589_934_592)[124..<136]) == [0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0])
    }
}
