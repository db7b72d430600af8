import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Push tokens: one per app, its changes kept (DeviceServices, section 14).
struct PushTokenTests {
    private static func send(_ token: String, _ client: SimulatedClient, _ console: TestConsole) async throws {
        var request = try DeviceRoute.beacon.request(client)
        let member = token.isEmpty ? "" : ",\"APNSToken\":\(token)"
        request.body = Data("{\"payLoad\":{\"DeviceIdentifier\":\"\(client.device)\"\(member)}}".utf8)
        #expect(try await console.send(request, as: client).status == 200)
    }

    /// Token, since and until of the history, the latest first.
    private static func history(_ console: TestConsole, _ query: String = "") async throws -> [String] {
        let items = try await console.adminJSON("/_mock/push-tokens\(query)")["items"] as? [[String: Any]] ?? []
        return items.map { item in
            let times = [item["since"], item["until"]].map { ($0 as? String)?.suffix(13).prefix(8) ?? "now" }
            return "\(item["token"] as? String ?? "") \(times[0])-\(times[1])"
        }
    }

    private static func current(_ client: SimulatedClient, _ console: TestConsole) async throws -> String? {
        let device = try await console.adminJSON("/_mock/devices/\(client.device)")
        let apps = device["installations"] as? [[String: Any]] ?? []
        return apps.first { $0["bundleId"] as? String == client.bundle.value }?["pushToken"] as? String
    }

    @Test func `Changes are kept, repetitions are not, null clears and absence leaves`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            var seen: [String?] = []
            for token in ["\"aa\"", "\"aa\"", "", "\"bb\"", "null", "null", "", "7", "\"\"", "\"aa\""] {
                try await Self.send(token, client, console)
                seen.append(try await Self.current(client, console))
                console.clock.advance(seconds: 1)
            }
            #expect(seen == ["aa", "aa", "aa", "bb", nil, nil, nil, "7", nil, "aa"])
            #expect(
                try await Self.history(console) == [
                    "aa 10:20:39-now", "7 10:20:37-10:20:38", "bb 10:20:33-10:20:34", "aa 10:20:30-10:20:33",
                ])
        }
    }

    @Test func `Every app has a token of its own`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let other = try await console.signedInDevice(bundle: "com.example.everything")
            try await Self.send("\"aa\"", app, console)
            try await Self.send("\"bb\"", other, console)
            try await Self.send("null", app, console)
            #expect(try await Self.current(app, console) == nil)
            #expect(try await Self.current(other, console) == "bb")
            #expect(try await Self.history(console, "?current=true") == ["bb 10:20:30-now"])
            #expect(try await Self.history(console, "?current=false&bundleId=com.example.demo").count == 1)
            #expect(try await Self.history(console, "?text=BB").count == 1)
            let page = try await console.adminJSON("/_mock/devices/\(app.device)/push-tokens?pageSize=1")
            #expect(page["total"] as? Int == 2)
            let row = try #require((page["items"] as? [[String: Any]])?.first)
            #expect(row["device"] as? String == app.device.value && row["user"] as? String == "demo")
        }
    }

    @Test func `The history is kept at its bound, downloaded and deleted`() async throws {
        try await withConsole([\.retentionPushTokens: "3"]) { console in
            let client = try await console.signedInDevice()
            for number in 0..<5 { try await Self.send("\"t\(number)\"", client, console) }
            #expect(try await Self.history(console).map { $0.prefix(2) } == ["t4", "t3", "t2"])
            let download = try await console.admin(.get, "/_mock/push-tokens/download")
            #expect(download.text.split(separator: "\n").count == 3)
            #expect(try await console.admin(.delete, "/_mock/push-tokens?text=t3").deletedCount == 1)
            #expect(try await console.admin(.get, "/_mock/push-tokens?currently=true").status == .badRequest)
            #expect(try await Self.current(client, console) == "t4")
        }
    }

    @Test func `Another administrator's devices show no tokens`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await Self.send("\"aa\"", client, console)
            let headers = try await console.administrator(of: "appreview")
            let list = try await console.send(.get, "/_mock/push-tokens", headers: headers)
            #expect(try list.json()["total"] as? Int == 0)
            #expect(try await console.send(.get, "/_mock/push-tokens/1", headers: headers).status == .notFound)
        }
    }
}
