import HTTPTypes
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Whoever is refused does not decide how long a line of the log is.
struct RefusalLogTests {
    @Test(arguments: ["/deviceservices/", "/api/", "/_mock/", "/"])
    func `Of a long path the log has the beginning`(door: String) async throws {
        try await withWatchedConsole { console, log in
            let target = door + String(repeating: "x", count: 5000)
            _ = try await console.send(.get, target)
            let paths = log.lines.compactMap { $0.metadata["path"] }
            #expect(paths == [String(target.prefix(200)) + "…"])
        }
    }

    @Test func `A path of usual length is there as it is`() async throws {
        try await withWatchedConsole { console, log in
            _ = try await console.send(.get, "/deviceservices/nowhere")
            #expect(log.lines.compactMap { $0.metadata["path"] } == ["/deviceservices/nowhere"])
        }
    }
}
