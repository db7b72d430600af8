import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// What the console tells of itself (AdminAPI, "Information").
struct SystemInformationTests {
    private static func expected(_ origin: String, version: String = "24.10.0.0") -> String {
        let places = ["mam", "mcm", "mdm", "system"].map { "{\"location\":\"\(origin)/api/\($0)\"}" }
        return """
            {"ProductName":"Workspace ONE UEM (MockUEM)","ProductVersion":"\(version)","Version":"1.0",
             "BuildKey":"\(MockUEMVersion.current)","CommitId":"","ProductCopyright":"",
             "Resources":{"Workspaces":[\(places.joined(separator: ","))],"Collections":[]}}
            """
    }

    @Test(arguments: ["system/info", "help", "system/help", "System/INFO/", "v1/system/info"])
    func `Information has every member, at every address and in every version`(path: String) async throws {
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            for version in [nil, 1, 2, 99] as [Int?] {
                let answer = try await console.api.call(.get, path, version: version)
                #expect(answer.status == .ok && answer.headers[.apiVersion] == "v1")
                #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
                try expectJSON(try answer.json(), Self.expected("https://uem.example.test"))
            }
        }
    }

    @Test func `The version is the one the console is told to be`() async throws {
        let settings: ConfigurationSettings = [
            \.consoleVersion: "25.6.0.3", \.publicURL: "https://uem.example.test",
        ]
        try await withConsole(settings) { console in
            try expectJSON(
                try await console.api.object("system/info"),
                Self.expected("https://uem.example.test", version: "25.6.0.3"))
            try expectJSON(
                try await console.api.object("system/help/localjson"),
                #"{"apis":[{"name":"system","products":["Workspace ONE UEM (MockUEM) 25.6.0.3"]}]}"#)
        }
    }

    @Test func `Information is for administrators, of every role and group`() async throws {
        try await withConsole { console in
            for path in ["system/info", "help", "system/help"] {
                try expectRefusal(try await console.send(.get, "/api/\(path)"), 401, number: 1005)
                for method in [HTTPRequest.Method.post, .put, .delete, .patch] {
                    try expectRefusal(try await console.api.call(method, path, "{}"), 405, number: 405)
                }
            }
            for role in AdministratorRole.allCases {
                let caller = try await console.api(role, of: "appreview")
                for path in ["system/info", "help", "system/help", "system/help/localjson"] {
                    #expect(try await caller.call(.get, path).status == .ok, "\(role) \(path)")
                }
            }
        }
    }

    @Test(arguments: ["", "Basic YWRtaW46d3Jvbmc=", "Bearer wrong", "Digest x", ":"])
    func `The version is for everybody, whatever credentials they send`(authorization: String) async throws {
        try await withConsole { console in
            var headers = ["aw-tenant-code": "wrong"]
            if !authorization.isEmpty { headers["Authorization"] = authorization }
            for path in ["system/help/localjson", "v1/System//Help/LocalJSON/"] {
                let answer = try await console.send(.get, "/api/\(path)", headers: headers)
                #expect(answer.status == .ok && answer.headers[.wwwAuthenticate] == nil)
                #expect(answer.headers[.apiVersion] == "v1" && answer.headers[.supportedVersions] == "1")
                #expect(answer.headers[.rateLimit] != nil)
                try expectJSON(
                    try answer.json(),
                    #"{"apis":[{"name":"system","products":["Workspace ONE UEM (MockUEM) 24.10.0.0"]}]}"#)
            }
        }
    }

    @Test func `The version for everybody takes no other method, and no other form than JSON and XML`() async throws {
        try await withConsole { console in
            let path = "/api/system/help/localjson"
            let picture = try await console.send(.get, path, headers: ["Accept": "image/png"])
            try expectRefusal(picture, 406, number: 406)
            for method in [HTTPRequest.Method.post, .put, .delete, .patch] {
                let answer = try await console.send(method, path)
                try expectRefusal(answer, 405, number: 405)
                #expect(answer.headers[.allow] == "GET")
            }
            #expect(console.console.routes.all["GET \(path)"]?.permission == nil)
        }
    }

    @Test func `Information is XML with an element for each place`() async throws {
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            let answer = try await console.api.call(.get, "system/info", headers: ["Accept": "text/xml"])
            #expect(answer.headers[.contentType] == "application/xml; charset=utf-8")
            #expect(answer.text.contains("<ProductVersion>24.10.0.0</ProductVersion>"))
            for family in ["mam", "mcm", "mdm", "system"] {
                #expect(
                    answer.text.contains(
                        "<Workspaces><location>https://uem.example.test/api/\(family)</location></Workspaces>"))
            }
            let help = try await console.api.call(.get, "system/help/localjson", headers: ["Accept": "text/xml"])
            #expect(help.text.contains("<products>Workspace ONE UEM (MockUEM) 24.10.0.0</products>"))
        }
    }
}
