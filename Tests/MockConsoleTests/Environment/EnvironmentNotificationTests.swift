import Crypto
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Event notifications in environment files (EnvironmentFile, "Event notification").
struct EnvironmentNotificationTests {
    private static let uuid = "00000000-0000-4000-8000-0000000000aa"
    private static let other = "00000000-0000-4000-8000-0000000000bb"
    private static let secret = "s3cret-of-the-receiver"
    private static let full = """
        [{name: inventory, url: 'https://hook.example.test/ws1?a=b', username: u, password: passw0rd-u, \
        secret: \(secret), format: Xml, active: false, events: [wipe, Enrollment, AssetNumber]}]
        """

    private static func file(_ notifications: String) -> String {
        EnvironmentFixtures.global("eventNotifications: \(notifications)")
    }

    private static func records(_ parts: ConsoleParts) async throws -> [EventNotificationRecord] {
        try await parts.core.database.read { db in try EventNotificationRecord.order(sql: "id").fetchAll(db) }
    }

    @Test func `A notification is as the file says, its secrets sealed`() async throws {
        try await withParts { parts in
            #expect(try await parts.importYAML(Self.file(Self.full)).created == 2)
            let record = try #require(try await Self.records(parts).first)
            #expect(record.name == "inventory" && record.url == "https://hook.example.test/ws1?a=b")
            #expect(record.groupId == 7 && record.username == "u" && record.format == .xml && !record.isActive)
            #expect(record.choices == [.wipe, .enrollment, .assetNumber])
            let store = try parts.notifications.store
            #expect(try store.password(of: record) == "passw0rd-u")
            #expect(try store.secret(of: record) == Self.secret)
            #expect(record.sealedSecret.range(of: Data(Self.secret.utf8)) == nil)
            #expect(record.sealedPassword?.range(of: Data("passw0rd-u".utf8)) == nil)
            let told = try await parts.value(
                """
                SELECT COUNT(*) FROM eventLog
                WHERE coalesce("before", '') || coalesce("after", '') LIKE '%passw0rd%'
                    OR coalesce("before", '') || coalesce("after", '') LIKE '%s3cret%'
                """, Int.self)
            #expect(told == 0)
            let logged = try await parts.value(
                "SELECT COUNT(*) FROM eventLog WHERE action = 'eventNotification.created'", Int.self)
            #expect(logged == 1)
        }
    }

