import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Event notifications at addresses that name the version (AdminNotifications).
struct EventNotificationAddressTests {
    private static let path = "system/eventnotifications"

    private static func with(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        let network = FakeNetwork().network
        try await withConsole(network: network, body)
    }

    @Test(arguments: [nil, 1, 2] as [Int?])
    func `The address decides the form, whatever version is asked for`(version: Int?) async throws {
        try await Self.with { console in
            let first = try await console.api.call(
                .post, "\(Self.path)/V1/eventnotifications", TestConsole.draft(name: "one"), version: version)
            let id = try #require(try first.json()["Value"] as? Int, "\(first.text)")
            let second = try await console.api.call(
                .post, "\(Self.path)/V2/eventnotifications", TestConsole.draft(name: "two"), version: version)
            let uuid = try #require(try second.json()["uuid"] as? String, "\(second.text)")
            #expect(try second.json()["id"] is Int)
            let one = try await console.api.object("\(Self.path)/V1/eventnotifications/\(id)", version: version)
            #expect(one["TargetName"] as? String == "one" && (one["Id"] as? [String: Int])?["Value"] == id)
            let two = try await console.api.object("\(Self.path)/v2/EventNotifications/\(uuid)", version: version)
            #expect(two["TargetName"] as? String == "two" && two["uuid"] as? String == uuid && two["Id"] == nil)
            // Both are the same notifications as elsewhere.
            #expect(try await console.api.object("\(Self.path)/\(id)")["TargetName"] as? String == "one")
        }
    }

    @Test func `A notification is changed and deleted there`() async throws {
        try await Self.with { console in
            for form in [1, 2] {
                let root = "\(Self.path)/V\(form)/eventnotifications"
                let made = try await console.api.call(.post, root, TestConsole.draft(name: "n\(form)"))
                let uuid = try #require(try made.json()["uuid"] as? String)
                let changed = try await console.api.call(.put, "\(root)/\(uuid)", #"{"IsActive":false}"#)
                #expect(changed.status == .noContent, "\(changed.text)")
                #expect(try await console.api.object("\(root)/\(uuid)")["IsActive"] as? Bool == false)
                #expect(try await console.api.call(.delete, "\(root)/\(uuid)").status == .noContent)
                #expect(try await console.api.call(.get, "\(root)/\(uuid)").status == .notFound)
            }
        }
    }

    @Test func `Searches find the same by every address, within the group that is named`() async throws {
        try await Self.with { console in
            let demo = try await console.groupUUID("demo")
            _ = try await console.api.call(.post, "\(Self.path)/V1/eventnotifications", TestConsole.draft(name: "one"))
            let below =
                #"{"TargetName":"two","TargetUrl":"https://hook.example.test","organizationGroupUuid":"\#(demo)"}"#
            _ = try await console.api.call(.post, "\(Self.path)/V2/eventnotifications", below)
            for (path, version) in [
                ("search", 1), ("search", 2), ("get", 2), ("V1/eventnotifications/search", 1),
                ("V2/eventnotifications/search", 1), ("V2/eventnotifications/get", 1),
            ] {
                let all = try await console.api.object("\(Self.path)/\(path)", version: version)
                #expect(all["TotalResults"] as? Int == 2, "\(path)")
                let some = try await console.api.object(
                    "\(Self.path)/\(path)?organizationgroupuuid=\(demo)&pagesize=1", version: version)
                let names = (some["EventNotifications"] as? [[String: Any]])?.compactMap { $0["TargetName"] as? String }
                #expect(names == ["two"] && some["TotalResults"] as? Int == 1, "\(path)")
            }
        }
    }
}
