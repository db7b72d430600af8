import Testing

@testable import WebConsole

/// QR codes, read by a reader of the tests' own.
struct QRCodeTests {
    /// As many bytes as each version takes at most, and a few others.
    private static let lengths = [
        0, 1, 14, 15, 26, 42, 62, 84, 106, 122, 152, 180, 181, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
    ]

    @Test(arguments: lengths)
    func `A text of any length is read as it was`(length: Int) throws {
        let text = String(String(repeating: "https://localhost:8443/DeviceManagement/", count: 20).prefix(length))
        let code = try #require(QRCode(text))
        #expect(try QRReader(svg: code.svg).text() == text)
    }

    @Test func `The smallest version that has room is taken`() throws {
        func version(_ length: Int) throws -> Int {
            try QRReader(svg: try #require(QRCode(String(repeating: "a", count: length))).svg).version
        }
        // Capacities of ISO/IEC 18004, table 7, for bytes and M.
        for (length, expected) in [
            (14, 1), (15, 2), (26, 2), (27, 3), (62, 4), (122, 7), (213, 10), (214, 11), (666, 20),
        ] {
            #expect(try version(length) == expected)
        }
        #expect(QRCode.limit == 666)
        #expect(QRCode(String(repeating: "a", count: 667)) == nil)
    }

    @Test func `Any text is written as UTF-8`() throws {
        for text in ["https://müller.example/ä?x=<&>\"'", "日本語", "0123456789"] {
            #expect(try QRReader(svg: try #require(QRCode(text)).svg).text() == text)
        }
    }

    @Test func `A damaged code is not read`() throws {
        let code = try #require(QRCode("https://localhost:8443"))
        let runs = code.svg.matches(of: /M\d+ (?<row>\d+)h\d+v1h-\d+z/)
        let middle = try #require(runs.first { $0.row == "16" })
        #expect(throws: QRReader.Unreadable.self) {
            try QRReader(svg: code.svg.replacing(middle.0, with: "")).text()
        }
    }
}
