import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Wrong passwords of users, over HTTP (Security, "Wrong passwords").
struct PasswordGuardTests {
    private static let attacker = "198.51.100.9"

    /// Logs in from an address; a status other than 200 is told instead of the code.
    private static func logIn(
        _ console: TestConsole, _ password: String, as name: String = "demo", from address: String = attacker,
        on device: String = "aaaa"
    ) async throws -> String {
        let login = try console.login { login in
            (login.username, login.password) = (name, password)
            if let identifier = DeviceIdentifier(device) { login.device = identifier }
        }
        let answer = try await console.send(
            .post, "/deviceservices/AuthenticationEndpoint.aws", headers: [TestConsole.addressHeader: address],
            body: try login.encoded())
        guard answer.status == .ok else { return "\(answer.status.code)" }
        return try answer.json()["StatusCode"] as? String ?? ""
    }

    @Test func `Without lock-out no number of failures keeps the right password out`() async throws {
        try await withConsole([\.passwordsLockout: "none"]) { console async throws in
            for _ in 0..<40 { #expect(try await Self.logIn(console, "wrong") == "AUTH-1001") }
            #expect(try await Self.logIn(console, "demo") == "AUTH-0")
            #expect(try await console.parts.count("enrollmentUser WHERE lockedAt IS NOT NULL OR failedLogins > 0") == 0)
        }
    }

    @Test func `The highest cost counts of the group and those above it, and of no other customer`() async throws {
        try await withConsole { console async throws in
            @Sendable func highest(_ code: String) async throws -> Int? {
                let group = try await console.parts.core.database.read {
                    try OrganizationGroupStore.group(code: code, $0)
                }
                return try await console.parts.model.users.highestPasswordCost(in: try #require(group))
            }
            let hash = "$scrypt$ln=9,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
            try await console.execute(
                "UPDATE enrollmentUser SET passwordHash = '$sha256$99$' WHERE username <> 'demo'")
            #expect(try await highest("appreview") == nil)
            try await console.execute("UPDATE enrollmentUser SET passwordHash = '\(hash)' WHERE username = 'demo'")
            #expect(try await highest("demo") == 9)
            #expect(try await highest("appreview") == nil)
            try await console.execute(
                """
                UPDATE enrollmentUser SET groupId = (SELECT id FROM organizationGroup WHERE parentId IS NULL)
                WHERE username = 'demo'
                """)
            #expect(try await highest("appreview") == 9)
        }
    }

    @Test func `Unknown names and wrong passwords are refused alike beside hashes of a higher cost`() async throws {
        try await withConsole([\.passwordsUniformRefusals: "true"]) { console async throws in
            let hash = try await console.parts.model.hasher.hash("demo", cost: 6)
            try await console.execute("UPDATE enrollmentUser SET passwordHash = '\(hash)' WHERE username = 'demo'")
            #expect(try await Self.logIn(console, "wrong") == "AUTH-1001")
            #expect(try await Self.logIn(console, "wrong", as: "nobody") == "AUTH-1001")
            #expect(try await Self.logIn(console, "demo") == "AUTH-0")
        }
    }

    @Test func `An account that was locked is open once lock-out is off`() async throws {
        try await withConsole([\.passwordsLockout: "none"]) { console async throws in
            try await console.execute("UPDATE enrollmentUser SET lockedAt = 1772706030000, failedLogins = 10")
            #expect(try await Self.logIn(console, "demo") == "AUTH-0")
        }
    }

    @Test func `By default an account is locked for all who know its name, as the group says`() async throws {
        try await withConsole { console async throws in
            for _ in 0..<10 { #expect(try await Self.logIn(console, "wrong") == "AUTH-1001") }
            #expect(try await Self.logIn(console, "demo") == "AUTH-1002")
            #expect(try await Self.logIn(console, "demo", from: "192.0.2.77") == "AUTH-1002")
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `Who guesses is slowed down, while right persons sign in at once`() async throws {
        let settings: ConfigurationSettings = [
            \.passwordsLockout: "none", \.passwordsFailures: "2", \.passwordsPause: "60000",
        ]
        try await withConsole(settings) { console async throws in
            #expect(try await Self.logIn(console, "demo", on: "0a0b") == "AUTH-0")
            for _ in 0..<2 { #expect(try await Self.logIn(console, "wrong") == "AUTH-1001") }
            // From the attacker's address, on a device of the user's own, and from elsewhere.
            for _ in 0..<3 { #expect(try await Self.logIn(console, "demo", on: "0a0b") == "AUTH-0") }
            for _ in 0..<3 { #expect(try await Self.logIn(console, "demo", from: "192.0.2.77") == "AUTH-0") }
            #expect(try await Self.logIn(console, "review", as: "reviewer", on: "0c0d") != "429")
        }
    }

    @Test func `Failures slow down guesses, which still are answered, also right ones`() async throws {
        let settings: ConfigurationSettings = [
            \.passwordsLockout: "none", \.passwordsFailures: "2", \.passwordsPause: "1",
        ]
        try await withConsole(settings) { console async throws in
            for _ in 0..<20 { #expect(try await Self.logIn(console, "wrong") == "AUTH-1001") }
            #expect(try await Self.logIn(console, "demo") == "AUTH-0")
        }
    }

    @Test(arguments: PasswordLockout.allCases)
    func `Uniform refusals are the same for a name that is unknown, locked or neither`(lockout: PasswordLockout)
        async throws
    {
        let settings: ConfigurationSettings = [
            \.passwordsUniformRefusals: "true", \.passwordsLockout: lockout.rawValue,
        ]
        try await withConsole(settings) { console async throws in
            try await console.offerSAML()
            func bodies(_ name: String) async throws -> Set<String> {
                var bodies: Set<String> = []
                for _ in 0..<12 {
                    let login = try console.login { ($0.username, $0.password) = (name, "wrong") }
                    let answer = try await console.send(
                        .post, "/deviceservices/AuthenticationEndpoint.aws", body: try login.encoded())
                    bodies.insert("\(answer.status.code) \(answer.text)")
                    bodies.insert(try await agentAnswer(console, name))
                    let page = try await console.samlBrowser().submit(name, password: "wrong")
                    bodies.insert(
                        String(page.text.split(separator: "role=\"alert\"").last?.prefix { $0 != "/" } ?? ""))
                }
                return bodies
            }
            let ofKnown = try await bodies("demo")
            #expect(ofKnown.count == 3)
            #expect(try await bodies("nobody") == ofKnown)
            let isLocked = try await console.parts.count("enrollmentUser WHERE lockedAt IS NOT NULL") == 1
            #expect(isLocked == (lockout == .account))
            let right = try await console.logIn(try console.login())["StatusCode"]
            #expect(right == (lockout == .account ? "AUTH-1001" : "AUTH-0"))
        }
    }

    /// What an agent is answered that signs in with a wrong password.
    private func agentAnswer(_ console: TestConsole, _ name: String) async throws -> String {
        var first = AgentEnrollmentRequest()
        first.groupID = "demo"
        let base = "/deviceservices/enrollment/airwatchenroll.aws"
        let opened = try await console.send(.post, "\(base)/validategroupidentifier", body: try first.encoded())
        var second = AgentEnrollmentRequest()
        second.header.sessionID = try JSONDecoder().decode(
            AgentEnrollmentResponse.self, from: Data(buffer: opened.body)
        ).header.sessionID
        (second.username, second.password) = (name, "wrong")
        let answer = try await console.send(.post, "\(base)/validatelogincredentials", body: try second.encoded())
        return "\(answer.status.code) \(answer.text)"
    }
}

/// Codes are not found out quickly, and reading changes nothing (Security, "Codes").
struct CodeLookupTests {
    private static let settings: ConfigurationSettings = [\.lookupsMisses: "5", \.passwordsPause: "60000"]
    private static let stranger = [TestConsole.addressHeader: "198.51.100.9"]
    private static let person = [TestConsole.addressHeader: "192.0.2.77"]

    /// Statuses of look-ups that find nothing, so many at once that the last ones may not wait.
    private static func miss(_ console: TestConsole, _ count: Int) async throws {
        for number in 0..<count {
            let path = "/autodiscovery/awcredentials.aws/v2/domainlookup/domain/no\(number).example"
            #expect(try await console.send(.get, path, headers: stranger).status == .noContent)
        }
    }

    /// Whether one more look-up is refused; one that waits ends when the test has seen enough.
    private static func isRefused(_ console: TestConsole) async -> Bool {
        var fields = HTTPFields()
        for (name, value) in stranger {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        let path = "/autodiscovery/awcredentials.aws/v2/domainlookup/domain/no.example"
        let answer = try? await console.client.executeRequest(uri: path, method: .get, headers: fields, body: nil)
        return answer?.status == .tooManyRequests
    }

    @Test(.timeLimit(.minutes(5)))
    func `After many misses an address is slowed down, others and known devices are not`() async throws {
        try await withConsole(Self.settings) { console async throws in
            let client = try await console.signedInDevice()
            try await Self.miss(console, 6)
            // The next one would wait for a minute, and so would all that follow.
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<14 {
                    group.addTask {
                        await Self.isRefused(console) ? 429 : 0
                    }
                }
                var refused = 0
                for await status in group where status == 429 {
                    refused += 1
                    if refused == 4 { group.cancelAll() }
                }
                return refused
            }
            #expect(statuses == 4)
            let path = "/autodiscovery/awcredentials.aws/v2/domainlookup/domain/demo.example"
            #expect(try await console.send(.get, path, headers: Self.person).status != .tooManyRequests)
            let login = try console.login { $0.device = client.device }
            let answer = try await console.send(
                .post, "/deviceservices/AuthenticationEndpoint.aws", headers: Self.stranger, body: try login.encoded())
            #expect(try answer.json()["StatusCode"] as? String == "AUTH-0")
            let status = "/deviceservices/awmdmsdk/v1/platform/2/uid/\(client.device)/status"
            for _ in 0..<20 {
                #expect(try await console.send(.get, status, headers: Self.stranger).text.contains("groupcode"))
            }
        }
    }

    @Test func `Group IDs, tokens and devices count as well as domains`() async throws {
        try await withConsole([\.lookupsMisses: "3", \.passwordsPause: "1"]) { console async throws in
            try await console.parts.core.database.write { _ in }
            let unknown = try console.login { $0.activationCode = "nowhere" }
            #expect(try await console.logIn(unknown)["StatusCode"] == "AUTH--1")
            let token = try console.login { ($0.username, $0.password, $0.authorizationCode) = (nil, nil, "guess") }
            #expect(try await console.logIn(token)["StatusCode"] == "AUTH-1005")
            let path = "/deviceservices/awmdmsdk/v1/platform/2/uid/ffff/status"
            for _ in 0..<10 { #expect(try await console.send(.get, path).text.isEmpty) }
            let throttle = console.parts.model.guards.lookups
            let before = ContinuousClock.now
            for _ in 0..<3 { try await throttle.note(.status, from: "") }
            // Each one after the limit waits for its turn.
            #expect(ContinuousClock.now - before >= .milliseconds(1))
        }
    }

    @Test func `Sessions of enrollment agents count for their address, ten to one`() async throws {
        try await withWatchedConsole([\.lookupsMisses: "1", \.passwordsPause: "1"]) { console, log in
            func open() async throws {
                let path = "/deviceservices/enrollment/airwatchenroll.aws/validategroupidentifier"
                let answer = try await console.send(
                    .post, path, headers: Self.stranger,
                    text: #"{"Header":{"SessionId":"00000000-0000-0000-0000-000000000000"},"GroupId":"demo"}"#)
                #expect(answer.status == .ok && answer.text.contains(#""Type":4"#), "\(answer.text)")
            }
            for _ in 0..<10 { try await open() }
            #expect(!log.lines.contains { $0.message.contains("(lookups.misses)") }, "\(log.lines)")
            try await open()
            #expect(log.lines.contains { $0.message.contains("(lookups.misses)") }, "\(log.lines)")
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `Devices that are unknown keep nobody behind the same address from a right Group ID`() async throws {
        try await withConsole(Self.settings) { console async throws in
            let path = "/deviceservices/awmdmsdk/v1/platform/2/uid/ffff/status"
            for _ in 0..<5 { #expect(try await console.send(.get, path, headers: Self.stranger).text.isEmpty) }
            // A new device, at once: a pause would last a minute.
            for _ in 0..<6 {
                let answer = try await console.send(
                    .post, "/deviceservices/AuthenticationEndpoint.aws", headers: Self.stranger,
                    body: try console.login().encoded())
                #expect(try answer.json()["StatusCode"] as? String == "AUTH-0")
            }
        }
    }

    @Test func `Names that the identity provider makes users of count for their address, and others sign in`()
        async throws
    {
        let settings: ConfigurationSettings = [\.lookupsMisses: "3", \.passwordsPause: "1"]
        try await withWatchedConsole(settings) { console, log in
            try await console.offerSAML(provisions: true)
            for number in 0..<5 {
                _ = try await console.samlBrowser().token("dana\(number)", email: "dana\(number)@acme.example")
            }
            #expect(log.lines.contains { $0.message.contains("(lookups.misses)") }, "\(log.lines)")
        }
    }

    @Test(arguments: [true, false])
    func `The open status names the group only if it may`(isNamed: Bool) async throws {
        try await withConsole([\.lookupsGroupNames: "\(isNamed)"]) { console async throws in
            let client = try await console.signedInDevice()
            let answer = try await console.send(DeviceRoute.status.request(client))
            let list = try JSONSerialization.jsonObject(with: answer.body) as? [[String: String]] ?? []
            let settings = Dictionary(
                uniqueKeysWithValues: list.map { ($0["DeviceSetting"] ?? "", $0["SettingValue"]) })
            #expect(settings["groupcode"] == "demo")
            #expect(settings["devicelocationgroup"] == (isNamed ? "Demo" : "demo"))
            #expect(try await client.status()?.enrollmentStatus == .enrolled)
        }
    }
}
