import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOEmbedded
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Searches for texts in logs are bounded, and end with whoever asks.
struct LogSearchBoundsTests {
    @Test func `So many search at a time, and so many of one customer`() async throws {
        let log = RecordedLog()
        let rules = LogSearchRules(count: 3, perCustomer: 2, bytes: 1000)
        let limiter = LogSearches(rules, log: LimitLog(log.logger)).limiter
        func refused(_ customer: Int64) async -> ConsoleError? {
            do {
                try await limiter.run(customer) {}
                return nil
            } catch { return error as? ConsoleError }
        }
        try await limiter.run(1) {
            try await limiter.run(1) {
                let own = await refused(1)
                #expect(own?.code == .tooManyRequests && own?.headers["Retry-After"] == "2")
                #expect(own?.message.contains("searches.perCustomer") == true)
                try await limiter.run(2) {
                    #expect(await refused(2)?.message.contains("searches.count") == true)
                    #expect(await refused(3)?.code == .tooManyRequests)
                    #expect(limiter.count == 3)
                }
                #expect(await refused(2) == nil)
            }
        }
        await #expect(throws: CancellationError.self) { try await limiter.run(1) { throw CancellationError() } }
        #expect(limiter.count == 0)
        #expect(log.lines.count == 2)
    }

    @Test func `A text is found wherever it stands, also across pieces`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let size = LogStore.pieceSize
            for offset in [0, 5, size - 3, size * 9 - 2, size * 20] {
                try await client.uploadLog(
                    String(repeating: "x", count: offset) + "NeeDLe" + String(repeating: "y", count: 50))
            }
            try await client.uploadLog("nothing")
            #expect(try await console.total("/_mock/logs?text=needle") == 5)
            #expect(try await console.total("/_mock/logs?text=EEDL&ids=2,3,6") == 2)
            let page = try await console.adminJSON("/_mock/logs?text=needle&page=1&pageSize=2")
            #expect((page["items"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } == [3, 2])
            #expect(page["total"] as? Int == 5)
            #expect(try await console.admin(.delete, "/_mock/logs?text=needle").deletedCount == 5)
            #expect(try await console.total("/_mock/logs") == 1)
        }
    }

    @Test func `More than a search reads is refused with what helps`() async throws {
        try await withConsole([\.searchesBytes: "1000"]) { console in
            let client = try await console.signedInDevice()
            for _ in 0..<3 { try await client.uploadLog(String(repeating: "x", count: 400)) }
            let refused = try await console.admin(.get, "/_mock/logs?text=x")
            #expect(refused.status == .badRequest)
            #expect(refused.text.contains("searches.bytes") && refused.text.contains("Narrow"))
            #expect(try await console.total("/_mock/logs?text=x&ids=1,2") == 2)
            #expect(try await console.admin(.delete, "/_mock/logs?text=x").status != .ok)
            #expect(try await console.total("/_mock/logs") == 3)
        }
    }

    @Test func `A search whose client has left reads no more`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            for _ in 0..<3 { try await client.uploadLog("needle") }
            let search = try LogTextSearch("needle", in: console.parts.core.database, limit: 1_000_000)
            let channel = NIOAsyncTestingChannel()
            try await channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).get()
            #expect(try await search.ids(of: RecordQuery(in: .whole), for: channel).count == 3)
            try await channel.close()
            let error = await #expect(throws: ConsoleError.self) {
                try await search.ids(of: RecordQuery(in: .whole), for: channel)
            }
            #expect(error?.code == .unavailable && error?.message == "The client is gone.")
        }
    }

    @Test func `A cancelled search reads no more`() async throws {
        try await withConsole { console in
            try await console.signedInDevice().uploadLog("needle")
            let search = try LogTextSearch("needle", in: console.parts.core.database, limit: 1_000_000)
            await withTaskGroup(of: Bool.self) { group in
                group.addTask {
                    withUnsafeCurrentTask { $0?.cancel() }
                    let ids = try? await search.ids(of: RecordQuery(in: .whole), for: EmbeddedChannel())
                    return ids == nil
                }
                #expect(await group.next() == true)
            }
        }
    }
}
