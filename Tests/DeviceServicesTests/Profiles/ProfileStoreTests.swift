import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import Logging
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// What an app gets when it fetches its profile, and what is noted of it (DeviceServices, section 12).
struct ProfileStoreTests {
    private static let target = "/deviceservices/iOS/SettingsEndpoint.aspx"

    private static func installation(_ console: TestConsole) async throws -> InstallationRecord {
        try #require(try await console.parts.core.database.read { try InstallationRecord.fetchOne($0) })
    }

    private static func withCustomSettings(_ yaml: String) throws -> String {
        try EnvironmentFixtures.builtIn().replacing(
            #"CustomSettings: '{"apiBase":"https://api.example.test","betaFeatures":false}'"#,
            with: "CustomSettings: \(yaml)")
    }

    @Test func `A fetch notes app, profile, version and outcome`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            #expect(try await Self.installation(console).profileOutcome == nil)
            _ = try await app.fetchProfile()
            let noted = try await Self.installation(console)
            #expect(
                noted.profileOutcome == "profile" && noted.profileVersion == 1 && noted.profileAt == TestClock.start)
            #expect(noted.applicationId != nil && noted.profileId != nil && !noted.singleSignOn)
        }
    }

    @Test func `What a fetch notes of a device that was deleted meanwhile is refused, and nothing is written`()
        async throws
    {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let row = try await Self.installation(console)
            try await console.parts.core.database.write { try $0.db.execute(sql: "DELETE FROM device") }
            let error = await #expect(throws: ConsoleError.self) { try await console.parts.profiles.keep(row) }
            #expect(error?.code == .notFound)
            #expect(try await console.parts.value("SELECT COUNT(*) FROM installation", Int.self) == 0)
        }
    }

    @Test func `The same outcome is not noted again, another is`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            _ = try await app.fetchProfile()
            console.clock.advance(seconds: 60)
            console.parts.core.database.invalidate()
            _ = try await app.fetchProfile()
            #expect(try await Self.installation(console).profileAt == TestClock.start)
            try await console.importEnvironment(
                try EnvironmentFixtures.builtIn().replacing(
                    "EnableSingleSignOn: false", with: "EnableSingleSignOn: true"))
            _ = try await app.fetchProfile()
            let noted = try await Self.installation(console)
            #expect(noted.profileAt == TestClock.start.adding(seconds: 60))
            #expect(noted.profileVersion == 2 && noted.singleSignOn)
        }
    }

    @Test func `Why a profile is empty is said once, until it is for another reason`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice(bundle: "com.example.unknown")
            let parts = console.parts
            let group = try #require(try await parts.value("SELECT groupId FROM device", Int64.self))
            let device = try #require(DeviceIdentifier("3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"))
            func reason() async throws -> String? {
                let row = try await Self.installation(console)
                let identity = DeviceIdentity(
                    deviceID: row.deviceId, installationID: try #require(row.id), userID: nil,
                    groupID: group, device: device,
                    bundle: try #require(BundleIdentifier(row.bundleId)), authenticationGroup: "", scheme: .bearer)
                return try await parts.profiles.fetch(for: identity, origin: "https://x").newReason
            }
            #expect(
                try await reason() == "No group from demo up to the root has the app com.example.unknown.")
            #expect(try await reason() == nil)
            parts.core.database.invalidate()
            #expect(try await reason() == nil)
            try await console.importEnvironment(
                EnvironmentFixtures.global("applications: [{bundleId: com.example.unknown}]"))
            #expect(try await reason() == "The app has no assignments.")
            #expect(try await reason() == nil)
        }
    }

    @Test func `An empty profile is logged at level info with the reason, once`() async throws {
        try await withWatchedConsole { console, log in
            let app = try await console.signedInDevice(bundle: "com.example.unknown")
            log.clear()
            #expect(try await app.fetchProfile() == nil)
            #expect(try await app.fetchProfile() == nil)
            let line = try #require(log.lines.first { $0.message.contains("is empty") })
            #expect(log.lines.count { $0.message.contains("is empty") } == 1)
            #expect(
                line.message == "The SDK profile of com.example.unknown is empty."
                    + " No group from demo up to the root has the app com.example.unknown.")
            #expect(line.level == .info && line.metadata["device"] == "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c")
        }
    }

    @Test func `A new reason for an empty profile is a new line, a profile is none`() async throws {
        try await withWatchedConsole { console, log in
            let app = try await console.signedInDevice(bundle: "com.example.unknown")
            _ = try await app.fetchProfile()
            log.clear()
            try await console.importEnvironment(
                EnvironmentFixtures.global("applications: [{bundleId: com.example.unknown}]"))
            _ = try await app.fetchProfile()
            let lines = log.lines.filter { $0.message.contains("SDK profile") }
            #expect(
                lines.map(\.message) == [
                    "The SDK profile of com.example.unknown is empty. The app has no assignments."
                ])
            let demo = try await console.signedInDevice()
            log.clear()
            #expect(try await demo.fetchProfile() != nil)
            #expect(!log.lines.contains { $0.message.contains("SDK profile") })
        }
    }

    @Test func `Settings that XML would alter make a binary property list`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(try Self.withCustomSettings(#""one\r\ntwo\x01""#))
            let app = try await console.signedInDevice(scheme: .bearer)
            let answer = try await app.sendAuthenticated(.init(method: "GET", target: Self.target))
            #expect(answer.body.starts(with: Data("bplist00".utf8)))
            #expect(answer.headers["content-type"] == "application/x-plist")
            let profile = try #require(try await app.fetchProfile())
            let custom = profile.payloads.first { $0.type == "CustomSettingsV2" }
            #expect(custom?.settings["CustomSettings"] == .string("one\r\ntwo\u{1}"))
        }
    }

    @Test(arguments: ["plain", "'<a href=\"x\">&amp;</a>'", "\"Größe 🏔\\n\\t\"", "'{\"a\":[1,2]}'", "''"])
    func `Other settings come as XML, unchanged`(yaml: String) async throws {
        try await withConsole { console in
            try await console.importEnvironment(try Self.withCustomSettings(yaml))
            let app = try await console.signedInDevice(scheme: .bearer)
            let answer = try await app.sendAuthenticated(.init(method: "GET", target: Self.target))
            #expect(answer.body.starts(with: Data("<?xml".utf8)))
            #expect(answer.headers["content-type"] == "text/xml; charset=utf-8")
            let stored = try await console.parts.features.environment.exporter.document().groups.flatMap(\.profiles)
                .first {
                    $0.name == "Review"
                }
            let expected = stored?.payloads.first { $0.type == "CustomSettingsV2" }?.settings["CustomSettings"]
            let fetched = try await app.fetchProfile()?.payloads.first { $0.type == "CustomSettingsV2" }
            #expect(fetched?.settings["CustomSettings"] == expected)
        }
    }

    @Test func `Every payload of the profile "Everything" arrives as it is stored`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice(bundle: "com.example.everything")
            let profile = try #require(try await app.fetchProfile())
            let stored = try #require(
                try await console.parts.features.environment.exporter.document().groups.flatMap(\.profiles).first {
                    $0.name == "Everything"
                }
            )
            #expect(profile.payloads.map(\.type) == stored.payloads.map(\.type))
            for (got, kept) in zip(profile.payloads, stored.payloads) {
                let images = Set(kept.imageReferences.map(\.key))
                for (key, value) in kept.settings where !images.contains(key) {
                    #expect(got.settings[key] == value, "\(kept.type).\(key)")
                }
                #expect(images.isEmpty || kept.type == "BrandingSettingsV2")
            }
        }
    }

    @Test func `An app without a record gets the empty profile, and the outcome is noted`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice(bundle: "no.such.app")
            #expect(try await app.fetchProfile() == nil)
            let noted = try await Self.installation(console)
            #expect(noted.profileOutcome == "noApplication" && noted.profileVersion == nil)
        }
    }

    @Test(arguments: [("21", 200, true), ("", 200, true), ("13", 200, false), ("999", 400, false), ("x", 400, false)])
    func `Only SDK profiles are there`(type: String, status: Int, hasBody: Bool) async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice(scheme: .bearer)
            let answer = try await app.sendAuthenticated(
                .init(method: "GET", target: "\(Self.target)?ConfigTypeId=\(type)"))
            #expect(answer.status == status)
            if status == 200 { #expect(answer.body.isEmpty != hasBody) }
        }
    }

    @Test func `A deleted device is told so`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let identity = try await console.identity(of: app)
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(sql: "DELETE FROM device")
                transaction.changesConfiguration()
            }
            let error = await #expect(throws: ConsoleError.self) {
                try await console.parts.profiles.fetch(for: identity, origin: "http://localhost")
            }
            #expect(error?.code == .notFound)
        }
    }
}

