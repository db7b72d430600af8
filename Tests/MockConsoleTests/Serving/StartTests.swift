import Foundation
import HTTPTypes
import HummingbirdTesting
import GRDB
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What a start makes, keeps and tells.
struct StartTests {
    private static func start(
        _ path: String, _ settings: ConfigurationSettings = [:]
    ) async throws -> ConsoleCredentials {
        let folder = try DataFolder(path: path)
        defer { folder.close() }
        let random = RandomSource.system
        let surroundings = Surroundings(
            clock: TestClock().consoleClock, random: random, logger: Surroundings.test().logger)
        let console = try await Console(try .test(settings), folder: folder, surroundings: surroundings)
        try console.parts.core.database.pool.close()
        return console.credentials
    }

    @Test func `A console of tests that finds a seeded folder has what a first start makes`() async throws {
        let found = try await withConsole { try await $0.contents() }
        // A setting that says what is so anyway: this one is seeded anew.
        let seeded = try await withConsole([\.scryptCost: "2"]) { try await $0.contents() }
        #expect(found.count > 50 && found == seeded)
        // Ids and secrets go on, and do not begin again.
        try await withConsole { console in
            let known = try await console.contents().values.joined().joined()
            #expect(!known.contains(console.parts.core.random.uuid()))
        }
    }

