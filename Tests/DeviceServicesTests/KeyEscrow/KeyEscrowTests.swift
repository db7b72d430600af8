import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Keys in escrow: given, kept, given back to whom they belong (DeviceServices, section 22).
struct KeyEscrowTests {
    private static let key = Data((0..<32).map { UInt8($0 ^ 0x5A) }).base64EncodedString()

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `A key comes back exactly as it was stored`(scheme: SimulatedClient.Scheme) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice(scheme: scheme)
            #expect(try await client.retrieveKey() == nil)
            try await client.storeKey(Self.key)
            #expect(try await client.retrieveKey() == Self.key)
            try await client.storeKey("QUJD")
            #expect(try await client.retrieveKey() == "QUJD")
        }
    }

    @Test func `The credential of a family finds what the app stored, and the other way round`() async throws {
        try await withConsole { console in
            var client = try await console.signedInDevice()
            try await client.logIn(
                username: "demo", password: "demo", organizationGroup: "demo",
                authenticationGroup: client.commonGroup)
            try await client.storeKey(Self.key, group: client.commonGroup)
            #expect(try await client.retrieveKey() == Self.key)
            try await client.storeKey("QUJD")
            #expect(try await client.retrieveKey(group: client.commonGroup) == "QUJD")
        }
    }

    @Test func `Usages have keys of their own`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await client.storeKey("QUJD", usage: .content)
            #expect(try await client.retrieveKey(usage: .sdk) == nil)
            try await client.storeKey(Self.key)
            #expect(try await client.retrieveKey(usage: .content) == "QUJD")
            #expect(try await client.retrieveKey() == Self.key)
        }
    }

    @Test func `A key survives the end of an enrollment, and belongs to its user alone`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await client.storeKey(Self.key)
            try await client.unenroll()
            try await console.addUser("eve")
            var eve = try console.device()
            try await eve.logIn(username: "eve", password: "eve", organizationGroup: "demo")
            #expect(try await eve.retrieveKey() == nil)
            try await eve.storeKey("QUJD")
            let again = try await console.signedInDevice()
            #expect(try await again.retrieveKey() == Self.key)
        }
    }

    @Test func `In the database a key is sealed and bound to its place`() async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice()
            let other = try await console.signedInDevice("ffff")
            try await client.storeKey(Self.key)
            try await other.storeKey("QUJD")
            _ = try await client.retrieveKey()
            let contents = try await console.contents()
            #expect(!"\(contents)".contains(Self.key))
            #expect(!log.lines.contains { "\($0)".contains(Self.key) })
            let sealed = try await console.parts.core.database.read { db in
                try Data.fetchAll(db, sql: "SELECT sealedKey FROM escrowedKey")
            }
            #expect(!sealed.contains { $0.range(of: Data(Self.key.utf8)) != nil })
            let request = try DeviceRoute.retrieveKey.request(other)
            #expect(try await console.send(request, as: other).status == 200)
            try await console.execute(
                "UPDATE escrowedKey SET sealedKey = (SELECT sealedKey FROM escrowedKey ORDER BY id LIMIT 1)")
            #expect(try await console.send(request, as: other).status == 500)
        }
    }

    @Test func `Administrators see that there is a key, and never which`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await client.storeKey(Self.key)
            console.clock.advance(seconds: 60)
            _ = try await client.retrieveKey()
            let response = try await console.admin(.get, "/_mock/devices/\(client.device)/escrow")
            #expect(!response.text.contains(Self.key))
            let item = try #require((try response.json()["items"] as? [[String: Any]])?.first)
            #expect(item["usage"] as? String == "SDK" && item["usageCode"] as? Int == 2)
            #expect(item["algorithm"] as? String == "AES256")
            #expect(item["keySize"] as? Int == 44 && item["keyLength"] as? Int == 44)
            #expect(item["user"] as? String == "demo" && item["bundleId"] as? String == "com.example.demo")
            #expect(item["storedAt"] as? String == TestClock.start.description)
            #expect(item["retrievals"] as? Int == 1)
            #expect(item["retrievedAt"] as? String == console.clock.now.description)
            let actions = try await console.eventRows("action=escrow.*").map { $0["action"] as? String }
            #expect(actions == ["escrow.retrieved", "escrow.stored"])
            let downloaded = try await console.admin(.get, "/_mock/events/download")
            #expect(!downloaded.text.contains(Self.key))
        }
    }

    @Test func `A size that is not the length is kept, not refused`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            var message = KeyStoreRequest(device: client.device, key: "QUJD")
            message.keySize = 256
            var request = try DeviceRoute.storeKey.request(client)
            request.body = try message.encoded()
            #expect(try await console.send(request, as: client).status == 200)
            let items = try await console.adminJSON("/_mock/devices/\(client.device)/escrow")["items"]
            let item = try #require((items as? [[String: Any]])?.first)
            #expect(item["keySize"] as? Int == 256 && item["keyLength"] as? Int == 4)
        }
    }

    @Test func `The user may be named, another's is answered as if there were none`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await client.storeKey(Self.key)
            let route = DeviceRoute.retrieveKey
            for (euid, usage, status) in [
                (client.userID, "2", 200), ("999", "2", 404), ("-2", "2", 404), ("demo", "2", 404), ("-1", "3", 404),
                ("-1", "x", 404), ("-1", "1", 400),
            ] {
                let request = try route.with(\.captures, ["usage": usage, "euid": euid]).request(client)
                #expect(try await console.send(request, as: client).status == status, "\(usage) of \(euid)")
            }
        }
    }

    @Test func `Deleted keys are gone, by route, with the device and with the user`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let path = "/_mock/devices/\(client.device)"
            try await client.storeKey(Self.key)
            let headers = try await console.administrator(of: "appreview")
            #expect(try await console.send(.get, "\(path)/escrow", headers: headers).status == .notFound)
            #expect(try await console.send(.delete, "\(path)/escrow", headers: headers).status == .notFound)
            for count in [1, 0] {
                let deleted = try await console.admin(.delete, "\(path)/escrow")
                #expect(deleted.deletedCount == count)
            }
            #expect(try await client.retrieveKey() == nil)
            try await client.storeKey(Self.key)
            #expect(try await console.admin(.delete, path).status == .noContent)
            #expect(try await console.rowCounts()["escrowedKey"] == 0)
        }
    }

    @Test func `A device has so many keys, whose users keep theirs, and a deleted one makes room`() async throws {
        try await withConsole([\.quotasEscrowedKeys: "1"]) { console in
            let client = try await console.signedInDevice()
            try await client.storeKey(Self.key)
            try await client.storeKey("QUJD")
            await #expect(throws: (any Error).self) { try await client.storeKey(Self.key, usage: .content) }
            #expect(try await client.retrieveKey() == "QUJD")
            #expect(try await console.parts.count("escrowedKey") == 1)
            let other = try await console.signedInDevice("ffff")
            try await other.storeKey(Self.key)
            try await console.execute("DELETE FROM escrowedKey")
            try await client.storeKey(Self.key, usage: .content)
            try await console.execute("DELETE FROM device")
            #expect(try await console.parts.count("quotaUse WHERE kind = 'escrowedKeys'") == 0)
        }
    }
}
