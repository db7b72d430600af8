import Foundation
import NIOCore
import Testing

@testable import AdminServices
@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Files that rows of the database name.
struct FileShelfTests {
    @Test(arguments: [true, false]) func `A body is kept, from memory or from a file`(isDurable: Bool) async throws {
        try await withTemporaryFolder { parent in
            let shelf = FileShelf(folder: "\(parent)/shelf", isDurable: isDurable)
            try await shelf.put(.memory(ByteBuffer(string: "memory")), named: "one")
            let path = try shelf.path(of: "one")
            #expect(FileManager.default.contents(atPath: path) == Data("memory".utf8))
            #expect(try permissions(of: path) == 0o600)
            await #expect(throws: ConsoleError.self) {
                try await shelf.put(.memory(ByteBuffer(string: "again")), named: "one")
            }
            #expect(FileManager.default.contents(atPath: path) == Data("memory".utf8))
        }
    }

    @Test(arguments: [
        "", ".", "..", "../outside", "/etc/passwd", "a/b", "a.b", "a\0b", "\u{E4}", String(repeating: "a", count: 101),
    ])
    func `What is no name leads nowhere`(name: String) async throws {
        try await withTemporaryFolder { parent in
            let outside = URL(filePath: "\(parent)/outside")
            try Data("mine".utf8).write(to: outside)
            let shelf = FileShelf(folder: "\(parent)/shelf")
            let error = #expect(throws: ConsoleError.self) { try shelf.path(of: name) }
            #expect(error?.code == .unavailable)
            await #expect(throws: ConsoleError.self) {
                try await shelf.put(.memory(ByteBuffer(string: "memory")), named: name)
            }
            shelf.remove(name)
            let left = try Data(contentsOf: outside)
            #expect(left == Data("mine".utf8))
        }
    }

    @Test func `Waiting for the disk says when a file is not there`() throws {
        let error = #expect(throws: ConsoleError.self) { try FileWriter.synchronize(file: "/dev/null/none") }
        #expect(error?.code == .unavailable)
    }
}
