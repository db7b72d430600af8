import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Messages as a tester reads them (AdminAPI, "Records", "Messages").
struct DeviceMessageTests {
    private static func items(_ target: String, _ console: TestConsole) async throws -> [[String: Any]] {
        try #require(try await console.adminJSON(target)["items"] as? [[String: Any]])
    }

    @Test func `A message is read back with where it would go`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let body = #"{"MessageBody":"Hello","Application":"com.example.none","MessageType":"Push"}"#
            for channel in ["push", "email", "sms"] {
                let response = try await console.api.call(.post, "mdm/devices/1/messages/\(channel)", body)
                #expect(response.status == .accepted, "\(response.text)")
            }
            let messages = try await Self.items("/_mock/messages", console)
            #expect(messages.map { $0["channel"] as? String } == ["sms", "email", "push"])
            #expect(messages.map { $0["recipient"] as? String } == ["+15550100", "ada@example.test", ""])
            let message = try #require(messages.first)
            #expect(message["text"] as? String == "Hello" && message["device"] as? String == "aaaa1111")
            #expect(message["user"] as? String == "ada" && message["group"] as? String == "demo")
            #expect(message["sender"] as? String == "admin" && message["application"] as? String == "com.example.none")
            #expect(message["sentAt"] is String && message["bundleId"] == nil)
            #expect(try await Self.items("/_mock/messages?channel=EMAIL", console).count == 1)
            #expect(try await Self.items("/_mock/messages?text=hell", console).count == 3)
            #expect(try await Self.items("/_mock/devices/aaaa1111/messages?pagesize=2&page=1", console).count == 1)
            #expect(try await console.admin(.get, "/_mock/messages?channel=fax").status == .badRequest)
            let theirs = try await console.api(.readOnly, of: "appreview")
            #expect(try await theirs.mock(.get, "messages").json()["total"] as? Int == 0)
            #expect(try await theirs.mock(.get, "devices/aaaa1111/messages").status == .notFound)
        }
    }

    @Test func `A push names the app it is for and its token`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.execute("UPDATE installation SET pushToken = 'abcdef'")
            let body = #"{"MessageBody":"Sync","Application":"COM.example.demo"}"#
            let bulk = #"{"MessageBody":"Bulk","BulkValues":{"Value":["\#(client.device)"]}}"#
            let path = "mdm/devices/messages/push?searchby=Udid&id=\(client.device)"
            #expect(try await console.api.call(.post, path, body).status == .accepted)
            #expect(
                try await console.api.call(.post, "mdm/devices/messages/bulkpush?searchby=Udid", bulk).status
                    == .accepted)
            let messages = try await Self.items("/_mock/messages?bundleId=com.example.demo", console)
            #expect(messages.map { $0["recipient"] as? String } == ["abcdef"])
            let push = try #require(messages.first?["push"] as? [String: Any])
            #expect(push["possible"] as? Bool == false && push["code"] as? String == "notSupported")
            let all = try await Self.items("/_mock/messages", console)
            #expect(all.count == 2 && all.count { $0["push"] == nil } == 1)
        }
    }

    @Test func `Messages are bounded, deleted, and outlive their device`() async throws {
        try await withConsole([\.retentionMessages: "2"]) { console in
            try await console.seedFleet()
            for number in 1...3 {
                let body = #"{"MessageBody":"\#(number)"}"#
                #expect(try await console.api.call(.post, "mdm/devices/1/messages/sms", body).status == .accepted)
            }
            #expect(
                try await console.api.call(.post, "mdm/devices/2/messages/sms", #"{"MessageBody":"x"}"#).status
                    == .badRequest)
            #expect(try await Self.items("/_mock/messages", console).map { $0["text"] as? String } == ["3", "2"])
            #expect(try await console.api.call(.delete, "mdm/devices/1").status == .ok)
            let left = try await Self.items("/_mock/messages", console)
            #expect(left.count == 2 && left.allSatisfy { $0["device"] == nil })
            #expect(try await console.admin(.delete, "/_mock/messages?all=true").deletedCount == 2)
        }
    }
}