    @Test func `A second start has the credentials of the first`() async throws {
        try await withTemporaryFolder { path in
            let first = try await Self.start(path)
            let second = try await Self.start(path)
            #expect(first.adminToken.count == 48 && first.tenantCode.count == 32)
            #expect(first.oauthClientId == "mockuem" && first.oauthClientSecret.count == 64)
            #expect(second.oauthClientSecret == first.oauthClientSecret)
            #expect(
                [second.adminToken, second.tenantCode, second.adminPassword] == [
                    first.adminToken, first.tenantCode, "admin",
                ])
            let shown = [second.groupId, second.user, second.password, second.bundleId]
            #expect(shown == ["demo", "demo", "demo", "com.example.demo"])
            #expect(try permissions(of: "\(path)/credentials.json") == 0o600)
            #expect(try permissions(of: "\(path)/sealing.key") == 0o600)
            #expect(try permissions(of: "\(path)/tokens.key") == 0o600)
            #expect(try permissions(of: "\(path)/admin-tokens.key") == 0o600)
        }
    }

    @Test func `A start that changes no credentials leaves their file alone`() async throws {
        try await withTemporaryFolder { path in
            func file() throws -> NSNumber? {
                try FileManager.default.attributesOfItem(atPath: "\(path)/credentials.json")[.systemFileNumber]
                    as? NSNumber
            }
            _ = try await Self.start(path)
            let first = try file()
            _ = try await Self.start(path)
            #expect(try first != nil && file() == first)
            _ = try await Self.start(path, [\.adminToken: "another"])
            #expect(try file() != first)
        }
    }

    @Test func `Every user of a seeded environment has the hash of their own password`() async throws {
        let users = (1...11).map { "{username: u\($0), password: secret-\($0)}" }.joined(separator: ", ")
        let below = "\n  - path: global/below\n    type: Customer\n    users: [{username: v, password: other}]"
        try await withTemporaryFolder { path in
            let file = "\(path)/my.yaml"
            let text = EnvironmentFixtures.global("users: [\(users)]" + below)
            try Data(text.utf8).write(to: URL(filePath: file))
            try await withConsole([\.environmentFile: file]) { console in
                let rows = try await console.parts.core.database.read { db in
                    try Row.fetchAll(db, sql: "SELECT username, passwordHash FROM enrollmentUser ORDER BY id").map {
                        [$0["username"] as String, $0["passwordHash"] as String]
                    }
                }
                #expect(rows.count == 12 && Set(rows.map { $0[1] }).count == 12)
                for row in rows {
                    let password = row[0] == "v" ? "other" : "secret-" + row[0].dropFirst()
                    #expect(try await console.parts.model.hasher.verify(password, against: row[1]), "\(row[0])")
                }
            }
        }
    }

    @Test func `Two consoles have different secrets`() async throws {
        let first = try await withTemporaryFolder { try await Self.start($0) }
        let second = try await withTemporaryFolder { try await Self.start($0) }
        #expect(first.adminToken != second.adminToken && first.tenantCode != second.tenantCode)
        #expect(first.oauthClientSecret != second.oauthClientSecret)
    }

    @Test func `Credentials kept by a version without OAuth clients are read, and completed`() async throws {
        try await withTemporaryFolder { path in
            let first = try await Self.start(path)
            let file = URL(filePath: "\(path)/credentials.json")
            var kept = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
            kept["oauthClientId"] = nil
            kept["oauthClientSecret"] = nil
            try JSONEncoder().encode(kept).write(to: file)
            let second = try await Self.start(path)
            #expect(second.adminToken == first.adminToken && second.tenantCode == first.tenantCode)
            #expect(second.oauthClientSecret.count == 64 && second.oauthClientSecret != first.oauthClientSecret)
        }
    }

    @Test(arguments: [
        ("{not json", "it is not the JSON that a start keeps"), ("", "it is not the JSON"), ("{}", "it has no groupId"),
        (#"{"groupId":7}"#, "it is not the JSON"),
    ])
    func `Kept credentials that are damaged are named, and left as they are`(text: String, problem: String)
        async throws
    {
        try await withTemporaryFolder { path in
            let first = try await Self.start(path)
            let file = URL(filePath: "\(path)/credentials.json")
            let whole = try Data(contentsOf: file)
            try Data(text.utf8).write(to: file)
            await #expect {
                _ = try await Self.start(path)
            } throws: { error in
                let message = (error as? ConsoleError)?.message ?? ""
                return message.contains(file.path()) && message.contains(problem) && message.contains("delete it")
            }
            #expect(try Data(contentsOf: file) == Data(text.utf8))
            try whole.write(to: file)
            #expect(try await Self.start(path) == first)
            try FileManager.default.removeItem(at: file)
            let second = try await Self.start(path)
            #expect(second.adminToken != first.adminToken && second.tenantCode != first.tenantCode)
        }
    }

    @Test func `The e-mail domains are those the group lists at each start`() async throws {
        try await withTemporaryFolder { path in
            let first = try await Self.start(path)
            #expect(first.emailDomains == "example.test, example.com")
            let file = URL(filePath: "\(path)/credentials.json")
            var kept = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
            #expect(kept["emailDomains"] == "example.test, example.com")
            // Kept by an earlier version, which knew none.
            kept["emailDomains"] = nil
            try JSONEncoder().encode(kept).write(to: file)
            #expect(try await Self.start(path).emailDomains == "example.test, example.com")
        }
        try await withTemporaryFolder { path in
            // What a group inherits leads nobody to it.
            let file = "\(path)/my.yaml"
            let text = """
                version: 1
                organizationGroups:
                  - {path: global, settings: {emailDomains: [acme.example]}}
                  - path: global/mine
                    users: [{username: me, password: mine}]
                    applications: [{bundleId: my.app}]
                """
            try Data(text.utf8).write(to: URL(filePath: file))
            let credentials = try await Self.start("\(path)/data", [\.environmentFile: file])
            #expect(credentials.groupId == "mine" && credentials.emailDomains.isEmpty)
        }
    }

    @Test func `What is configured goes before what was kept, and is kept`() async throws {
        try await withTemporaryFolder { path in
            _ = try await Self.start(path)
            let settings: ConfigurationSettings = [
                \.adminToken: "t", \.adminTenantCode: "c", \.adminPassword: "p", \.adminOAuthClientSecret: "s",
            ]
            let configured = try await Self.start(path, settings)
            let after = try await Self.start(path)
            for credentials in [configured, after] {
                #expect(
                    [credentials.adminToken, credentials.tenantCode, credentials.adminPassword] == ["t", "c", "p"])
                #expect(credentials.oauthClientSecret == "s")
            }
        }
    }

    @Test func `An environment of one's own is seeded, and the sentence for a bad one says why`() async throws {
        try await withTemporaryFolder { path in
            let file = "\(path)/my.yaml"
            let text = EnvironmentFixtures.global(
                "users: [{username: me, password: mine}]\n    applications: [{bundleId: my.app}]")
            try Data(text.utf8).write(to: URL(filePath: file))
            let credentials = try await Self.start("\(path)/one", [\.environmentFile: file])
            #expect(
                [credentials.groupId, credentials.user, credentials.password, credentials.bundleId]
                    == ["global", "me", "mine", "my.app"])
            try Data("version: 2".utf8).write(to: URL(filePath: file))
            let bad = await #expect(throws: ConsoleError.self) {
                try await Self.start("\(path)/two", [\.environmentFile: file])
            }
            #expect(bad?.code == .unprocessable)
            let missing = await #expect(throws: ConsoleError.self) {
                try await Self.start("\(path)/three", [\.environmentFile: "\(path)/no.yaml"])
            }
            #expect(missing?.message == "The environment file \(path)/no.yaml is missing.")
        }
    }

    @Test func `A console that was seeded is not seeded again`() async throws {
        try await withTemporaryFolder { path in
            _ = try await Self.start(path)
            let credentials = try await Self.start(path, [\.environmentFile: "/nonexistent"])
            #expect(!credentials.groupId.isEmpty)
        }
    }
}

