import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AdminServices
@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Organization groups, made, changed and deleted (AdminGroups).
struct GroupChangingTests {
    private static let body = #"{"Name":"Acme","GroupId":"acme","LocationGroupType":"Customer"}"#

    @Test func `The first version answers a value, and the group is found at once`() async throws {
        try await withConsole { console in
            let response = try await console.api.call(
                .post, "system/groups/7",
                #"{"name":"Acme","GROUPID":"AcmeCode","LocationGroupType":"customer","Country":"Germany","Locale":"German (Germany)","AddDefaultLocation":"Yes"}"#
            )
            #expect(response.status == .ok)
            let created = try response.json()
            let id = try #require(created["Value"] as? Int)
            let uuid = try #require(created["uuid"] as? String)
            let first = try await console.api.object("system/groups/\(id)")
            #expect(first["GroupId"] as? String == "AcmeCode" && first["LocationGroupType"] as? String == "Customer")
            #expect(first["Locale"] as? String == "German (Germany)" && first["Country"] as? String == "Germany")
            #expect(try await console.api.object("system/groups/\(uuid)")["Id"] as? Int == id)
            let found = try await console.api.object("system/groups/search?groupid=acmecode", version: 2)
            #expect(found["TotalResults"] as? Int == 1)
            let events = try await console.adminJSON("/_mock/events?action=organizationGroup.created")
            #expect((events["items"] as? [[String: Any]])?.first?["subject"] as? String == "AcmeCode")
        }
    }

    @Test func `The second version hands out API keys that work, if it is asked to`() async throws {
        try await withConsole { console in
            let without = try await console.api.call(.post, "system/groups/7", Self.body, version: 2).json()
            #expect(without["RestApiAccess"] == nil && without["Id"] is Int)
            let response = try await console.api.call(
                .post, "system/groups/7",
                #"{"Name":"B","GroupId":"b","LocationGroupType":"Customer","EnableRestApiAccess":true,"Timezone":59}"#,
                version: 2)
            let access = try #require(try response.json()["RestApiAccess"] as? [String: Any])
            #expect(access["Status"] as? String == "Enabled")
            for name in ["DefaultAdminApiKey", "EnrollmentUserApiKey"] {
                let key = try #require(access[name] as? String)
                let answer = try await console.api.call(.get, "system/info", headers: ["aw-tenant-code": key])
                #expect(answer.status == .ok, "\(name)")
            }
        }
    }

