import DeviceProtocol
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// MDM profiles in environment files (EnvironmentFile, "MDM profile").
struct EnvironmentMDMProfileTests {
    private static func file(_ profiles: String) -> String {
        "version: 2\norganizationGroups:\n  - path: global/acme\n    mdmProfiles: \(profiles)\n"
    }

    private static let wifi = #"""
        ,"Wifi":{"Ssid":"guest","Passphrase":"s3cret","Channels":[1,6,11],"Power":1.50,"Proxy":null},
        "Custom":[{"b":1.0,"a":2},"x\u0001"]
        """#

    @Test func `What was made over the API is exported and imported without a loss`() async throws {
        let (export, profile) = try await SmartGroupWorld.with { world in
            let id = try await world.createProfile(
                #","Description":"two\nlines","ProfileContext":"User","AllowRemoval":"Never","IsActive":false"#,
                payloads: Self.wifi)
            let profile = try await world.api.call(.get, "mdm/profiles/\(id)", version: 2).text
            return (try await world.console.admin(.get, "/_mock/environment").text, profile)
        }
        try await withConsole { console in
            #expect(try await console.importEnvironment(export).status == .ok)
            #expect(try await console.admin(.get, "/_mock/environment").text == export)
            let id = try #require(try await console.parts.value("SELECT id FROM mdmProfile", Int64.self))
            let shown = try await console.api.call(.get, "mdm/profiles/\(id)", version: 2).text
            // Ids of groups are those of the console.
            let group = #"ManagedLocationGroupID":"\#(try await console.groupID("acme"))""#
            #expect(shown.contains(group))
            func rest(_ text: String) -> String? { text.components(separatedBy: "\"ManagedLocationGroupID\":").last }
            let payloads = (
                shown.components(separatedBy: "\"Custom\"").last, profile.components(separatedBy: "\"Custom\"").last
            )
            #expect(payloads.0 == payloads.1 && rest(shown)?.contains("Passphrase\":\"s3cret\"") == true)
            let again = try await console.importEnvironment(export, onConflict: "fail").json()
            #expect(again["created"] as? Int == 0 && again["updated"] as? Int == 0)
        }
    }

    @Test func `Everything of a profile is told by its API`() async throws {
        try await SmartGroupWorld.with { world in
            let summary = try await world.console.importEnvironment(
                Self.file(
                    """
                    [{name: Wi-Fi, platform: apple, description: For guests, version: 4, assignmentType: optional,
                      context: user, active: true, smartGroups: [Everybody], general: {AllowRemoval: Never},
                      payloads: {Wifi: {Ssid: guest}}, uuid: 00000000-0000-4000-8000-0000000000AB}]
                    """))
            #expect(try summary.json()["created"] as? Int == 1, "\(summary.text)")
            let id = try #require(try await world.console.parts.value("SELECT id FROM mdmProfile", Int64.self))
            let general = try await world.general(id)
            for (name, value) in [
                ("Name", "Wi-Fi"), ("Description", "For guests"), ("AssignmentType", "Optional"),
                ("ProfileContext", "User"), ("AllowRemoval", "Never"), ("ManagedLocationGroupID", "\(world.acme)"),
                ("ProfileUuid", "00000000-0000-4000-8000-0000000000ab"),
            ] { #expect(general[name] as? String == value, "\(name)") }
            #expect(general["Version"] as? Int == 4 && general["IsActive"] as? Bool == true)
            let groups = general["AssignedSmartGroups"] as? [[String: Any]]
            #expect(groups?.map { $0["Name"] as? String } == ["Everybody"])
            #expect((try await world.profile(id)["Wifi"] as? [String: Any])?["Ssid"] as? String == "guest")
            #expect(try await world.profiles("payloadName=wifi") == ["Wi-Fi"])
            let second = try await world.api.object("mdm/profiles/search?payloadname=wifi", version: 2)
            #expect(second["TotalResults"] as? Int == 1)
        }
    }

    @Test func `Devices get what a file assigns, and other payloads are a new version for them`() async throws {
        try await SmartGroupWorld.with { world in
            func file(_ ssid: String, _ more: String = "") -> String {
                Self.file(
                    "[{name: Wi-Fi, platform: Apple, smartGroups: [Everybody], payloads: {Wifi: {Ssid: \(ssid)}}\(more)}]"
                )
            }
            _ = try await world.console.importEnvironment(file("one"))
            #expect(try await world.states("d1") == ["Wi-Fi": "PendingInstall"])
            let id = try #require(try await world.console.parts.value("SELECT id FROM mdmProfile", Int64.self))
            let report = try await world.console.admin(
                .put, "/_mock/devices/d1/mdm-profiles/\(id)", text: #"{"status":"Installed"}"#)
            #expect(report.status == .ok, "\(report.text)")
            _ = try await world.console.importEnvironment(file("one", ", description: other"))
            #expect(try await world.states("d1") == ["Wi-Fi": "Installed"])
            _ = try await world.console.importEnvironment(file("two"))
            #expect(try await world.general(id)["Version"] as? Int == 2)
            #expect(try await world.states("d1") == ["Wi-Fi": "PendingInstall"])
            _ = try await world.console.importEnvironment(Self.file("[{name: wi-fi, platform: Apple, version: 2}]"))
            #expect(try await world.states("d1") == ["wi-fi": "PendingRemoval"])
        }
    }

    /// Files that are imported one after the other, and the version there is then.
    @Test(arguments: [
        (["version: 3, payloads: {A: 1}", "version: 3, payloads: {A: 1}"], 3),
        (["version: 3, payloads: {A: 1}", "payloads: {A: 1}"], 3),
        (["version: 3, payloads: {A: 1}", "version: 9, payloads: {A: 1}"], 9),
        (["version: 3, payloads: {A: 1}", "payloads: {A: 1.0}"], 4),
        (["version: 3, payloads: {A: 1}", "version: 9, payloads: {}"], 9),
        (["version: 3, payloads: {A: {b: 1, c: 2}}", "version: 2, payloads: {A: {c: 2, b: 1}}"], 3),
        (["payloads: {A: 1}", "payloads: {A: 1}, general: {X: 1}", "payloads: {A: 1}"], 1),
    ])
    func `Other payloads move the version, the same ones in any order do not`(files: [String], version: Int)
        async throws
    {
        try await SmartGroupWorld.with { world in
            for file in files {
                let answer = try await world.console.importEnvironment(
                    Self.file("[{name: P, platform: Apple, \(file)}]"))
                #expect(answer.status == .ok, "\(answer.text)")
            }
            #expect(try await world.console.parts.value("SELECT version FROM mdmProfile", Int.self) == version)
        }
    }

    @Test func `A profile that is there is skipped, refused or changed, as the policy says`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.createProfile(payloads: Self.wifi)
            let before = try await world.api.call(.get, "mdm/profiles/\(id)", version: 2).text
            let file = Self.file("[{name: Wi-Fi, platform: Apple, payloads: {Wifi: {Ssid: other}}}]")
            let skipped = try await world.console.importEnvironment(file, onConflict: "skip").json()
            #expect(skipped["skipped"] as? Int == 1)
            let failed = try await world.console.importEnvironment(file, onConflict: "fail")
            #expect(failed.status == .conflict && failed.text.contains("mdmProfile Wi-Fi"))
            #expect(try await world.api.call(.get, "mdm/profiles/\(id)", version: 2).text == before)
            #expect(try await world.console.importEnvironment(file).json()["updated"] as? Int == 1)
            #expect(try await world.general(id)["Version"] as? Int == 2)
        }
    }

    @Test func `Secrets go into the file of those who may have it, and nowhere else`() async throws {
        try await SmartGroupWorld.with { world in
            let file = Self.file("[{name: VPN, platform: Apple, payloads: {Vpn: {SharedSecret: t0psecret}}}]")
            _ = try await world.console.importEnvironment(file)
            #expect(try await world.console.admin(.get, "/_mock/environment").text.contains("t0psecret"))
            #expect(try await !world.console.events("mdmProfile").isEmpty)
            #expect(try await !world.console.events("mdmProfile").contains { $0.contains("t0psecret") })
            let reader = try await world.console.api(.readOnly)
            #expect(try await reader.mock(.get, "environment").status == .forbidden)
            #expect(try await world.api.mock(.get, "environment").status == .forbidden)
            let id = try #require(try await world.console.parts.value("SELECT id FROM mdmProfile", Int64.self))
            let shown = try await reader.call(.get, "mdm/profiles/\(id)", version: 2).text
            #expect(!shown.contains("t0psecret") && shown.contains("(hidden)"))
        }
    }

    static let bad: [BadEnvironment] = [
        .init("mdmProfiles: [{platform: Apple}]", "mdmProfiles[0]", "needs the key \"name\""),
        .init("mdmProfiles: [{name: a}]", "mdmProfiles[0]", "needs the key \"platform\""),
        .init("mdmProfiles: [{name: '', platform: Apple}]", "mdmProfiles[0].name", "must have 1 to 255 characters,"),
        .init(
            "mdmProfiles: [{name: a, platform: iOS}]", "mdmProfiles[0].platform",
            "one of Apple, Android, AppleOsX, WinRT"),
        .init(
            "mdmProfiles: [{name: a, platform: Apple}, {name: A, platform: Android}]", "mdmProfiles",
            "A stands here twice"),
        .init(
            "mdmProfiles: [{name: a, platform: Apple, version: 0}]", "mdmProfiles[0].version", "a whole number from 1"),
        .init(
            "mdmProfiles: [{name: a, platform: Apple, context: Both}]", "mdmProfiles[0].context", "one of Device, User"),
        .init(
            "mdmProfiles: [{name: a, platform: Apple, assignmentType: ''}]", "mdmProfiles[0].assignmentType",
            "must have 1 to 64 characters"),
        .init(
            "mdmProfiles: [{name: a, platform: Apple, payloads: [a]}]", "mdmProfiles[0].payloads", "must be a mapping"),
        .init(
            "mdmProfiles: [{name: a, platform: Apple, payloads: {General: {}}}]", "mdmProfiles[0].payloads.General",
            "is said elsewhere"),
        .init(
            "mdmProfiles: [{name: a, platform: Apple, general: {isactive: true}}]", "mdmProfiles[0].general.isactive",
            "is said elsewhere"),
        .init(
            "mdmProfiles: [{name: a, platform: Apple, payloads: {B: 1, b: 2}}]", "mdmProfiles[0].payloads",
            "has the key b twice"),
        .init(
            "mdmProfiles: [{name: a, platform: Apple, payloads: {'': 1}}]", "mdmProfiles[0].payloads",
            "keys of 1 to 255 characters"),
        .init(
            "mdmProfiles: [{name: a, platform: Apple, payloads: {B: {$json: x}}}]", "mdmProfiles[0].payloads.B.$json",
            "must be a JSON text"),
        .init(
            "mdmProfiles: [{name: a, platform: Apple, smartGroups: [s]}]", "mdmProfiles[0].smartGroups[0]",
            "there is no smart group s in global"),
        .init(
            "mdmProfiles: [{name: a, platform: Apple, smartGroups: [s], excludedSmartGroups: [S]}]\n    smartGroups: [{name: s}]",
            "smartGroups", "given to a smart group twice"),
    ]

    @Test(arguments: bad)
    func `A bad profile is named with what is allowed`(file: BadEnvironment) async throws {
        let error = try #require(try await file.refusal())
        #expect(error.code == .unprocessable)
        let line = "line \(file.line), column "
        #expect(
            error.details.contains {
                $0.hasPrefix(line) && $0.contains(file.message)
                    && ($0.contains(": \(file.field): ") || file.message.hasPrefix("given to"))
            }, "\(error.details)")
    }

    @Test func `A profile stays with its platform, and takes no uuid of another`() async throws {
        try await withParts { parts in
            let uuid = "00000000-0000-4000-8000-0000000000ac"
            try await parts.importYAML(
                EnvironmentFixtures.global("mdmProfiles: [{name: a, platform: Apple, uuid: \(uuid)}]"))
            for (profile, message) in [
                ("{name: a, platform: Android}", "is for Apple, and a profile stays with its platform"),
                ("{name: b, platform: Apple, uuid: \(uuid)}", "belongs to another one already"),
            ] {
                let error = await #expect(throws: ConsoleError.self) {
                    try await parts.importYAML(EnvironmentFixtures.global("mdmProfiles: [\(profile)]"))
                }
                #expect(error?.code == .unprocessable && error?.details.contains { $0.contains(message) } == true)
            }
            #expect(try await parts.count("mdmProfile") == 1)
        }
    }
}