/// What a start tells programs.
struct ReadyFileTests {
    private static let keys = [
        "http", "https", "ca", "groupId", "user", "password", "bundleId", "emailDomains", "adminUser",
        "adminPassword", "tenantCode", "adminToken", "oauthClientId", "oauthClientSecret",
    ]

    @Test func `It is a JSON object, one key a line, in a fixed order`() async throws {
        try await withConsole { console in
            let ready = ReadyFile(console.console, host: "0.0.0.0", ports: (http: 81, https: 82))
            #expect(ready.entries.map(\.key) == Self.keys)
            #expect(ready.text.split(separator: "\n").count == Self.keys.count + 2)
            let values = try JSONDecoder().decode([String: String].self, from: Data(ready.text.utf8))
            #expect(values["http"] == "http://localhost:81" && values["https"] == "https://localhost:82")
            #expect(values["adminToken"] == console.console.credentials.adminToken)
            #expect(ready["ca"] == console.console.trustAnchorPath && ready["nothing"] == "")
        }
    }

    @Test(arguments: [
        ("127.0.0.1", "localhost"), ("0.0.0.0", "localhost"), ("::", "localhost"), ("::1", "localhost"),
        ("", "localhost"),
        ("192.0.2.1", "192.0.2.1"), ("uem.test", "uem.test"), ("fe80::1", "[fe80::1]"),
    ])
    func `The host is one a client on this machine can use`(host: String, authority: String) {
        #expect(ReadyFile.clientHost(host) == authority)
    }

    @Test func `It is written whole, for its owner only`() async throws {
        try await withTemporaryFolder { folder in
            try await withConsole([\.adminToken: "a\"b\\c/é\n"]) { console in
                let ready = ReadyFile(console.console, host: "h", ports: (http: 1, https: 2))
                try ready.write(to: "\(folder)/ready.json")
                let data = try #require(FileManager.default.contents(atPath: "\(folder)/ready.json"))
                let values = try JSONDecoder().decode([String: String].self, from: data)
                #expect(values["adminToken"] == "a\"b\\c/é\n")
                #expect(try permissions(of: "\(folder)/ready.json") == 0o600)
            }
        }
    }

    @Test func `Without secrets the banner says where they are, and its commands read them there`() async throws {
        try await withTemporaryFolder { folder in
            try await withConsole { console in
                let ready = ReadyFile(console.console, host: "127.0.0.1", ports: (http: 81, https: 82))
                let file = "\(folder)/it's here.json"
                try ready.write(to: file)
                let text = Banner(ready, folder: "/data", secrets: file).text
                #expect(text.contains("passwords and tokens are in \(file)\n"))
                for secret in ["adminToken", "tenantCode", "oauthClientSecret"] {
                    #expect(!text.contains(ready[secret]))
                }
                let commands = text.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
                    .filter { $0.hasPrefix("curl ") }
                try #require(commands.count == 3, "\(text)")
                let shell = ["curl() { printf '%s\\n' \"$@\"; }"] + commands.map(String.init)
                let result = try await run("/bin/sh", ["-c", shell.joined(separator: "\n")])
                #expect(result.output.contains("Authorization: Bearer \(ready["adminToken"])\n"), "\(result.output)")
                #expect(result.output.contains("\"Password\":\"\(ready["password"])\""), "\(result.output)")
            }
        }
    }

    @Test func `The banner shows where to go and how to try it`() async throws {
        try await withConsole { console in
            let ready = ReadyFile(console.console, host: "127.0.0.1", ports: (http: 81, https: 82))
            let text = Banner(ready, folder: "/data").text
            for part in [
                "https://localhost:82", "http://localhost:81", ready["adminToken"], ready["tenantCode"], "/data",
                ready["ca"], "OAuth client  mockuem", ready["oauthClientSecret"],
                "\n  E-mail        any address of example.test or example.com\n",
            ] {
                #expect(text.contains(part), "\(part)")
            }
        }
    }
}

