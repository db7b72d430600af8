import NIOCore
import Testing

@testable import MockControl

/// Texts found in bytes.
struct TextNeedleTests {
    @Test(arguments: ["a", "needle", "a needle that is longer than the sixteen bytes looked at at once"])
    func `A text is found wherever it stands`(text: String) throws {
        let needle = try #require(TextNeedle(text))
        for before in 0..<40 {
            let hay = String(repeating: "-", count: before) + text.uppercased() + String(repeating: "-", count: 7)
            #expect(needle.isIn(hay))
            #expect(needle.isIn(ByteBuffer(string: hay)))
            let cut = String(hay.dropLast(8))
            #expect(!needle.isIn(cut), "\(before)")
        }
    }

    @Test func `Only letter case of A to Z does not matter`() throws {
        #expect(try #require(TextNeedle("Straße")).isIn("die STRAßE"))
        #expect(try !#require(TextNeedle("Ä")).isIn("ä"))
        #expect(try !#require(TextNeedle("@")).isIn("`"))
        #expect(try !#require(TextNeedle("[")).isIn("{"))
    }

    @Test func `Nothing is found in nothing, and nothing is not looked for`() throws {
        #expect(try !#require(TextNeedle("x")).isIn(""))
        #expect(try !#require(TextNeedle("x")).isIn(ByteBuffer()))
        #expect(TextNeedle("") == nil)
    }

    @Test func `Its first and last byte apart are not enough`() throws {
        let hay = String(repeating: "ab", count: 100)
        #expect(try !#require(TextNeedle("acb")).isIn(hay))
        #expect(try #require(TextNeedle("bab")).isIn(hay))
    }
}
