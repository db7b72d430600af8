import DeviceSimulator
import Foundation
import MockUEMTesting
import Testing

/// Reading the journal.
struct JournalTests {
    @Test func `Entries are listed and read`() async throws {
        let (mock, device) = (try await sharedConsole(), TestedApp.newDevice())
        let start = Date(timeIntervalSinceNow: -1)
        try await TestedApp.signedIn(at: mock.access, device: device) { try await $0.sendBeacon($0.beacon()) }
        let entries = try await mock.journal(.device(device))
        let beacon = try #require(entries.first)
        #expect(beacon.path.lowercased().contains("beacon") && beacon.method == "POST" && beacon.status == 200)
        #expect(beacon.request == nil && beacon.device == device && beacon.at > start && beacon.milliseconds >= 0)
        let whole = try await mock.entry(beacon.id)
        #expect(whole.request?.body?.text?.contains(device) == true && whole.request?.body?.truncated == false)
        #expect(whole.request?[header: "CONTENT-TYPE"]?.hasPrefix("application/json") == true)
        #expect(whole.url.hasPrefix(mock.access.http))
        #expect(try await mock.curl(beacon.id).contains("curl"))
        let logins = try await mock.journal(.post("/deviceservices/AuthenticationEndpoint.aws"), limit: 1)
        let login = try #require(logins.first)
        #expect(try await mock.entry(login.id).request?.redacted == true)
        #expect(try await mock.journal(.device(device).after(beacon.id)).isEmpty)
    }

    @Test func `More entries than a page has are listed, and the journal is emptied`() async throws {
        try await MockUEM.started { mock in
            for _ in 1...7 { _ = try? await mock.call("GET", "/api/system/info") }
            let all = try await mock.journal(limit: 1000)
            #expect(all.count == 7)
            #expect(try await mock.journal(limit: 3).map(\.id) == all.prefix(3).map(\.id))
            try await mock.emptyJournal(RequestMatch.any.with("before", .integer(all[0].id)))
            #expect(try await mock.journal().map(\.id) == [all[0].id])
            try await mock.emptyJournal()
            #expect(try await mock.journal().isEmpty)
        }
    }
}
