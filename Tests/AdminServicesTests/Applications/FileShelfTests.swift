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
            #expect(FileManager.default.contents(atPath: shelf.path(of: "one")) == Data("memory".utf8))
            #expect(try permissions(of: shelf.path(of: "one")) == 0o600)
            await #expect(throws: ConsoleError.self) {
                try await shelf.put(.memory(ByteBuffer(string: "again")), named: "one")
            }
            #expect(FileManager.default.contents(atPath: shelf.path(of: "one")) == Data("memory".utf8))
        }
    }

    @Test func `Waiting for the disk says when a file is not there`() throws {
        let error = #expect(throws: ConsoleError.self) { try FileWriter.synchronize(file: "/dev/null/none") }
        #expect(error?.code == .unavailable)
    }
}