    @Test func `What a file leaves out is as the admin API has it`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.file("[{name: a, url: 'http://hook.example.test'}]"))
            let record = try #require(try await Self.records(parts).first)
            #expect(record.format == .json && record.isActive && record.choices.isEmpty && record.username.isEmpty)
            #expect(record.sealedPassword == nil)
            #expect(try parts.notifications.store.secret(of: record).count == 64)
        }
    }

    @Test func `An export has neither password nor secret, and its own console keeps both`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.file(Self.full))
            let export = try await parts.features.environment.exporter.exportText()
            #expect(!export.contains("passw0rd") && !export.contains("s3cret") && !export.contains("password"))
            let again = try await parts.importYAML(export, .fail)
            #expect(again.created == 0 && again.updated == 0 && again.unchanged == 2)
            #expect(try await parts.features.environment.exporter.exportText() == export)
            let record = try #require(try await Self.records(parts).first)
            let store = try parts.notifications.store
            #expect(try store.password(of: record) == "passw0rd-u")
            #expect(try store.secret(of: record) == Self.secret)
        }
    }

    @Test func `Another console makes a secret of its own, and exports the same bytes`() async throws {
        let export = try await EnvironmentRoundTripTests.export(afterImporting: Self.file(Self.full))
        try await withParts { parts in
            try await parts.importYAML(export)
            #expect(try await parts.features.environment.exporter.exportText() == export)
            let record = try #require(try await Self.records(parts).first)
            let secret = try parts.notifications.store.secret(of: record)
            #expect(record.sealedPassword == nil && secret.count == 64 && secret != Self.secret)
        }
    }

    @Test func `A file changes what it says of secrets, and nothing else`() async throws {
        try await withParts { parts in
            let store = try parts.notifications.store
            func imported(_ more: String) async throws -> (summary: ImportSummary, record: EventNotificationRecord) {
                let file = Self.file("[{name: a, url: 'https://hook.example.test'\(more)}]")
                let summary = try await parts.importYAML(file)
                return (summary, try #require(try await Self.records(parts).first))
            }
            let first = try await imported(", password: one, secret: \(Self.secret)")
            #expect(first.summary.created == 2)
            let kept = try await imported("")
            #expect(kept.summary.updated == 0 && kept.record == first.record)
            let same = try await imported(", password: one, secret: \(Self.secret)")
            #expect(same.summary.updated == 0 && same.record == first.record)
            let changed = try await imported(", password: two")
            #expect(changed.summary.updated == 1 && changed.record.sealedSecret == first.record.sealedSecret)
            #expect(try store.password(of: changed.record) == "two")
            let taken = try await imported(", password: ''")
            #expect(taken.summary.updated == 1 && taken.record.sealedPassword == nil)
            let signed = try await imported(", secret: another-secret-of-it")
            #expect(signed.summary.updated == 1)
            #expect(try store.secret(of: signed.record) == "another-secret-of-it")
            #expect(try await parts.count("eventNotification") == 1)
        }
    }

    @Test func `It is known by its uuid, else by its name`() async throws {
        try await withParts { parts in
            func names(_ list: String) async throws -> [String] {
                try await parts.importYAML(Self.file(list))
                return try await Self.records(parts).map { "\($0.name) \($0.uuid.suffix(2))" }
            }
            let url = "url: 'https://hook.example.test'"
            #expect(try await names("[{name: a, \(url), uuid: \(Self.uuid)}]") == ["a aa"])
            #expect(try await names("[{name: b, \(url), uuid: \(Self.uuid)}]") == ["b aa"], "a uuid stays")
            #expect(try await names("[{name: B, \(url)}]") == ["B aa"], "a name is one in any letter case")
            // Of two with one name each has its uuid; a third without one would be either.
            let both = "[{name: b, \(url), uuid: \(Self.uuid)}, {name: b, \(url), uuid: \(Self.other)}]"
            #expect(try await names(both) == ["b aa", "b bb"])
            let export = try await parts.features.environment.exporter.exportText()
            #expect(try await parts.importYAML(export, .fail).created == 0)
            #expect(try await parts.features.environment.exporter.exportText() == export)
            let three =
                "[{name: b, \(url), uuid: \(Self.uuid)}, {name: b, \(url), uuid: \(Self.other)}, {name: b, \(url)}]"
            #expect(try await names(three).count == 3)
            #expect(try await names(three).count == 3, "the third is known by its name now")
        }
    }

    @Test func `Its secrets stay readable when it gets another uuid`() async throws {
        try await withParts { parts in
            let list = "[{name: a, url: 'https://hook.example.test', password: one, secret: \(Self.secret)}]"
            try await parts.importYAML(Self.file(list))
            let summary = try await parts.importYAML(
                Self.file("[{name: a, url: 'https://hook.example.test', uuid: \(Self.uuid)}]"))
            #expect(summary.updated == 1 && summary.created == 0)
            let record = try #require(try await Self.records(parts).first)
            let store = try parts.notifications.store
            #expect(record.uuid == Self.uuid)
            #expect(try store.password(of: record) == "one")
            #expect(try store.secret(of: record) == Self.secret)
        }
    }

    @Test func `One that differs is skipped or refused as it is asked`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.file("[{name: a, url: 'https://hook.example.test', password: one}]"))
            for more in ["password: two", "secret: \(Self.secret)", "format: Xml", "active: false", "events: [Wipe]"] {
                let file = Self.file("[{name: a, url: 'https://hook.example.test', \(more)}]")
                #expect(try await parts.importYAML(file, .skip).skipped == 1, "\(more)")
                let error = await #expect(throws: ConsoleError.self) { try await parts.importYAML(file, .fail) }
                #expect(error?.code == .conflict, "\(more)")
            }
            let record = try #require(try await Self.records(parts).first)
            #expect(record.format == .json && record.isActive && record.choices.isEmpty)
            #expect(try parts.notifications.store.password(of: record) == "one")
        }
    }

    @Test func `A uuid of another group is refused`() async throws {
        try await withParts { parts in
            let one = "eventNotifications: [{name: a, url: 'https://hook.example.test', uuid: \(Self.uuid)}]"
            let file = """
                version: 2
                organizationGroups:
                  - path: global
                    \(one)
                  - path: global/a
                    \(one)

                """
            let error = await #expect(throws: ConsoleError.self) { try await parts.importYAML(file) }
            #expect(error?.message.contains("belongs to another one already") == true, "\(error?.message ?? "")")
            let left = try await parts.count("eventNotification")
            #expect(left == 0)
        }
    }

    @Test func `What is imported is delivered, signed with the secret of the file`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            let list = """
                [{name: hook, url: 'https://hook.example.test/', username: u, password: p, secret: \(Self.secret), \
                events: [Enrollment]}]
                """
            #expect(try await console.importEnvironment(Self.file(list)).status == .ok)
            _ = try await console.signedInDevice()
            try await console.deliver()
            let request = try #require(fake.requests.first).request
            #expect(fake.eventTypes == ["MDM Enrollment Complete"])
            #expect(request.header("authorization") == "Basic dTpw")
            let key = SymmetricKey(data: Data(Self.secret.utf8))
            let code = HMAC<SHA256>.authenticationCode(for: Data("1772706030.\(request.text)".utf8), using: key)
            #expect(request.header("x-mockuem-signature") == "t=1772706030,v1=\(RandomSource.hex(code))")
            let found = try await console.api.object("system/eventnotifications/search")
            let first = try #require((found["EventNotifications"] as? [[String: Any]])?.first)
            #expect(first["TargetName"] as? String == "hook" && first["Password"] == nil)
        }
    }

    @Test func `A target that must not be reached is refused when something is sent there`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            let list = "[{name: hook, url: 'http://127.0.0.1/', events: [Enrollment]}]"
            #expect(try await console.importEnvironment(Self.file(list)).status == .ok)
            _ = try await console.signedInDevice()
            try await console.deliver()
            let row = try #require(try await console.deliveries("state=failed").first)
            #expect((row["lastError"] as? String)?.contains("127.0.0.1 is a loopback address") == true)
            #expect(fake.requests.isEmpty)
        }
    }

    @Test func `What the admin API makes is exported and comes back`() async throws {
        try await withConsole(network: FakeNetwork().network) { console in
            try await console.notify(TestConsole.draft(name: "Größe: #1 🏔", isActive: false))
            let export = try await console.admin(.get, "/_mock/environment").text
            #expect(export.contains("eventNotifications:") && !export.contains("password:"))
            let id =
                try #require(
                    try await console.api.object("system/eventnotifications/search")["EventNotifications"]
                        as? [[String: Any]]
                ).first?["Id"] as? [String: Int]
            let path = "system/eventnotifications/\(id?["Value"] ?? 0)"
            #expect(try await console.api.call(.delete, path).status == .noContent)
            #expect(try await console.importEnvironment(export).json()["created"] as? Int == 1)
            #expect(try await console.admin(.get, "/_mock/environment").text == export)
        }
    }

    private static let url = "url: 'https://h.test'"

    static let bad: [BadEnvironment] = [
        .init("eventNotifications: {}", "eventNotifications", "must be a list"),
        .init("eventNotifications: [5]", "eventNotifications[0]", "must be a mapping with the keys name, uuid, url"),
        .init("eventNotifications: [{\(url)}]", "eventNotifications[0]", "needs the key \"name\""),
        .init("eventNotifications: [{name: a}]", "eventNotifications[0]", "needs the key \"url\""),
        .init("eventNotifications: [{name: '', \(url)}]", "eventNotifications[0].name", "must have 1 to 255"),
        .init(#"eventNotifications: [{name: "a\tb", \#(url)}]"#, "eventNotifications[0].name", "control characters"),
        .init("eventNotifications: [{name: a, url: h.test}]", "eventNotifications[0].url", "cannot be a target"),
        .init("eventNotifications: [{name: a, url: 5}]", "eventNotifications[0].url", "cannot be a target"),
        .init("eventNotifications: [{name: a, url: 'ftp://h.test'}]", "eventNotifications[0].url", "http"),
        .init(
            "eventNotifications: [{name: a, url: 'https://u:p@h.test'}]", "eventNotifications[0].url", "credentials"),
        .init("eventNotifications: [{name: a, url: 'https://h.test/a b'}]", "eventNotifications[0].url", "blanks"),
        .init("eventNotifications: [{name: a, url: 'https://h.test/#a'}]", "eventNotifications[0].url", "fragment"),
        .init("eventNotifications: [{name: a, \(url), username: 'a:b'}]", "eventNotifications[0].username", "colons"),
        .init(
            #"eventNotifications: [{name: a, \#(url), password: "a\nb"}]"#, "eventNotifications[0].password",
            "control characters"),
        .init("eventNotifications: [{name: a, \(url), secret: short}]", "eventNotifications[0].secret", "16 to 255"),
        .init(
            "eventNotifications: [{name: a, \(url), format: Yaml}]", "eventNotifications[0].format", "one of Json, Xml"),
        .init("eventNotifications: [{name: a, \(url), active: 1}]", "eventNotifications[0].active", "true or false"),
        .init(
            "eventNotifications: [{name: a, \(url), events: Wipe}]", "eventNotifications[0].events", "must be a list"),
        .init(
            "eventNotifications: [{name: a, \(url), events: [Dance]}]", "eventNotifications[0].events[0]",
            "one of Enrollment, ComplianceStatusChange"),
        .init("eventNotifications: [{name: a, \(url), uuid: x}]", "eventNotifications[0].uuid", "must be a UUID"),
        .init("eventNotifications: [{name: a, \(url), colour: x}]", "eventNotifications[0]", "has no key \"colour\""),
    ]

    /// What a schema cannot say.
    static let twice: [BadEnvironment] = [
        .init(
            "eventNotifications: [{name: a, \(url)}, {name: A, \(url)}]", "eventNotifications", "A stands here twice"),
        .init(
            "eventNotifications: [{name: a, \(url), uuid: \(uuid)}, {name: b, \(url), uuid: \(uuid)}]",
            "eventNotifications", "\(uuid) stands here twice"),
    ]

    @Test(arguments: bad + twice) func `What cannot be is named with its line and field`(file: BadEnvironment)
        async throws
    {
        let error = try #require(try await file.refusal())
        #expect(error.code == .unprocessable && file.isNamed(in: error), "\(error.details)")
    }

    @Test(.enabled { try await SchemaChecker.isInstalled() })
    func `The schema takes and refuses what the importer does`() async throws {
        let good = [
            Self.full, "[]", "", "[{name: 5, url: 'HTTP://[2606:2800::1]:8080'}]",
            "[{name: a, url: 'https://h.test?a=b;c@d', password: '', secret: 'sixteen letters!'}]",
            "[{name: a, url: 'https://h.test/~a/b,c', events: [DEVICEMCC], format: json, active: true, password: 7}]",
        ].map(Self.file)
        for text in good { #expect(throws: Never.self, "\(text)") { try EnvironmentReader.read(text) } }
        for (text, problems) in zip(good, try await SchemaChecker.problems(of: good)) {
            #expect(problems.isEmpty, "\(problems) in \(text)")
        }
        for (file, problems) in zip(Self.bad, try await SchemaChecker.problems(of: Self.bad.map(\.text))) {
            #expect(!problems.isEmpty, "\(file.text) meets the schema; the importer says \(file.message)")
        }
    }
}
