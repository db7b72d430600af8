import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Lists of apps (AdminStoreApplications, "Application groups").
struct AppGroupTests {
    private static let path = "mam/apps/appgroups"

    private static func create(
        _ api: APICaller, _ name: String = "Games", type: String = "Blacklist", more: String = ""
    ) async throws -> Int {
        let response = try await api.call(
            .post, path, #"{"Name":"\#(name)","AppGroupType":"\#(type)","Platform":"2"\#(more)}"#)
        #expect(response.status == .ok, "\(response.text)")
        return try #require(try response.json()["Value"] as? Int)
    }

    private static let two =
        #","Applications":[{"ApplicationName":"Chess","BundleId":"com.example.chess"},{"BundleId":"com.example.go"}]"#

    @Test func `A list is made, shown and found`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let id = try await Self.create(
                console.api, more: Self.two + #","Description":"Fun","OrganizationGroupId":"\#(demo)""#)
            let body = try await console.api.object("\(Self.path)/\(id)")
            let uuid = try #require(body["Uuid"] as? String)
            let found = try await console.api.object("\(Self.path)/search")
            #expect(found["Total"] as? Int == 1)
            let item = try #require((found["ApplicationGroup"] as? [[String: Any]])?.first)
            for list in [body, item, try await console.api.object("\(Self.path)/\(uuid)")] {
                let expected = [
                    "Name": "Games", "AppGroupType": "Blacklist", "Platform": "Apple", "Description": "Fun",
                    "OrganizationGroupName": "Demo",
                ]
                for (name, value) in expected { #expect(list[name] as? String == value, "\(name)") }
                #expect(list["ApplicationGroupID"] as? Int == id && list["IsActive"] as? Bool == true)
                #expect(list["OrganizationGroupId"] as? Int64 == demo && list["ApplicationCount"] as? Int == 2)
                let apps = try #require(list["Applications"] as? [[String: Any]])
                #expect(apps.compactMap { $0["ApplicationName"] as? String } == ["Chess", "com.example.go"])
                #expect(apps[0]["BundleId"] as? String == "com.example.chess" && apps[0]["Id"] is Int)
            }
            let xml = try await console.api.call(.get, "\(Self.path)/\(id)", headers: ["Accept": "text/xml"])
            #expect(xml.text.contains("<BundleId>com.example.chess</BundleId>"))
        }
    }

    @Test func `Lists are found by what they are, and in order`() async throws {
        try await withConsole { console in
            #expect(try await console.api.call(.get, "\(Self.path)/search").status == .noContent)
            let demo = try await console.groupID("demo")
            _ = try await Self.create(console.api, "B games")
            _ = try await Self.create(console.api, "a tools", type: "allowlist")
            _ = try await Self.create(
                console.api, "C", type: "REQUIRED", more: #","IsActive":false,"OrganizationGroupId":\#(demo)"#)
            func names(_ query: String) async throws -> [String] {
                let response = try await console.api.call(.get, "\(Self.path)/search?\(query)")
                guard response.status == .ok else { return [] }
                let lists = try response.json()["ApplicationGroup"] as? [[String: Any]] ?? []
                return lists.compactMap { $0["Name"] as? String }
            }
            #expect(try await names("") == ["B games", "a tools", "C"])
            #expect(try await names("orderby=Name") == ["a tools", "B games", "C"])
            #expect(try await names("orderby=name&sortorder=desc&pagesize=1&page=1") == ["B games"])
            #expect(try await names("name=GAME") == ["B games"])
            #expect(try await names("appgrouptype=whitelist") == ["a tools"])
            #expect(try await names("appgrouptype=denylist") == ["B games"])
            #expect(try await names("appgrouptype=no").isEmpty)
            #expect(try await names("platform=APPLE") == ["B games", "a tools", "C"])
            #expect(try await names("platform=5").isEmpty)
            #expect(try await names("isactive=false") == ["C"])
            #expect(try await names("organizationgroupid=\(demo)") == ["C"])
            #expect(try await names("organizationgroupid=x").isEmpty)
            #expect(try await names("page=7").isEmpty)
            try expectRefusal(
                try await console.api.call(.get, "\(Self.path)/search?isactive=maybe"), 400, number: 400)
        }
    }

    @Test func `A list is changed, and what is not said stays`() async throws {
        try await withConsole { console in
            let id = try await Self.create(console.api, more: Self.two)
            let response = try await console.api.call(
                .put, "\(Self.path)/\(id)", #"{"name":"Toys","AppGroupType":"Allow","IsActive":"false"}"#)
            #expect(response.status == .noContent && response.body.readableBytes == 0)
            let body = try await console.api.object("\(Self.path)/\(id)")
            #expect(body["Name"] as? String == "Toys" && body["AppGroupType"] as? String == "Whitelist")
            #expect(body["IsActive"] as? Bool == false && body["ApplicationCount"] as? Int == 2)
            _ = try await console.api.call(.put, "\(Self.path)/\(id)", #"{"Applications":[{"AppId":"com.example.x"}]}"#)
            let later = try await console.api.object("\(Self.path)/\(id)")
            #expect((later["Applications"] as? [[String: Any]])?.first?["BundleId"] as? String == "com.example.x")
            #expect(later["ApplicationCount"] as? Int == 1 && later["Name"] as? String == "Toys")
            _ = try await console.api.call(.put, "\(Self.path)/\(id)", "{}")
            let actions = try await console.parts.value(
                "SELECT COUNT(*) FROM eventLog WHERE action = 'applicationGroup.updated'", Int.self)
            #expect(actions == 2)
        }
    }

    @Test func `Apps are put on a list and taken off it`() async throws {
        try await withConsole { console in
            let id = try await Self.create(console.api)
            let apps = "\(Self.path)/\(id)/apps"
            #expect(try await console.api.call(.get, apps).status == .noContent)
            for name in ["One", "Uno"] {
                let response = try await console.api.call(
                    .post, apps, #"{"BundleId":"com.example.one","ApplicationName":"\#(name)"}"#)
                #expect(response.status == .created && response.body.readableBytes == 0)
            }
            _ = try await console.api.call(.post, apps, #"{"bundleId":"com.example.two"}"#)
            let list = try await console.api.object("\(apps)?pagesize=1")
            let first = try #require((list["Applications"] as? [[String: Any]])?.first)
            #expect(list["Total"] as? Int == 2 && first["ApplicationName"] as? String == "Uno")
            let second = try await console.api.object("\(apps)?pagesize=1&page=1")
            #expect((second["Applications"] as? [[String: Any]])?.first?["BundleId"] as? String == "com.example.two")
            let item = try #require(first["Id"] as? Int)
            #expect(try await console.api.call(.delete, "\(apps)/\(item)").status == .noContent)
            try expectRefusal(try await console.api.call(.delete, "\(apps)/\(item)"), 404, number: 404)
            for bad in ["x", "0", "99999999999999999999"] {
                try expectRefusal(try await console.api.call(.delete, "\(apps)/\(bad)"), 404, number: 404)
            }
            for bad in ["", "{}", #"{"BundleId":"a b"}"#, #"{"BundleId":["x"]}"#] {
                try expectRefusal(try await console.api.call(.post, apps, bad), 400, number: 400)
            }
        }
    }

    @Test func `A list has a limit`() async throws {
        try await withConsole { console in
            let entries = (1...1000).map { #"{"BundleId":"com.example.n\#($0)"}"# }
            let full = entries.joined(separator: ",")
            let id = try await Self.create(console.api, more: #","Applications":[\#(full)]"#)
            let more = try await console.api.call(.post, "\(Self.path)/\(id)/apps", #"{"BundleId":"com.example.more"}"#)
            try expectRefusal(more, 400, number: 400, saying: "at most 1000")
            let again = try await console.api.call(.post, "\(Self.path)/\(id)/apps", #"{"BundleId":"com.example.n7"}"#)
            #expect(again.status == .created)
            let large = try await console.api.call(
                .put, "\(Self.path)/\(id)", #"{"Applications":[\#(full),{"BundleId":"x"}]}"#)
            try expectRefusal(large, 400, number: 400)
            #expect(try await console.parts.count("applicationGroupItem") == 1000)
        }
    }

    @Test(arguments: [
        "", "{}", "[", #"{"Name":"A"}"#, #"{"AppGroupType":"Blacklist"}"#, #"{"Name":" ","AppGroupType":"Blacklist"}"#,
        #"{"Name":"A","AppGroupType":"Grey"}"#, #"{"Name":"A","AppGroupType":"Blacklist","Platform":"C64"}"#,
        #"{"Name":"A","AppGroupType":"Blacklist","Applications":[{}]}"#,
        #"{"Name":"A","AppGroupType":"Blacklist","Applications":["x"]}"#,
        #"{"Name":"A","AppGroupType":"Blacklist","Applications":[{"BundleId":"x"},{"BundleId":"X"}]}"#,
        #"{"Name":"A","AppGroupType":"Blacklist","OrganizationGroupId":999}"#,
        #"{"Name":"A","AppGroupType":"Blacklist","IsActive":"perhaps"}"#,
        #"{"Name":"a\u0000","AppGroupType":"Required"}"#,
        #"{"Name":"Games","AppGroupType":"Required"}"#, #"{"name":"gAMES","AppGroupType":"Required"}"#,
    ])
    func `A list that does not fit is refused`(body: String) async throws {
        try await withConsole { console in
            _ = try await Self.create(console.api)
            try expectRefusal(try await console.api.call(.post, Self.path, body), 400, number: 400)
            #expect(try await console.parts.count("applicationGroup") == 1)
        }
    }

    @Test func `A deleted list is gone`() async throws {
        try await withConsole { console in
            let id = try await Self.create(console.api, more: Self.two)
            let path = "\(Self.path)/\(id)"
            #expect(try await console.api.call(.delete, path).status == .noContent)
            for (method, route) in [
                (HTTPRequest.Method.get, path), (.put, path), (.delete, path), (.get, "\(path)/apps"),
                (.get, "\(Self.path)/x"), (.delete, "\(path)/apps/1"),
            ] {
                let response = try await console.api.call(method, route, method == .get ? nil : "{}")
                try expectRefusal(response, 404, number: 404)
            }
            #expect(try await console.parts.count("applicationGroupItem") == 0)
            #expect(try await Self.create(console.api) > id)
        }
    }

    @Test func `A list of another subtree is not there, and a role that only reads changes nothing`() async throws {
        try await withConsole { console in
            let id = try await Self.create(console.api, more: Self.two)
            let path = "\(Self.path)/\(id)"
            let other = try await console.api(.consoleAdministrator, of: "demo")
            #expect(try await other.call(.get, "\(Self.path)/search").status == .noContent)
            try expectRefusal(try await other.call(.get, path), 404, number: 404)
            try expectRefusal(try await other.call(.put, path, "{}"), 404, number: 404)
            try expectRefusal(try await other.call(.delete, path), 404, number: 404)
            try expectRefusal(try await other.call(.post, "\(path)/apps", #"{"BundleId":"x"}"#), 404, number: 404)
            let reader = try await console.api(.readOnly)
            #expect(try await reader.call(.get, path).status == .ok)
            for (method, route) in [
                (HTTPRequest.Method.post, Self.path), (.put, path), (.delete, path), (.post, "\(path)/apps"),
            ] {
                try expectRefusal(try await reader.call(method, route, "{}"), 403, number: 1011)
            }
        }
    }
}
