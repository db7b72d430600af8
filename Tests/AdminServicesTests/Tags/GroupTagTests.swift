import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Tags at addresses of their organization group (AdminTags, "Tags of a group").
struct GroupTagTests {
    /// Makes a tag of a group; its id.
    private static func add(_ console: TestConsole, _ name: String, to group: Int64) async throws -> Int {
        let answer = try await console.api.call(
            .post, "system/groups/\(group)/addTag", #"{"TagName":"\#(name)","LocationGroupId":7}"#)
        #expect(answer.status == .ok, "\(answer.text)")
        return try #require(try answer.json()["Value"] as? Int)
    }

    @Test func `A tag is made, read, changed and deleted`() async throws {
        try await withConsole { console in
            let (demo, uuid) = (try await console.groupID("demo"), try await console.groupUUID("demo"))
            let id = try await Self.add(console, "pilot", to: demo)
            let path = "system/groups/\(uuid)/tags/\(id)"
            let body = try await console.api.object(path)
            #expect(body["Total"] as? Int == 1 && (body["OGId"] as? [String: Any])?["Uuid"] as? String == uuid)
            let tag = try #require((body["Tags"] as? [[String: Any]])?.first)
            #expect(tag["TagName"] as? String == "pilot" && tag["LocationGroupId"] as? Int64 == demo)
            let changed = try await console.api.call(.post, "\(path)/update", #"{"TagName":"pilots"}"#)
            #expect(changed.status == .ok && changed.body.readableBytes == 0, "\(changed.text)")
            #expect(try await console.api.object("mdm/tags/\(id)")["TagName"] as? String == "pilots")
            #expect(try await console.api.call(.delete, path).status == .ok)
            #expect(try await console.api.call(.get, path).status == .notFound)
        }
    }

    @Test func `A tag of another group, and another group, are unknown`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let id = try await Self.add(console, "topmost", to: 7)
            for path in [
                "system/groups/\(demo)/tags/\(id)", "system/groups/7/tags/999", "system/groups/7/tags/x",
                "system/groups/999/tags/\(id)",
            ] {
                #expect(try await console.api.call(.get, path).status == .notFound, "\(path)")
                #expect(try await console.api.call(.delete, path).status == .notFound, "\(path)")
                #expect(try await console.api.call(.post, "\(path)/update", "{}").status == .notFound, "\(path)")
            }
            #expect(try await console.api.call(.get, "mdm/tags/\(id)").status == .ok)
            let below = try await Self.add(console, "below", to: demo)
            #expect(try await console.api.call(.get, "system/groups/7/tags/\(below)").status == .ok)
            try expectRefusal(
                try await console.api.call(.post, "system/groups/7/addTag", "{}"), 422, number: 1012)
        }
    }
}
