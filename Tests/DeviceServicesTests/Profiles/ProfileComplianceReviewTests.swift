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
@testable import DeviceServices
@testable import MockConsole

/// What a profile may ask of devices: validation, environment files, names on the wire (SDKProfile, 3.12 and 3.20).
struct ProfileComplianceReviewTests {
    private static let type = "SDKAppComplianceV2"
    private static let version = "a version such as 17.3.1, of at most 64 characters"

    @Test(arguments: [
        (#""EnableApplicationVersion":true"#, ["ApplicationIdentifier must be", "ApplicationVersion must be"]),
        (
            #""EnableApplicationVersion":true,"ApplicationIdentifier":"a b","ApplicationVersion":"2""#,
            ["ApplicationIdentifier must be"]
        ),
        (#""EnableOSVersion":true"#, ["OSVersion must be \(version), not missing."]),
        (#""EnableOSVersion":true,"OSVersion":"""#, ["OSVersion must be \(version), not missing."]),
        (#""EnableOSVersion":true,"OSVersion":"latest""#, ["OSVersion must be \(version), not latest."]),
        (#""EnableOSVersion":true,"OSVersion":17"#, ["OSVersion must be a string of at most 64 characters, not 17."]),
        (#""EnableOSVersion":1,"OSVersionAction":"mark""#, ["EnableOSVersion must be", "OSVersionAction must be"]),
    ])
    func `What nobody could judge is refused by the setting at fault`(settings: String, faults: [String]) async throws {
        try await withConsole { console in
            let payload = #"{"PayloadType":"\#(Self.type)",\#(settings)}"#
            let response = try await console.admin(.post, "/_mock/profiles", text: Profiles.body(payloads: payload))
            #expect(response.status == .unprocessableContent)
            let details = try response.details()
            #expect(details.count == faults.count, "\(details)")
            for fault in faults {
                #expect(details.contains { $0.hasPrefix("payloads[0]: \(Self.type).\(fault)") }, "\(details)")
            }
        }
    }

    @Test(arguments: ["", #","OSVersion":"latest""#, #","EnableOSVersion":false,"ApplicationIdentifier":"""#])
    func `What is switched off may be unfinished`(settings: String) async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile(payloads: #"{"PayloadType":"\#(Self.type)"\#(settings)}"#)
            let body = #"{"payloads":{"\#(Self.type)":{"EnableOSVersion":true,"OSVersion":"latest"}}}"#
            let response = try await console.admin(.patch, "/_mock/profiles/\(uuid)", text: body)
            #expect(response.status == .unprocessableContent, "\(response.text)")
        }
    }

    @Test func `Operators and actions are written by name, and kept as numbers`() async throws {
        try await withConsole { console in
            let settings = #""EnableOSVersion":true,"OSVersion":"17","OSVersionOperator":">","OSVersionAction":"wipe""#
            let uuid = try await console.addProfile(payloads: #"{"PayloadType":"\#(Self.type)",\#(settings)}"#)
            let response = try await console.admin(.get, "/_mock/profiles/\(uuid)")
            let payload = try #require(try response.payloads().first)
            #expect(payload["OSVersionOperator"] as? Int == 4 && payload["OSVersionAction"] as? Int == 1)
            #expect((try response.json()["warnings"] as? [String])?.isEmpty == true)
        }
    }

    @Test func `An action without protection is a warning`() {
        func warnings(_ settings: [String: PropertyListValue]) -> [String] {
            ProfileWarnings.of([ProfilePayload(type: "CompromisedPoliciesV2", settings: settings)])
        }
        let wipe: [String: PropertyListValue] = ["CompromisedAction": .integer(1)]
        #expect(warnings(wipe).first?.contains("no effect while CompromisedProtection is off") == true)
        #expect(warnings(wipe.merging(["CompromisedProtection": .bool(true)]) { $1 }).isEmpty)
        #expect(warnings(["CompromisedAction": .integer(0)]).isEmpty)
    }

    @Test func `The settings have the labels of the product guides`() {
        func labels(_ type: String) -> [String?] { PayloadSchema.named(type)?.keys.map(\.label) ?? [] }
        #expect(labels("CompromisedPoliciesV2") == ["Compromised Protection", nil, nil])
        #expect(
            labels(Self.type) == [
                "Application Version", "Application Identifier", "Operator", "Application Version", "OS Version",
                "Operator", "OS Version", "Action",
            ])
    }

    private static func environment(_ payload: String) -> String {
        """
        version: 2
        organizationGroups:
          - path: global
          - path: global/demo
            profiles:
              - name: Strict
                payloads:
                  - \(payload)
        """
    }

    @Test(arguments: [
        ("EnableOSVersion: true, OSVersion: latest", "OSVersion must be \(version), not latest"),
        ("EnableApplicationVersion: true, ApplicationVersion: '1'", "ApplicationIdentifier must be"),
        ("OSVersionOperator: '=>'", "OSVersionOperator must be one of 0 (equal or =)"),
    ])
    func `An environment file with such a setting is refused with its place`(
        settings: String, sentence: String
    ) async throws {
        try await withConsole { console in
            let yaml = Self.environment("{PayloadType: \(Self.type), \(settings)}")
            let response = try await console.importEnvironment(yaml)
            #expect(response.status == .badRequest || response.status == .unprocessableContent, "\(response.text)")
            #expect(response.text.contains("\(Self.type).\(sentence)") && response.text.contains("line 8"))
        }
    }

    /// The settings of the payload of the profile "Strict", as texts.
    private static func settings(_ console: TestConsole) async throws -> [String: String] {
        let uuid = try await console.profileUUID("Strict")
        let payloads = try await console.admin(.get, "/_mock/profiles/\(uuid)").payloads()
        return try #require(payloads.first).mapValues { "\($0)" }
    }

    private static let both = """
        {PayloadType: SDKAppComplianceV2, EnableApplicationVersion: true, ApplicationVersionOperator: '<=',
              ApplicationIdentifier: com.example.demo, ApplicationVersion: '3.1', EnableOSVersion: true,
              OSVersion: '17.0', OSVersionAction: wipe}
        """

    @Test(arguments: [both, StrictPayloads.wiping])
    func `What a profile asks for survives export and import`(payload: String) async throws {
        let (exported, kept) = try await withConsole { console -> (String, [String: String]) in
            #expect(try await console.importEnvironment(Self.environment(payload)).status == .ok)
            let exported = try await console.admin(.get, "/_mock/environment").text
            let again = try await console.importEnvironment(exported)
            #expect(again.status == .ok, "\(again.text)")
            #expect(try await console.admin(.get, "/_mock/environment").text == exported)
            return (exported, try await Self.settings(console))
        }
        #expect(kept.count >= 3)
        try await withConsole { console in
            let answer = try await console.importEnvironment(exported)
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(try await Self.settings(console) == kept)
        }
    }

    private static func served(_ type: String, _ console: TestConsole) async throws -> [String: PropertyListValue]? {
        try await console.giveStrictProfile("\(StrictPayloads.wiping), \(StrictPayloads.os17)")
        let client = try await console.signedInDevice()
        return try await client.fetchProfile()?.payloads.first { $0.type == type }?.settings
    }

    @Test func `Clients are sent the settings, the action under the name they declare`() async throws {
        try await withConsole { console in
            let protection = try await Self.served("CompromisedPoliciesV2", console)
            let expected: [String: PropertyListValue] = [
                "CompromisedProtection": .bool(true), "AWComplianceCompromisedActions": .integer(1),
            ]
            #expect(protection == expected)
            let compliance = try await Self.served(Self.type, console)
            #expect(compliance == ["EnableOSVersion": .bool(true), "OSVersion": .string("17.0")])
        }
    }

    @Test func `Configured names are the ones that are sent, and judged all the same`() async throws {
        let names: ConfigurationSettings = [
            \.wireCompromisedAction: "action", \.wireAppCompliance: "AppCompliance", \.wireOSVersionEnabled: "on",
            \.wireOSVersion: "atLeast",
        ]
        try await withConsole(names) { console in
            let protection = try await Self.served("CompromisedPoliciesV2", console)
            #expect(protection == ["CompromisedProtection": .bool(true), "action": .integer(1)])
            let compliance = try await Self.served("AppCompliance", console)
            #expect(compliance == ["on": .bool(true), "atLeast": .string("17.0")])
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "16" }
            #expect(try await console.complianceStatus(of: client) == .blocked)
        }
    }

    @Test(arguments: ["", "a b", "LoggingSettingsV2", "CompromisedPoliciesV2"])
    func `A type that clients could not read, or that means something else, is refused`(type: String) {
        var names = ProfileWireNames.standard
        names.appCompliance = type
        #expect(names.problem?.contains("must not be the type of another payload") == true)
        names.appCompliance = "OwnType"
        #expect(names.problem == nil)
        names.appComplianceSettings["OSVersion"] = "EnableOSVersion"
        #expect(names.problem?.contains("stands for two settings of SDKAppComplianceV2") == true)
    }
}

/// Profiles of a database from before the console read what they ask for.
struct ProfileComplianceMigrationTests {
    @Test func `Profiles whose version in force protects from compromised devices are found`() throws {
        let all = Migration.embedded()
        let own = try #require(all.firstIndex { $0.name.hasSuffix("_profile_compliance") })
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let database = try DatabaseQueue(configuration: configuration)
        try Migration.migrator(for: Array(all[..<own])).migrate(database)
        let protection = ProfilePayload(
            type: "CompromisedPoliciesV2", settings: ["CompromisedProtection": .bool(true)])
        let logging = ProfilePayload(type: "LoggingSettingsV2", settings: ["LoggingLevel": .integer(2)])
        let histories = [
            [[protection, logging]], [[protection], [logging]], [[logging], [logging, protection]], [[]],
        ]
        try database.write { db in
            for (index, versions) in histories.enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO sdkProfile (uuid, groupId, name, version, createdAt, updatedAt)
                        VALUES (?1, 7, ?1, ?2, 0, 0)
                        """, arguments: ["\(index)", versions.count])
                let id = db.lastInsertedRowID
                for (number, payloads) in versions.enumerated() {
                    let data = try ProfileVersionRecord.encode(payloads)
                    try ProfileVersionRecord(
                        profileId: id, version: Int64(number + 1), payloads: data, createdAt: TestClock.start
                    ).insert(db)
                }
            }
        }
        try Migration.migrator(for: Array(all[...own])).migrate(database)
        let asking = try database.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM sdkProfile WHERE asksCompliance = 1 ORDER BY id")
        }
        #expect(asking == ["0", "2"])
    }
}