extension ReadyFileTests {
    @Test func `An address of each domain in the banner is found by autodiscovery`() async throws {
        try await withConsole { console in
            let ready = ReadyFile(console.console, host: "127.0.0.1", ports: (http: 81, https: 82))
            let domains = ready["emailDomains"].split(separator: ", ")
            #expect(domains.count == 2)
            for domain in domains {
                for path in ["domain/\(domain)", "domain/newcomer%40\(domain.uppercased())"] {
                    let target = "/autodiscovery/awcredentials.aws/v2/domainlookup/\(path)"
                    let answer = try await console.send(.get, target)
                    #expect(try answer.json()["GroupId"] as? String == ready["groupId"], "\(target)")
                }
            }
        }
    }

    @Test func `A console without e-mail domains has no line about them`() async throws {
        try await withTemporaryFolder { folder in
            let file = "\(folder)/my.yaml"
            let text = EnvironmentFixtures.global(
                "users: [{username: me, password: mine}]\n    applications: [{bundleId: my.app}]")
            try Data(text.utf8).write(to: URL(filePath: file))
            try await withConsole([\.environmentFile: file]) { console in
                let ready = ReadyFile(console.console, host: "127.0.0.1", ports: (http: 81, https: 82))
                let text = Banner(ready, folder: "/data").text
                #expect(text.contains("  App           my.app\n  Certificate") && !text.contains("E-mail"))
            }
        }
    }
}

/// Import, export and validate without a server.
struct OfflineConsoleTests {
    private static func withOffline(_ body: (OfflineConsole, _ folder: String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let configuration = try ConsoleConfiguration.test([\.dataFolder: "\(folder)/data"])
            try await body(OfflineConsole(configuration, surroundings: .test()), folder)
        }
    }

    private static func write(_ text: String, in folder: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/env.yaml"))
        return "\(folder)/env.yaml"
    }

    @Test func `A file is imported and exported again`() async throws {
        try await Self.withOffline { console, folder in
            let path = try Self.write(EnvironmentFixtures.global("tags: [{name: t}]"), in: folder)
            let first = try await console.importFile(path, onConflict: "fail")
            let again = try await console.importFile(path, onConflict: "fail")
            #expect(first.hasSuffix("2 created, 0 updated, 0 unchanged, 0 skipped."))
            #expect(again.hasSuffix("0 created, 0 updated, 2 unchanged, 0 skipped."))
            #expect(try await console.export().contains("- name: t"))
        }
    }

    @Test func `A file that is not valid leaves no data folder`() async throws {
        try await Self.withOffline { console, folder in
            let path = try Self.write("version: 2", in: folder)
            let error = await #expect(throws: ConsoleError.self) {
                try await console.importFile(path, onConflict: "skip")
            }
            #expect(error?.code == .unprocessable)
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/data"))
            let policy = await #expect(throws: ConsoleError.self) {
                try await console.importFile(path, onConflict: "Skip")
            }
            #expect(policy?.message.contains("skip, overwrite, fail") == true)
        }
    }

    @Test func `A folder in use is refused, an empty one has nothing to export`() async throws {
        try await Self.withOffline { console, folder in
            let path = try Self.write(EnvironmentFixtures.global("name: A"), in: folder)
            let nothing = await #expect(throws: ConsoleError.self) { try await console.export() }
            #expect(nothing?.code == .notFound)
            let holder = try DataFolder(path: "\(folder)/data")
            let error = await #expect(throws: ConsoleError.self) {
                try await console.importFile(path, onConflict: "skip")
            }
            #expect(error?.message.contains("in use by another MockUEM") == true)
            holder.close()
        }
    }

    @Test(arguments: [
        ("applications: [{bundleId: a.b, profile: none}]", true),
        ("applications: [{bundleId: a.b, profile: p}]", false),
        ("id: 8", false),
    ])
    func `Validating follows references, too`(line: String, isValid: Bool) async throws {
        try await withTemporaryFolder { folder in
            let path = try Self.write(EnvironmentFixtures.global(line), in: folder)
            if isValid {
                try await OfflineConsole.validate(path, surroundings: .test(random: .system))
            } else {
                await #expect(throws: ConsoleError.self) {
                    try await OfflineConsole.validate(path, surroundings: .test(random: .system))
                }
            }
        }
    }

    @Test func `A file that is missing or not UTF-8 is named`() async throws {
        try await Self.withOffline { console, folder in
            let missing = await #expect(throws: ConsoleError.self) {
                try await console.importFile("\(folder)/no.yaml", onConflict: "skip")
            }
            #expect(missing?.code == .notFound)
            try Data([0xff, 0xfe]).write(to: URL(filePath: "\(folder)/bad.yaml"))
            let bad = await #expect(throws: ConsoleError.self) {
                try await console.importFile("\(folder)/bad.yaml", onConflict: "skip")
            }
            #expect(bad?.message.contains("is not UTF-8 text") == true)
        }
    }
}
