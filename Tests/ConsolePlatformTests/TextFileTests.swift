import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// What is wrong with a file that somebody named.
struct TextFileTests {
    private static func refusal(_ path: String) -> ConsoleError? {
        #expect(throws: ConsoleError.self) { try TextFile.read(path, called: "script") }
    }

    @Test func `A file is read, an empty one too`() async throws {
        try await withTemporaryFolder { folder in
            for text in ["", "Größe\n"] {
                try Data(text.utf8).write(to: URL(filePath: "\(folder)/file"))
                #expect(try TextFile.read("\(folder)/file", called: "script") == text)
            }
        }
    }

    @Test func `A missing file is called missing, a folder a folder, and other bytes no text`() async throws {
        try await withTemporaryFolder { folder in
            #expect(Self.refusal("\(folder)/no")?.message == "The script \(folder)/no is missing.")
            #expect(Self.refusal("\(folder)/no")?.code == .notFound)
            #expect(Self.refusal(folder)?.message == "The script \(folder) is a folder.")
            try Data([0xff, 0xfe, 0x00]).write(to: URL(filePath: "\(folder)/bytes"))
            #expect(Self.refusal("\(folder)/bytes")?.message == "The script \(folder)/bytes is not UTF-8 text.")
        }
    }
}
