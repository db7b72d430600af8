import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Archives that are damaged, or made to do harm.
struct ZIPHostileTests {
    /// Why an archive is refused; nil if all of it is read.
    private static func reason(_ bytes: [UInt8], limit: Int = 1 << 20) throws -> String? {
        do {
            _ = try ZIPArchiveTests.contents(bytes, limit: limit)
            return nil
        } catch let error as ZIPError {
            return error.reason
        }
    }

    private static func reason(
        _ entry: ZIPWriter.Entry, limit: Int = 1 << 20, change: (inout ZIPWriter) -> Void = { _ in }
    ) throws -> String {
        var writer = ZIPWriter([entry])
        change(&writer)
        return try #require(try reason(try writer.bytes(), limit: limit))
    }

    private static func entry(_ change: (inout ZIPWriter.Entry) -> Void) -> ZIPWriter.Entry {
        var entry = ZIPWriter.Entry("a.txt", text: ZIPArchiveTests.long, deflated: true)
        change(&entry)
        return entry
    }

    private static func small() throws -> [UInt8] {
        var writer = ZIPWriter([
            .init("a", text: "first"), .init("b/c", text: String(repeating: "x", count: 300), deflated: true),
        ])
        writer.entries[0].isZIP64 = true
        writer.isZIP64 = true
        return try writer.bytes()
    }

    @Test func `Every truncation is refused`() throws {
        let bytes = try Self.small()
        for length in 0..<bytes.count {
            #expect(try Self.reason(Array(bytes.prefix(length))) != nil, "\(length) bytes")
        }
    }

    @Test func `Flipped bits never end the process, and never yield other contents`() throws {
        let bytes = try Self.small()
        let whole = try ZIPArchiveTests.contents(bytes)
        for place in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << bit
                do {
                    let read = try ZIPArchiveTests.contents(changed)
                    // Names are covered by no sum, but both copies of one would have to change.
                    #expect(Set(read.values).isSubset(of: Set(whole.values)), "byte \(place) bit \(bit)")
                } catch is ZIPError {}
            }
        }
    }

    @Test func `Random bytes before an end record never end the process`() throws {
        var generator = SeededGenerator(seed: 5)
        let end = try Self.small().suffix(98)
        for _ in 0..<500 {
            let noise = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            #expect(try Self.reason(noise + end) != nil)
        }
    }

    @Test func `What is no archive is refused`() throws {
        for text in ["", "PK", "Hello, world.", String(repeating: "PK\u{5}\u{6}", count: 40)] {
            #expect(try Self.reason(Array(text.utf8)) != nil)
        }
    }

    @Test func `An entry that unfolds beyond the limit is not unpacked`() throws {
        #expect(try Self.reason(Self.entry { _ in }, limit: 1000).contains("larger than the 1000 bytes"))
    }

    @Test func `A bomb that lies about its size stops at what it says`() throws {
        let reason = try Self.reason(Self.entry { $0.size = 10 })
        #expect(reason.contains("unfolds to more than it says"))
    }

    @Test func `Entries that share bytes are refused`() throws {
        var writer = ZIPWriter([.init("a", text: "aaaa"), .init("a", text: "aaaa")])
        writer.entries[1].offset = 0
        #expect(try Self.reason(try writer.bytes()) == "two of its entries share bytes")
    }

    @Test func `More entries than there can be are refused`() throws {
        let few = ZIPWriter.Entry("a", text: "")
        #expect(try Self.reason(few) { $0.claimedCount = 60_000 }.contains("not where it says"))
        let many = try Self.reason(few) {
            $0.isZIP64 = true
            $0.claimedCount = 1 << 40
        }
        #expect(many.contains("more entries"))
        #expect(try Self.reason(few) { $0.claimedCount = 0 }.contains("more entries than it says"))
    }

    @Test(arguments: [Int.max, 1 << 40, 100_000])
    func `Places beyond the archive are refused`(value: Int) throws {
        let far = Self.entry {
            $0.isZIP64 = true
            $0.offset = value
        }
        #expect(try !Self.reason(far).isEmpty)
        let large = Self.entry {
            $0.isZIP64 = true
            $0.packedSize = value
        }
        #expect(try !Self.reason(large).isEmpty)
        #expect(
            try !Self.reason(Self.entry { _ in }) {
                $0.isZIP64 = true
                $0.claimedStart = value
            }.isEmpty)
    }

    @Test(arguments: ["../a", "/etc/passwd", "a/../../b", "..\\a", "\\a", "a\u{0}b", ""])
    func `Names that lead out of the archive are refused`(name: String) throws {
        #expect(try Self.reason(.init(name, text: "x")).contains("leads out"))
    }

    @Test func `Encryption, other methods, bad sums, other names and data behind the end are told apart`() throws {
        #expect(try Self.reason(Self.entry { $0.flags = 1 }).contains("is encrypted"))
        #expect(try Self.reason(Self.entry { $0.method = 12 }).contains("(12)"))
        #expect(try Self.reason(Self.entry { $0.crc = 7 }).contains("checksum"))
        #expect(try Self.reason(Self.entry { $0.localName = "b.txt" }).contains("another one"))
        #expect(try Self.reason(Self.entry { $0.trailing = [1, 2, 3] }).contains("behind its end"))
        #expect(
            try Self.reason(
                Self.entry {
                    $0.isDeflated = false; $0.method = 8
                }
            ).contains("damaged"))
        #expect(try Self.reason(Self.entry { $0.size = 1 << 30 }, limit: 1 << 31).contains("checksum"))
    }
}