/// Versions of profiles.
struct ProfileVersionTests {
    private static func save(_ payloads: [ProfilePayload], version: Int64 = 1, id: Int64?, _ parts: ConsoleParts)
        async throws -> (record: ProfileRecord, changed: Bool)
    {
        let record = ProfileRecord(
            id: id, uuid: "u", groupId: 7, name: "p", description: "", version: version, createdAt: TestClock.start,
            updatedAt: TestClock.start)
        return try await parts.core.database.write { transaction in
            try ProfileStore.save(record, payloads: payloads, at: TestClock.start.adding(seconds: 9), in: transaction)
        }
    }

    @Test func `Saving the same changes nothing, other payloads make a version`() async throws {
        try await withParts { parts in
            try await parts.importYAML("version: 1\norganizationGroups: [{path: a}]")
            let payload = ProfilePayload(type: "X", settings: ["a": .integer(1)])
            let first = try await Self.save([payload], id: nil, parts)
            let id = first.record.id
            let generation = parts.core.database.generation
            let same = try await Self.save([payload], id: id, parts)
            #expect(first.changed && !same.changed && same.record == first.record)
            #expect(parts.core.database.generation == generation)
            let second = try await Self.save([], id: id, parts)
            let jump = try await Self.save([payload], version: 10, id: id, parts)
            #expect([second.record.version, jump.record.version] == [2, 10])
            #expect(try await parts.count("sdkProfileVersion") == 3)
            #expect(parts.core.database.generation == generation + 2)
        }
    }

    @Test func `Payloads survive being kept, in order and with their types`() throws {
        let payloads = [
            ProfilePayload(type: "B", settings: ["bool": .bool(true), "int": .integer(1), "real": .real(1)]),
            ProfilePayload(type: "A", settings: ["data": .data(Data([0])), "list": .array([.string("\r\n\u{1}")])]),
            ProfilePayload(type: "B"),
        ]
        let record = ProfileVersionRecord(
            profileId: 1, version: 1, payloads: try ProfileVersionRecord.encode(payloads), createdAt: TestClock.start)
        #expect(try record.decodedPayloads() == payloads)
    }

    @Test func `A damaged row is an error, not a crash`() {
        let record = ProfileVersionRecord(
            profileId: 1, version: 1, payloads: Data("bplist00garbage".utf8), createdAt: TestClock.start)
        #expect(throws: PropertyListError.self) { try record.decodedPayloads() }
    }
}
