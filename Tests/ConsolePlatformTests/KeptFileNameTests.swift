import Testing

@testable import ConsolePlatform

/// Names of files that rows hold, and what of unknown text a person gets to see.
struct KeptFileNameTests {
    @Test(arguments: ["a", "0", "-", "3F2504E0-4F89-41D3-9A0C-0305E82C3301", String(repeating: "z", count: 100)])
    func `A name becomes a path in its folder`(name: String) throws {
        let path = try KeptFileName.path(of: name, in: "/data/blobs")
        #expect(path == "/data/blobs/\(name)")
    }

    @Test(arguments: [
        "", "..", "../x", "/x", "a/b", "a.b", "a_b", "a b", "a\n", "\u{E4}", String(repeating: "z", count: 101),
    ])
    func `Anything else is refused`(name: String) {
        let error = #expect(throws: ConsoleError.self) { try KeptFileName.path(of: name, in: "/data/blobs") }
        #expect(error?.code == .unavailable)
    }

    @Test func `A refusal shows the name without its power over a terminal`() {
        let error = #expect(throws: ConsoleError.self) {
            try KeptFileName.path(of: "\u{1B}[31m\"\u{202E}" + String(repeating: "a", count: 200), in: "/data/blobs")
        }
        let message = error?.message ?? ""
        #expect(message.contains(#""\u{1B}[31m\"\u{202E}aaa"#) && message.contains(#"aaa...""#), "\(message)")
        let isPlain = message.unicodeScalars.allSatisfy { (" "..."~").contains($0) }
        #expect(isPlain && message.count < 400)
    }
}
