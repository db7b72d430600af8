import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Default profiles take the payload types they lack from the defaults of the groups above (SDKProfile, section 1).
struct ProfileInheritanceTests {
    /// Payloads of the three default profiles: of `global`, of `global/demo` and of a group below.
    private struct Defaults {
        var global = "[{PayloadType: A, from: global}, {PayloadType: B, from: global}, {PayloadType: C, from: global}]"
        var demo = "[{PayloadType: B, from: demo}, {PayloadType: D, from: demo}]"
        var lab = "[{PayloadType: C, from: lab}]"
        /// Further keys of the profiles.
        var globalKeys = "", demoKeys = "", labKeys = ""
        var demoSetting = "D"

        var yaml: String {
            """
            version: 1
            organizationGroups:
              - path: global
                profiles: [{name: G, payloads: \(global)\(globalKeys)}]
                settings: {defaultProfile: G}
              - path: global/demo
                profiles: [{name: D, payloads: \(demo)\(demoKeys)}]
                settings: {defaultProfile: \(demoSetting)}
                applications:
                  - {bundleId: com.example.demo, name: Demo, profile: default, assignments: [{smartGroup: All Devices}]}
              - path: global/demo/lab
                profiles: [{name: L, payloads: \(lab)\(labKeys)}]
                settings: {defaultProfile: L}
            """
        }
    }

    /// A console with the defaults, and an app in the lowest group.
    private static func withApp(
        _ defaults: Defaults = Defaults(), group: String = "lab",
        _ body: @escaping @Sendable (TestConsole, SimulatedClient) async throws -> Void
    ) async throws {
        try await withConsole { console in
            let response = try await console.importEnvironment(defaults.yaml)
            try #require(response.status == .ok, "\(response.text)")
            var app = try console.device()
            try await app.logIn(username: "demo", password: "demo", organizationGroup: group)
            try await body(console, app)
        }
    }

    private static func payloads(_ app: SimulatedClient) async throws -> [String] {
        try await app.fetchProfile()?.payloads.map { "\($0.type) \($0.settings["from"]?.stringValue ?? "")" } ?? []
    }

    @Test(arguments: [
        ("lab", ["C lab", "B demo", "D demo", "A global"]), ("demo", ["B demo", "D demo", "A global", "C global"]),
    ])
    func `Of each payload type the nearest counts, whole`(group: String, expected: [String]) async throws {
        try await Self.withApp(group: group) { _, app in
            let payloads = try await Self.payloads(app)
            #expect(payloads == expected)
        }
    }

    @Test func `A profile that does not inherit ends the way`() async throws {
        var defaults = Defaults()
        defaults.demoKeys = ", inherits: false"
        try await Self.withApp(defaults) { _, app in
            let payloads = try await Self.payloads(app)
            #expect(payloads == ["C lab", "B demo", "D demo"])
        }
        defaults.labKeys = ", inherits: false"
        try await Self.withApp(defaults) { console, app in
            let payloads = try await Self.payloads(app)
            #expect(payloads == ["C lab"])
            #expect(try await console.parts.features.environment.exporter.exportText().contains("inherits: false"))
        }
    }

    @Test func `A group that sets no profile ends the way`() async throws {
        var defaults = Defaults()
        defaults.demoSetting = "null"
        try await Self.withApp(defaults) { console, app in
            #expect(try await Self.payloads(app) == ["C lab"])
            try await console.set("defaultProfile", "null", of: "lab")
            #expect(try await app.fetchProfile() == nil)
        }
    }

    @Test func `A group that sets what one above sets adds nothing`() async throws {
        var defaults = Defaults()
        defaults.demoSetting = "{group: global, name: G}"
        try await Self.withApp(defaults) { _, app in
            let profile = try #require(try await app.fetchProfile())
            #expect(profile.payloads.map(\.type) == ["C", "A", "B"] && profile.version == 2)
        }
    }

