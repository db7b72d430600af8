import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Archives are read as they are written, and nothing else is.
struct TarReaderTests {
    /// An archive of files, and what of it is read back.
    private static func read(_ bytes: [UInt8]) async throws -> [String: [UInt8]] {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/archive.tar"
            try Data(bytes).write(to: URL(filePath: path))
            let file = try #require(FileHandle(forReadingAtPath: path))
            defer { try? file.close() }
            var (reader, found) = (TarReader(file), [String: [UInt8]]())
            while let entry = try reader.next() {
                var contents: [UInt8] = []
                while case let piece = try reader.piece(), !piece.isEmpty { contents += piece }
                #expect(contents.count == entry.byteCount)
                found[entry.path] = contents
            }
            return found
        }
    }

    private static func file(_ folder: String, _ name: String, _ contents: [UInt8]) -> [UInt8] {
        TarHeader(
            folder: folder, name: name, byteCount: contents.count, modifiedAt: TestClock.start, permissions: 0o600
        ).bytes + contents + TarHeader.padding(after: contents.count)
    }

    @Test(arguments: [0, 1, 511, 512, 513, 2_500_000])
    func `What was written is read, whatever its length`(byteCount: Int) async throws {
        let contents = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let archive = Self.file("a/b", "c", contents) + Self.file("", "d", [7]) + TarHeader.end
        #expect(try await Self.read(archive) == ["a/b/c": contents, "d": [7]])
    }

    @Test func `A file nobody reads is passed over`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/archive.tar"
            let archive = Self.file("", "a", [UInt8](repeating: 1, count: 5000)) + Self.file("", "b", [2])
            try Data(archive + TarHeader.end).write(to: URL(filePath: path))
            var reader = TarReader(try #require(FileHandle(forReadingAtPath: path)))
            let paths = try [reader.next(), reader.next(), reader.next()].map { $0?.path }
            #expect(paths == ["a", "b", nil])
        }
    }

    @Test(arguments: [1, 100, 512, 600, 1024]) func `An archive that is cut off is refused`(byteCount: Int) async throws
    {
        let archive = Self.file("a", "b", [UInt8](repeating: 1, count: 700)) + TarHeader.end
        let error = await #expect(throws: ConsoleError.self) {
            _ = try await Self.read(Array(archive.prefix(byteCount)))
        }
        #expect(error?.code == .unprocessable && error?.message.contains("cut off") == true)
    }

    @Test func `What is no archive, or holds links, is refused`() async throws {
        var link = Self.file("", "a", [])
        link[156] = UInt8(ascii: "2")
        // The sum has to be right, or that is what is found.
        link[153] += 2
        for bytes in [
            [UInt8](repeating: 65, count: 2048), Array("SQLite format 3".utf8) + [UInt8](repeating: 0, count: 600),
        ] {
            let error = await #expect(throws: ConsoleError.self) { _ = try await Self.read(bytes) }
            #expect(error?.message == "It is damaged, or no tar archive at all.")
        }
        let error = await #expect(throws: ConsoleError.self) { _ = try await Self.read(link + TarHeader.end) }
        #expect(error?.code == .unprocessable, "\(error?.message ?? "")")
    }

    @Test func `Any changed byte of a header is found`() async throws {
        let archive = Self.file("a", "b", [1]) + TarHeader.end
        for place in stride(from: 0, to: 500, by: 7) where !(148..<156).contains(place) {
            var changed = archive
            changed[place] ^= 1
            await #expect(throws: ConsoleError.self, "byte \(place)") { _ = try await Self.read(changed) }
        }
    }
}
