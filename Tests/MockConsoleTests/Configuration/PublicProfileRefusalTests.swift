import Foundation
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What the public profile does not start with (Configuration, "The public profile").
struct PublicProfileRefusalTests {
    private static let fit: ConfigurationSettings = [
        \.profile: "public", \.adminPassword: "Correct-Horse-9", \.environmentFile: "environment.yaml",
        \.adminSignInFailures: "10",
    ]

    private static func problem(_ key: ConfigurationKey? = nil, _ text: String = "") -> String {
        var settings = fit
        if let key { settings[key] = text }
        do {
            _ = try ConsoleConfiguration.test(settings)
            return ""
        } catch { return "\(error)" }
    }

    @Test func `With good passwords and its own defaults it starts`() {
        #expect(Self.problem() == "")
    }

    @Test(arguments: [
        (ConfigurationKeys.all.passwordsFailures.key, "0"), (ConfigurationKeys.all.lookupsMisses.key, "0"),
        (ConfigurationKeys.all.passwordsUniformRefusals.key, "false"),
        (ConfigurationKeys.all.adminSignInFailures.key, "0"),
        (ConfigurationKeys.all.notificationsAllowPrivateTargets.key, "true"),
    ])
    func `A guard that is switched off is named`(key: ConfigurationKey, text: String) {
        #expect(Self.problem(key, text).contains("  \(key.name) is \(text)"), "\(Self.problem(key, text))")
    }

    private static func weak(_ console: TestConsole, seeded: [String] = ["admin"], _ log: RecordedLog) async -> String {
        do {
            try await PublicPasswords(console.parts, logger: log.logger, seeded: seeded).check(nil)
            return ""
        } catch { return (error as? ConsoleError)?.message ?? "\(error)" }
    }

    @Test func `Weak passwords of a database are found, of whomever they are`() async throws {
        try await withConsole { console in
            let (log, hasher) = (RecordedLog(), console.parts.model.hasher)
            let strong = try await hasher.hash("Blue-Kettle-42")
            try await console.execute("UPDATE enrollmentUser SET passwordHash = '\(strong)'")
            #expect(await Self.weak(console, log) == "")
            // The administrator of the start gets the password that is configured.
            #expect(await Self.weak(console, seeded: [], log).contains("the administrator admin is"))
            for (name, password) in [("Ada", "ada"), ("ben", "changeme"), ("cleo", "Blue-Kettle-42")] {
                try await console.addUser(name)
                let hash = try await hasher.hash(password)
                try await console.execute(
                    "UPDATE enrollmentUser SET passwordHash = '\(hash)' WHERE username = '\(name)'")
            }
            let problems = await Self.weak(console, log)
            #expect(problems.contains("the user Ada is") && problems.contains("the user ben is"), "\(problems)")
            #expect(!problems.contains("cleo") && log.lines.isEmpty)
        }
    }

    @Test func `Of very many accounts only some are tried, and the log says so`() async throws {
        try await withConsole { console in
            let (log, strong) = (RecordedLog(), try await console.parts.model.hasher.hash("Blue-Kettle-42"))
            try await console.execute("UPDATE enrollmentUser SET passwordHash = '\(strong)'")
            try await console.execute(
                """
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 200)
                INSERT INTO enrollmentUser (uuid, groupId, username, passwordHash, accountType, createdAt)
                SELECT 'u' || n, (SELECT id FROM organizationGroup WHERE code = 'demo'), 'user' || n, '\(strong)', 'Basic', 0 FROM number
                """)
            #expect(await Self.weak(console, log) == "")
            #expect(log.lines.contains { Int($0.metadata["accounts"] ?? "") ?? 0 > 100 }, "\(log.lines)")
        }
    }
}
