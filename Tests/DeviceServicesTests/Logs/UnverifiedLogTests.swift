import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Logs of apps that have no identity yet, signed with the key built into clients (DeviceServices, section 4.2.8).
struct UnverifiedLogTests {
    @Test func `A log of a device nobody knows is kept, unverified, in the topmost group`() async throws {
        try await withConsole { console in
            #expect(try await console.sendUnverifiedLog("crash", from: "ABCD").status == 200)
            let log = try #require(try await console.logs().first)
            #expect(log["verified"] as? Bool == false)
            #expect(log["claimedDevice"] as? String == "abcd")
            #expect(log["group"] as? String == "global" && log["bundleId"] as? String == "com.example.demo")
            #expect(log["device"] == nil && log["user"] == nil)
            #expect(try await console.admin(.get, "/_mock/logs/1/text").text == "crash")
            #expect(try await console.rowCounts()["device"] == 0)
            for query in ["?verified=false", "?claimedDevice=ABCD", "?bundleId=com.example.demo", "?text=crash"] {
                #expect(try await console.logs(query).count == 1, "\(query)")
            }
            #expect(try await console.logs("?verified=true").isEmpty)
        }
    }

    @Test func `A log that claims a known device is linked to it and to nobody's credential`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice("1111")
            #expect(try await console.sendUnverifiedLog("x", from: "1111", bundle: "com.other.app").status == 200)
            let log = try #require(try await console.adminJSON("/_mock/devices/1111/logs")["items"] as? [[String: Any]])
                .first
            #expect(log?["verified"] as? Bool == false && log?["group"] as? String == "demo")
            #expect(log?["user"] == nil && log?["bundleId"] as? String == "com.other.app")
            let links = try await console.parts.count(
                "deviceLog WHERE deviceId IS NOT NULL AND installationId IS NULL AND userId IS NULL")
            #expect(links == 1)
        }
    }

    @Test func `The group is taken in any letter case, and no other group is`() async throws {
        try await withConsole { console in
            let upper = try await console.sendUnverifiedLog("x", from: "1", group: "COM.AIR-WATCH.MDM.6.4")
            #expect(upper.status == 200)
            for group in ["com.air-watch.mdm.6.5", "com.air-watch.mdm", "com.example.demo"] {
                #expect(try await console.sendUnverifiedLog("x", from: "1", group: group).status == 403)
            }
            #expect(try await console.logs().count == 1)
        }
    }

    @Test func `It opens no other route, and none without a signature`() async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice()
            let refusal = try await Refusal(console, log)
            let signer = RequestSigner(device: client.device, group: SignedRequestHeaders.builtInGroup, key: "x")
            for route in DeviceRoute.authenticated where route != .logging && !route.pattern.contains("autodiscovery") {
                var request = try route.request(client)
                request.headers += signer.headers(
                    method: request.method, authority: "localhost", target: request.target, headers: request.headers,
                    body: request.body, date: console.clock.now.date)
                try await refusal.expect(403, request, from: route, "built-in group")
            }
            let bare = try DeviceRoute.logging.request(client)
            try await refusal.expect(401, bare, from: .logging, "no authorization")
            let group = bare.with("aw-auth-group-id", SignedRequestHeaders.builtInGroup)
            try await refusal.expect(401, group, from: .logging, "no signature")
            let short = group.with("Authorization", "\(client.device):x")
            try await refusal.expect(401, short, from: .logging, "half a signature")
        }
    }

    @Test func `A path with another device is answered as if there were none`() async throws {
        try await withConsole { console in
            let foreign = try await console.sendUnverifiedLog("x", from: "1111", path: "2222")
            #expect(foreign.status == 404)
            #expect(try await console.sendUnverifiedLog("x", from: "1111", path: "1111").status == 200)
            #expect(try await console.logs().count == 1)
        }
    }

    @Test func `The cap is smaller, and 0 closes the door`() async throws {
        try await withConsole([\.limitsUnverifiedLog: "80000"]) { console in
            #expect(try await console.sendUnverifiedLog(String(repeating: "x", count: 79_000), from: "1").status == 200)
            #expect(try await console.sendUnverifiedLog(String(repeating: "x", count: 80_000), from: "1").status == 413)
            let client = try await console.signedInDevice()
            #expect(try await console.sendLog(of: 80_000, from: client).status == 200)
            #expect(console.spooledFiles().isEmpty)
        }
        try await withConsole([\.limitsUnverifiedLog: "0"]) { console in
            let status = try await console.sendUnverifiedLog("x", from: "1").status
            #expect(status == 403)
        }
        try await withConsole([\.limitsLog: "1000"]) { console in
            let status = try await console.sendUnverifiedLog(String(repeating: "x", count: 1000), from: "1").status
            #expect(status == 413)
        }
    }

    @Test func `Their bound is their own: beyond it they are refused, and what is kept stays`() async throws {
        // Root, demo and appreview have 3,100 bytes each.
        try await withConsole([\.retentionUnverifiedLogBytes: "9300"]) { console in
            let client = try await console.signedInDevice("1111")
            for number in 0..<2 { try await client.uploadLog("own \(number)") }
            var statuses: [Int] = []
            for number in 0..<5 {
                statuses.append(try await console.sendUnverifiedLog("open \(number)", from: "\(number)").status)
            }
            #expect(statuses == [200, 200, 200, 413, 413])
            #expect(try await console.logs("?text=own").count == 2)
            let kept = try await console.logs("?verified=false").compactMap { $0["claimedDevice"] as? String }
            #expect(kept == ["2", "1", "0"])
            let told = try await console.parts.value(
                "SELECT after FROM eventLog WHERE action = 'logs.quotaExceeded'", String.self)
            #expect(
                told == """
                    {"byteCount":"6","claimedDevice":"3","percent":"99.7","unverifiedBytes":"3100","usedBytes":"3090"}
                    """)
            #expect(try await console.countersAreRight())
            #expect(try await console.admin(.delete, "/_mock/logs?claimedDevice=0").status == .noContent)
            #expect(try await console.sendUnverifiedLog("open 5", from: "5").status == 200)
            try await client.uploadLog("own 2")
        }
    }

    @Test func `They count in the quota, are refused without figures, and give way to what is verified`() async throws {
        try await withConsole { console in
            try await console.set("logQuotaMegabytes", "1", of: "demo")
            let client = try await console.signedInDevice("1111")
            for size in [300_000, 300_000, 300_000] {
                let text = String(repeating: "x", count: size)
                #expect(try await console.sendUnverifiedLog(text, from: "1111").status == 200)
            }
            let full = try await console.sendUnverifiedLog(String(repeating: "x", count: 300_000), from: "1111")
            #expect(full.status == 413)
            let message = full.json["message"] as? String ?? ""
            #expect(message.contains("no room") && !message.contains("1048576"))
            #expect(try await console.sendLog(of: 500_000, from: client).status == 200)
            #expect(try await console.logs().compactMap { $0["id"] as? Int } == [4, 3])
            #expect(try await console.sendLog(of: 600_000, from: client).status == 413)
            #expect(try await console.logs().count == 2)
            #expect(try await console.sendLog(of: 500_000, from: client).status == 200)
            #expect(try await console.logs("?verified=false").isEmpty)
            #expect(try await console.countersAreRight())
        }
    }

    @Test func `A malformed one is refused with the reason, and nothing is kept`() async throws {
        try await withConsole { console in
            for body in ["", "{}", "{\"BundleId\":\"a b\",\"LogData\":\"\"}"] {
                let signer = RequestSigner(
                    device: try #require(DeviceIdentifier("1")), group: SignedRequestHeaders.builtInGroup, key: "x")
                var request = ClientRequest(
                    method: "POST", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/1/logging",
                    body: Data(body.utf8))
                request.headers += signer.headers(
                    method: request.method, authority: "localhost", target: request.target, headers: [],
                    body: request.body, date: console.clock.now.date)
                #expect(try await console.send(request).status == 400)
            }
            #expect(try await console.logs().isEmpty)
        }
    }
}