    @Test func `The third version takes a uuid and other names`() async throws {
        try await withConsole { console in
            let root = try #require(try await console.parts.model.groups.group(code: "global"))
            let response = try await console.api.call(
                .post, "system/groups/\(root.uuid)",
                #"{"name":"Acme","group_code":"acme","country":"","organization_group_type":"CONTAINER"}"#, version: 3)
            #expect(response.status == .created && response.headers[.apiVersion] == "v3")
            let created = try response.json()
            let location = try #require(response.headers[.location])
            #expect(location.hasSuffix("/\(try #require(created["Uuid"] as? String))"))
        }
    }

    @Test func `A new group can be enrolled into`() async throws {
        try await withConsole { console in
            let parent = try #require(try await console.parts.model.groups.group(code: "demo"))
            let created = try await console.api.call(
                .post, "system/groups/\(parent.id ?? 0)", #"{"Name":"Sub","GroupId":"Sub"}"#)
            #expect(created.status == .ok, "\(created.text)")
            var device = try console.device()
            try await device.logIn(username: "demo", password: "demo", organizationGroup: "sub")
        }
    }

    @Test(
        arguments: [
            (#"{"GroupId":"x"}"#, 422, 1012), (#"{"Name":"x"}"#, 422, 1012), ("", 422, 1012), ("[]", 400, 400),
            ("{", 400, 400), (#"{"Name":"x","GroupId":"DEMO"}"#, 400, 400),
            (#"{"Name":"x","GroupId":"a/b"}"#, 400, 400),
            (#"{"Name":"","GroupId":"x"}"#, 400, 400), (#"{"Name":{},"GroupId":"x"}"#, 400, 400),
            (#"{"Name":"x","GroupId":"x","LocationGroupType":"Castle"}"#, 400, 400),
            (#"{"Name":"x","GroupId":"x","LocationGroupType":"Global"}"#, 403, 5093),
        ])
    func `A body that cannot be is refused, and nothing is made`(body: String, status: Int, number: Int) async throws {
        try await withConsole { console in
            let before = try await console.api.object("system/groups/search", version: 2)["TotalResults"] as? Int
            for version in 1...3 {
                let response = try await console.api.call(.post, "system/groups/7", body, version: version)
                try expectRefusal(response, status, number: number)
            }
            #expect(
                try await console.api.object("system/groups/search", version: 2)["TotalResults"] as? Int == before)
        }
    }

    @Test func `Customers do not lie in one another, and trees do not grow without end`() async throws {
        try await withConsole { console in
            var id = try #require(
                try await console.api.call(.post, "system/groups/7", Self.body).json()["Value"] as? Int)
            let below = #"{"Name":"x","GroupId":"x","LocationGroupType":"Customer"}"#
            try expectRefusal(
                try await console.api.call(.post, "system/groups/\(id)", below), 403, number: 6310, saying: "Acme")
            for level in 3...GroupTreeStore.maximumDepth {
                let response = try await console.api.call(
                    .post, "system/groups/\(id)", #"{"Name":"n\#(level)","GroupId":"n\#(level)"}"#)
                id = try #require(try response.json()["Value"] as? Int)
            }
            let response = try await console.api.call(.post, "system/groups/\(id)", #"{"Name":"y","GroupId":"y"}"#)
            try expectRefusal(response, 400, number: 400, saying: "deep")
            let tree = try await console.api.call(.get, "system/groups/7/tree", version: 2)
            #expect(tree.status == .ok)
        }
    }

    @Test func `An unknown parent is not found`() async throws {
        try await withConsole { console in
            for id in ["999", "x", "00000000-0000-4000-8000-000000000000"] {
                try expectRefusal(
                    try await console.api.call(.post, "system/groups/\(id)", Self.body), 404, number: 6008)
            }
            let outside = try await console.api(.consoleAdministrator, of: "demo")
            try expectRefusal(try await outside.call(.post, "system/groups/7", Self.body), 404, number: 6008)
        }
    }

    @Test func `A change keeps what it does not name`() async throws {
        try await withConsole { console in
            let id = try #require(
                try await console.api.call(.post, "system/groups/7", Self.body).json()["Value"] as? Int)
            let response = try await console.api.call(
                .put, "system/groups/\(id)", #"{"Name":"New","Country":"France"}"#)
            #expect(
                response.status == .noContent && response.headers[.contentType] == nil
                    && response.body.readableBytes == 0)
            let group = try await console.api.object("system/groups/\(id)")
            #expect(group["Name"] as? String == "New" && group["GroupId"] as? String == "acme")
            let uuid = try #require(group["Uuid"] as? String)
            #expect(
                try await console.api.call(.put, "system/groups/\(uuid)", #"{"group_code":"ACME"}"#).status
                    == .noContent)
            #expect(try await console.api.object("system/groups/\(id)")["GroupId"] as? String == "ACME")
            for (target, body, status, number) in [
                (String(id), #"{"GroupId":"demo"}"#, 400, 400), ("999", "{}", 404, 6008),
                ("7", #"{"LocationGroupType":"Customer"}"#, 403, 5093),
                (String(id), #"{"LocationGroupType":"Global"}"#, 403, 5093), (String(id), "nonsense", 400, 400),
            ] {
                try expectRefusal(
                    try await console.api.call(.put, "system/groups/\(target)", body), status, number: number)
            }
        }
    }

    @Test func `An empty group is deleted with what is its own, and not twice`() async throws {
        try await withConsole { console in
            let id = try #require(
                try await console.api.call(.post, "system/groups/7", Self.body, version: 2).json()["Id"] as? Int)
            let response = try await console.api.call(.delete, "system/groups/\(id)")
            #expect(response.status == .ok && response.body.readableBytes == 0 && response.headers[.contentType] == nil)
            let again = try await console.api.call(.delete, "system/groups/\(id)")
            try expectRefusal(again, 400, number: 400, saying: "not found or user does not have access")
            try expectRefusal(try await console.api.call(.get, "system/groups/\(id)"), 404, number: 6008)
            try expectRefusal(try await console.api.call(.delete, "system/groups/False"), 400, number: 400)
        }
    }

    @Test func `With a group go the files that were uploaded to it`() async throws {
        try await withConsole { console in
            let id = try #require(
                try await console.api.call(.post, "system/groups/7", Self.body, version: 2).json()["Id"] as? Int)
            let path = "mam/blobs/uploadblob?fileName=a.ipa&organizationGroupId="
            for (group, byte) in [(7, 1), (id, 2)] as [(Int, UInt8)] {
                #expect(try await console.api.send(.post, "\(path)\(group)", [byte]).status == .ok)
            }
            // The file of an app stays without its blob.
            let blob = try await console.api.upload(try IPAFixture(bundle: "com.example.fresh").bytes())
            #expect(try await console.api.install(blob: blob, group: Int64(id)).status == .ok)
            #expect(try await console.api.call(.delete, "mam/blobs/blob/\(blob)").status == .ok)
            let chunk = "mam/blobs/chunk?chunk_sequence_number=1&total_blob_size=9&chunk_size=1"
            #expect(try await console.api.send(.post, chunk, [3]).status == .ok)
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(sql: "UPDATE uploadTransaction SET groupId = ?", arguments: [id])
            }
            #expect(console.files(in: "blobs").count == 3 && console.files(in: "chunks").count == 1)
            #expect(try await console.api.call(.delete, "system/groups/\(id)").status == .ok)
            #expect(console.files(in: "blobs").count == 1 && console.files(in: "chunks").isEmpty)
        }
    }

    @Test(arguments: ["global", "demo", "parent"])
    func `A group that is in use stays`(code: String) async throws {
        try await withConsole { console in
            if code == "parent" {
                let made = try await console.api.call(
                    .post, "system/groups/7", #"{"Name":"Parent","GroupId":"parent","LocationGroupType":"Customer"}"#)
                let id = try #require(try made.json()["Value"] as? Int)
                _ = try await console.api.call(.post, "system/groups/\(id)", #"{"Name":"c","GroupId":"c"}"#)
            }
            let group = try #require(try await console.parts.model.groups.group(code: code))
            for version in 1...2 {
                let response = try await console.api.call(.delete, "system/groups/\(group.uuid)", version: version)
                try expectRefusal(response, 400, number: 400)
            }
            #expect(try await console.parts.model.groups.group(code: code) != nil)
        }
    }

    @Test func `Who may only read changes nothing`() async throws {
        try await withConsole { console in
            for role in [AdministratorRole.readOnly, .deviceManager] {
                let caller = try await console.api(role)
                for (method, path) in [
                    (.post, "system/groups/7"), (.put, "system/groups/7"), (.delete, "system/groups/7"),
                ] as [(HTTPRequest.Method, String)] {
                    try expectRefusal(try await caller.call(method, path, Self.body), 403, number: 1011)
                }
                #expect(try await caller.call(.get, "system/groups/7").status == .ok)
            }
        }
    }
}