    @Test func `An app's own profile inherits nothing`() async throws {
        try await Self.withApp { console, app in
            _ = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - path: global/demo
                    applications:
                      - {bundleId: com.example.demo, name: Demo, profile: D, assignments: [{smartGroup: All Devices}]}
                """)
            #expect(try await Self.payloads(app) == ["B demo", "D demo"])
        }
    }

    @Test func `The version moves with every profile that takes part, the uuid with which they are`() async throws {
        try await Self.withApp { console, app in
            let first = try #require(try await app.fetchProfile())
            #expect(first.version == 3 && first.displayName == "L")
            var changed = Defaults()
            changed.global = "[{PayloadType: A, from: new}]"
            _ = try await console.importEnvironment(changed.yaml)
            let second = try #require(try await app.fetchProfile())
            #expect(second.version == 4 && second.uuid == first.uuid)
            #expect(try await Self.payloads(app) == ["C lab", "B demo", "D demo", "A new"])
            let noted = try await console.parts.value("SELECT profileVersion FROM installation", Int64.self)
            #expect(noted == 4)
            changed.labKeys = ", inherits: false"
            _ = try await console.importEnvironment(changed.yaml)
            let alone = try #require(try await app.fetchProfile())
            let own = try await console.parts.value("SELECT uuid FROM sdkProfile WHERE name = 'L'", String.self)
            #expect(alone.uuid == own?.uppercased() && alone.uuid != first.uuid && alone.version == 1)
        }
    }

    @Test func `A change of settings on the way is seen at the next fetch`() async throws {
        try await Self.withApp { console, app in
            #expect(try await Self.payloads(app).count == 4)
            _ = try await console.admin(.patch, "/_mock/groups/global/settings", text: "{\"defaultProfile\":null}")
            #expect(try await Self.payloads(app) == ["C lab", "B demo", "D demo"])
            _ = try await console.admin(.patch, "/_mock/groups/lab/settings", text: "{\"defaultProfile\":null}")
            #expect(try await Self.payloads(app) == ["B demo", "D demo"])
        }
    }

    @Test func `Single sign-on is heeded wherever its payload comes from`() async throws {
        var defaults = Defaults()
        defaults.global = "[{PayloadType: PasscodePoliciesV2, EnableSingleSignOn: true}]"
        try await Self.withApp(defaults) { console, app in
            _ = try await app.fetchProfile()
            #expect(try await console.parts.value("SELECT singleSignOn FROM installation", Bool.self) == true)
        }
    }

    @Test func `Explain says from which profile and group each payload comes`() async throws {
        try await Self.withApp { console, app in
            let body = try await console.adminJSON("/_mock/devices/\(app.device)/explain?bundleId=com.example.demo")
            #expect(body["profile"] as? String == "L" && body["profileVersion"] as? Int == 3)
            let payloads = try #require(body["payloads"] as? [[String: Any]])
            let sources = payloads.map { payload in
                "\(payload["payload"] ?? "") \(payload["profile"] ?? "") \(payload["group"] ?? "")"
            }
            #expect(sources == ["C L lab", "B D demo", "D D demo", "A G global"])
            #expect(payloads.map { $0["isInherited"] as? Bool } == [false, true, true, true])
            let steps = try #require(body["steps"] as? [[String: Any]]).compactMap { $0["finding"] as? String }
            #expect(
                steps.suffix(3) == [
                    "The app has the default SDK profile of its device's group, which lab sets.",
                    "Payload types it lacks come from the default of demo.",
                    "Payload types it lacks come from the default of global.",
                ])
        }
    }

    @Test func `The default is installed by command with what it inherits, another profile by itself`() async throws {
        try await Self.withApp { console, app in
            for (name, types) in [("L", ["C", "B", "D", "A"]), ("G", ["A", "B", "C"])] {
                try await console.queue("{\"requestType\":\"InstallProfile\",\"profile\":\"\(name)\"}", for: app)
                let command = try #require(try await app.idle())
                let data = try #require(command.command["Payload"]?.dataValue)
                let document = try SDKProfileDocument(propertyList: try PropertyListValue(parsing: data))
                #expect(document.payloads.map(\.type) == types)
                try await app.answer(.acknowledged, command.uuid)
            }
        }
    }
}
