import Testing

@testable import ConsoleTestSupport
@testable import MockControl

/// Several texts found in bytes at once.
struct NeedleSetTests {
    private static let texts = ["pin", "secret", "a key", "::/x"]

    private func places(of texts: [String], in hay: String) -> [Int] {
        var (places, start) = ([Int](), 0)
        let needles = NeedleSet(texts)
        Array(hay.utf8).withUnsafeBytes { bytes in
            while let place = needles.place(in: bytes, from: start) {
                places.append(place)
                start = place + 1
            }
        }
        return places
    }

    @Test(arguments: texts) func `A text is found wherever it stands, in any letter case`(text: String) {
        for before in 0..<6 {
            let hay = String(repeating: "-", count: before) + text.uppercased()
            #expect(places(of: Self.texts, in: hay) == [before])
            #expect(places(of: Self.texts, in: hay + "--") == [before])
            #expect(places(of: Self.texts, in: String(hay.dropLast())).isEmpty)
        }
    }

    @Test func `It finds what each finds alone, one after the other`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let length = Int.random(in: 0...40, using: &generator)
            let hay = String((0..<length).map { _ in "pinPINsecrtx".randomElement(using: &generator) ?? "-" })
            let bytes = Array(hay.lowercased().utf8)
            let texts = ["pin", "nip", "sec"]
            let expected = bytes.indices.filter { place in
                texts.contains { bytes[place...].starts(with: $0.utf8) }
            }
            #expect(places(of: texts, in: hay) == expected, "\(hay)")
        }
    }

    @Test func `Letter case matters for what has none`() {
        #expect(places(of: ["@@@"], in: "```").isEmpty)
        #expect(places(of: ["[[["], in: "{{{").isEmpty)
    }
}
