import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What a device finds with the installation of an app (AdminApplications, "Managed configuration").
struct ManagedConfigurationTests {
    private static let pairs = """
        {"PushMode":"OnDemand","ApplicationConfigurations":[{"Key":"server","Value":"https://x.example.test","Type":"String"},
        {"Key":"retries","Value":"3","Type":"Integer"},{"Key":"beta","Value":"yes","Type":"Boolean"},
        {"Key":"com.AirWatch.mdm.DeviceUid","Value":"{DeviceUid}"},{"Key":"who","Value":"{EnrollmentUser}@{GroupIdentifier}"}]}
        """

    /// A console with an app that is given to all devices, and one of those.
    private static func withApp(
        _ parameters: String = pairs,
        _ body: @escaping @Sendable (TestConsole, TestApp, SimulatedClient) async throws -> Void
    ) async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: try await console.groupID("demo"))
            let answer = try await console.api.assign(
                app, to: [try await console.smartGroupID()], parameters: parameters)
            #expect(answer.status == .created, "\(answer.text)")
            try await body(console, app, try await console.signedInDevice(bundle: "com.example.demo"))
        }
    }

    private static func path(_ device: SimulatedClient, _ more: String = "") -> String {
        "/_mock/devices/\(device.device)/installation?bundleId=com.example.fresh\(more)"
    }

    @Test func `An installation has the values of the assignment, with their types`() async throws {
        try await Self.withApp { console, _, device in
            let body = try await console.adminJSON(Self.path(device))
            #expect(body["version"] as? String == "1.4.0" && body["smartGroup"] as? String == "All Devices")
            #expect(body["pushMode"] as? String == "OnDemand" && body["request"] == nil)
            let values = try #require(body["configuration"] as? [String: Any])
            #expect(values["server"] as? String == "https://x.example.test")
            #expect(values["retries"] as? Int == 3 && values["beta"] as? Bool == true)
            #expect(values["com.AirWatch.mdm.DeviceUid"] as? String == device.device.value)
            #expect(values["who"] as? String == "demo@demo")
            #expect(body["warnings"] as? [String] == [])
        }
    }

    @Test func `A property list has the configuration alone`() async throws {
        try await Self.withApp { console, _, device in
            let response = try await console.admin(.get, Self.path(device, "&format=plist"))
            #expect(response.headers[.contentType]?.hasPrefix("text/xml") == true)
            let list = try PropertyListValue(parsing: Data(response.text.utf8))
            #expect(list["retries"] == .integer(3) && list["beta"] == .bool(true))
        }
    }

    @Test func `What XML cannot hold is served as a binary property list`() async throws {
        let pairs = #"{"ApplicationConfigurations":[{"Key":"odd","Value":"a\u0001b"}]}"#
        try await Self.withApp(pairs) { console, _, device in
            let response = try await console.admin(.get, Self.path(device, "&format=plist"))
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/x-plist")
            let list = try PropertyListValue(parsing: Data(response.body.readableBytesView))
            #expect(list["odd"]?.stringValue == "a\u{1}b")
        }
    }

    @Test func `What an administrator wishes is told with it`() async throws {
        try await Self.withApp { console, app, device in
            let answer = try await console.api.call(
                .post, "mam/apps/internal/\(app.id)/install", #"{"Udid":"\#(device.device)"}"#)
            #expect(answer.status == .accepted)
            let body = try await console.adminJSON(Self.path(device))
            #expect(body["request"] as? String == "install" && body["requestedAt"] as? String != nil)
            #expect(body["requestedBy"] as? String != nil)
        }
    }

    @Test func `An app the device does not get is not found, with the reason`() async throws {
        try await Self.withApp { console, app, device in
            _ = try await console.api.call(
                .delete, "mam/apps/internal/\(app.id)/assignments",
                #"{"SmartGroupIds":[\#(try await console.smartGroupID())]}"#)
            let response = try await console.admin(.get, Self.path(device))
            #expect(response.status == .notFound && response.text.contains("has no assignments"), "\(response.text)")
            for (query, status) in [("?bundleId=com.example.none", 404), ("", 400), ("?bundleId=a%20b", 400)] {
                let target = "/_mock/devices/\(device.device)/installation\(query)"
                #expect(try await console.admin(.get, target).status.code == status, "\(query)")
            }
            #expect(try await console.admin(.get, Self.path(device, "&format=xml")).status == .badRequest)
        }
    }

    @Test func `The configuration survives export and import, a second import changes nothing`() async throws {
        try await Self.withApp { console, _, device in
            let exported = try await console.admin(.get, "/_mock/environment").text
            #expect(exported.contains("key: retries"), "\(exported)")
            let again = try await console.importEnvironment(exported, onConflict: "fail")
            #expect(again.status == .ok, "\(again.text)")
            try await withConsole { other in
                let answer = try await other.importEnvironment(exported)
                #expect(answer.status == .ok, "\(answer.text)")
                #expect(try await other.admin(.get, "/_mock/environment").text == exported)
                let client = try await other.signedInDevice(bundle: "com.example.demo")
                let values = try await other.adminJSON(Self.path(client))["configuration"] as? [String: Any]
                #expect(values?["retries"] as? Int == 3 && values?.count == 5)
            }
        }
    }

    @Test func `Whatever a rule says of a pair survives, too`() async throws {
        try await Self.withApp("{}") { console, app, device in
            let group = try await console.smartGroupUUID()
            let pair = """
                {"key":"outer","note":[1,{"a":null}],"nested_configurations":[{"key":"inner","value":"7","type":"integer"}]}
                """
            let answer = try await console.api.call(
                .put, "mam/apps/\(app.uuid)/assignment-rules",
                """
                {"assignments":[{"priority":0,"distribution":{"name":"x","smart_groups":["\(group)"]},
                "application_configuration":[\(pair)]}]}
                """, version: 2)
            #expect(answer.status == .accepted, "\(answer.text)")
            let values = try await console.adminJSON(Self.path(device))["configuration"] as? [String: Any]
            #expect((values?["outer"] as? [String: Any])?["inner"] as? Int == 7)
            let exported = try await console.admin(.get, "/_mock/environment").text
            try await withConsole { other in
                try await other.importEnvironment(exported)
                #expect(try await other.admin(.get, "/_mock/environment").text == exported)
            }
        }
    }

    @Test func `An import that changes the configuration leaves other settings`() async throws {
        try await Self.withApp { console, _, device in
            let exported = try await console.admin(.get, "/_mock/environment").text
            let changed = exported.replacing("value: \"3\"", with: "value: \"4\"")
            #expect(changed != exported)
            try await console.importEnvironment(changed)
            let body = try await console.adminJSON(Self.path(device))
            #expect((body["configuration"] as? [String: Any])?["retries"] as? Int == 4)
            #expect(body["pushMode"] as? String == "OnDemand")
        }
    }

    @Test(arguments: [
        ("{value: x}", "must have a key"), ("text", "must be a mapping"), ("{key: ''}", "must have a key"),
    ])
    func `A pair in a file needs a key`(pair: String, sentence: String) async throws {
        try await withConsole { console in
            let answer = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - path: global/demo
                    applications:
                      - bundleId: com.example.demo
                        assignments: [{smartGroup: All Devices, configuration: [\(pair)]}]
                """)
            #expect(answer.status.code == 422 && answer.text.contains(sentence), "\(answer.text)")
        }
    }

    @Test func `A value that is none of its type is a text, with a warning`() throws {
        func pair(_ key: String, _ value: String, _ type: String) throws -> JSONValue {
            try JSONValue(json: Data(#"{"key":"\#(key)","value":"\#(value)","type":"\#(type)"}"#.utf8))
        }
        let configuration = ManagedConfiguration(
            try [
                pair("a", "x", "Integer"), pair("b", " 2.5 ", "REAL"), pair("c", "maybe", "boolean"),
                pair("d", "2026-03-05T10:20:30Z", "date"), pair("b", "1e999", "double"), pair("e", "0", "BOOL"),
                .string("stray"),
            ])
        #expect(configuration.values["a"] == .string("x") && configuration.values["c"] == .string("maybe"))
        #expect(configuration.values["d"] == .date(Date(timeIntervalSince1970: 1_772_706_030)))
        #expect(configuration.values["e"] == .bool(false) && configuration.values["b"] == .string("1e999"))
        let expected = [
            "a is no Integer", "c is no Boolean", "b is there more than once", "b is no Double", "without a key",
        ]
        for (warning, words) in zip(configuration.warnings, expected) { #expect(warning.contains(words), "\(warning)") }
        #expect(configuration.warnings.count == 5)
    }

    @Test func `Data and arrays are served as what they are`() throws {
        func pair(_ text: String) throws -> JSONValue { try JSONValue(json: Data(text.utf8)) }
        let configuration = ManagedConfiguration(
            try [
                pair(#"{"key":"cert","value":"AQID","type":"Data"}"#),
                pair(#"{"key":"bad","value":"?","type":"Data"}"#),
                pair(#"{"key":"hosts","value":"a.test, b.test","type":"Array"}"#),
                pair(#"{"key":"json","value":"[\"a\",1,true]","type":"ARRAY"}"#),
                pair(#"{"key":"list","value":["x","y"],"type":"array"}"#),
                pair(#"{"key":"none","value":"","type":"Array"}"#), pair(#"{"key":"cut","value":"[1","type":"Array"}"#),
                pair(#"{"key":"map","value":"{\"a\":1}","type":"Dictionary"}"#),
                pair(
                    #"{"key":"nested","type":"Array","nested_configurations":[{"key":"0","value":"7","type":"Integer"},"#
                        + #"{"key":"1","value":"z"}]}"#),
                pair(#"{"key":"odd","value":"v","type":"Colour"}"#),
            ])
        let values = configuration.values
        #expect(values["cert"] == .data(Data([1, 2, 3])) && values["bad"] == .string("?"))
        #expect(values["hosts"] == .array([.string("a.test"), .string("b.test")]))
        #expect(values["json"] == .array([.string("a"), .integer(1), .bool(true)]))
        #expect(values["list"] == .array([.string("x"), .string("y")]) && values["none"] == .array([]))
        #expect(values["cut"] == .string("[1") && values["map"] == .dictionary(["a": .integer(1)]))
        #expect(values["nested"] == .array([.integer(7), .string("z")]) && values["odd"] == .string("v"))
        let warned = configuration.warnings.map { $0.prefix { $0 != " " } }
        #expect(warned == ["bad", "cut", "odd"], "\(configuration.warnings)")
    }

    @Test func `A property list has data and arrays`() async throws {
        let pairs = """
            {"ApplicationConfigurations":[{"Key":"cert","Value":"AQID","Type":"Data"},
            {"Key":"hosts","Value":"a.test,b.test","Type":"Array"}]}
            """
        try await Self.withApp(pairs) { console, _, device in
            let response = try await console.admin(.get, Self.path(device, "&format=plist"))
            let list = try PropertyListValue(parsing: Data(response.body.readableBytesView))
            #expect(list["cert"] == .data(Data([1, 2, 3])))
            #expect(list["hosts"] == .array([.string("a.test"), .string("b.test")]))
        }
    }

    @Test func `Look-up values are replaced, unknown ones stay with a warning, and the group can switch that off`()
        async throws
    {
        let pairs = """
            {"ApplicationConfigurations":[{"Key":"server","Value":"{ServerUrl}"},{"Key":"who","Value":"{EnrollmentUser}"},
            {"Key":"odd","Value":"{Nobody}"},{"Key":"token","Value":"{OneTimeToken}"}]}
            """
        try await Self.withApp(pairs) { console, _, device in
            let body = try await console.adminJSON(Self.path(device))
            let values = try #require(body["configuration"] as? [String: String])
            #expect(values["server"]?.hasPrefix("http") == true && values["who"] == "demo")
            #expect(values["odd"] == "{Nobody}")
            #expect((body["warnings"] as? [String])?.first?.hasPrefix("odd: {Nobody} is no look-up value") == true)
            let token = try #require(values["token"])
            let reader = try await console.api(.readOnly, of: "demo")
            let seen = try await console.send(
                .get, Self.path(device), headers: TestConsole.basic(reader.username, reader.password))
            #expect(seen.text.contains("{OneTimeToken}"), "\(seen.text)")
            #expect(try await console.logIn(token: token, device: device.device.value) == "AUTH-0")
            _ = try await console.admin(
                .patch, "/_mock/groups/demo/settings", text: #"{"replaceLookupValues":false}"#)
            let verbatim = try await console.adminJSON(Self.path(device))
            #expect((verbatim["configuration"] as? [String: String])?["who"] == "{EnrollmentUser}")
            #expect(verbatim["warnings"] as? [String] == [])
        }
    }
}
