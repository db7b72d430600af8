import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Sign-in with user name and password (DeviceServices, section 7; decision 18).
struct LoginTests {
    private func expectRefused(
        _ answer: [String: String], _ code: String, at location: SourceLocation = #_sourceLocation
    ) {
        let expected = ["StatusCode": code, "Username": "", "UserId": "", "IsEulaAcceptanceRequired": "false"]
        #expect(answer == expected, sourceLocation: location)
    }

    @Test func `A login carries exactly its fields, all of them strings`() async throws {
        try await withConsole { console in
            let answer = try await console.logIn(try console.login())
            let names: Set = [
                "StatusCode", "Username", "UserId", "IsEulaAcceptanceRequired", "AWHMACKey", "AccessToken", "TokenType",
                "ExpiresIn",
            ]
            #expect(Set(answer.keys) == names)
            #expect(answer["StatusCode"] == "AUTH-0")
            #expect(answer["Username"] == "demo")
            #expect(Int(answer["UserId"] ?? "") ?? 0 > 0)
            #expect(answer["IsEulaAcceptanceRequired"] == "false")
            #expect(answer["TokenType"] == "Bearer")
            #expect(answer["ExpiresIn"] == "86400")
            let key = try #require(answer["AWHMACKey"])
            #expect(key.count >= 32)
            #expect(key.allSatisfy { $0.isASCII && !$0.isWhitespace })
        }
    }

    @Test func `A directory user with a domain signs in as ACME backslash jdoe too, and the form is remembered`()
        async throws
    {
        try await withConsole { console in
            let answer = try await console.importEnvironment(
                """
                version: 2
                organizationGroups:
                  - path: global/demo
                    users:
                      - {username: jdoe, password: secret-1, accountType: Directory, domain: ACME}
                      - {username: basic, password: secret-1, domain: ACME}
                """)
            #expect(answer.status == .ok, "\(answer.text)")
            for (typed, username) in [
                ("jdoe", "jdoe"), (#"acme\jdoe"#, #"ACME\jdoe"#), (#"ACME\JDOE"#, #"ACME\jdoe"#), ("jdoe", "jdoe"),
            ] {
                let login = try console.login { ($0.username, $0.password) = (typed, "secret-1") }
                #expect(try await console.logIn(login)["Username"] == username, "\(typed)")
                var device = try console.device()
                try await device.logIn(username: typed, password: "secret-1", organizationGroup: "demo")
                #expect(try await device.user().userName == username, "\(typed)")
            }
            for typed in [#"OTHER\jdoe"#, #"\jdoe"#, #"ACME\basic"#, #"ACME\"#] {
                let login = try console.login { ($0.username, $0.password) = (typed, "secret-1") }
                #expect(try await console.logIn(login)["StatusCode"] == "AUTH-1001", "\(typed)")
            }
        }
    }

    @Test(arguments: [1, 2, 3, 5, 6, 7])
    func `Each type carries what it asks for, and a bearer token always`(type: Int) async throws {
        try await withConsole { console in
            let asked = try #require(AuthenticationType(rawValue: type))
            let answer = try await console.logIn(try console.login { $0.authenticationType = asked })
            #expect(answer["StatusCode"] == "AUTH-0")
            #expect((answer["AWHMACKey"] != nil) == asked.wantsHMAC)
            #expect((answer["AWAuthenticationToken"] != nil) == asked.wantsToken)
            for name in ["AccessToken", "TokenType", "ExpiresIn"] { #expect(answer[name]?.isEmpty == false) }
        }
    }

    @Test func `A certificate alone cannot be asked for yet`() async throws {
        try await withConsole { console in
            let before = try await console.contents()
            let answer = try await console.logIn(try console.login { $0.authenticationType = .certificate })
            expectRefused(answer, "AUTH-1007")
            #expect(try await console.contents() == before)
        }
    }

    /// A login that is refused, and what the console was told before.
    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: String
        var sql = ""
        var change: @Sendable (inout LoginRequest) -> Void = { _ in }
    }

    static let refused = [
        Refused(testDescription: "wrong password", code: "AUTH-1001") { $0.password = "Demo" },
        Refused(testDescription: "unknown user", code: "AUTH-1001") { $0.username = "nobody" },
        Refused(testDescription: "user of another group", code: "AUTH-1001") { $0.username = "reviewer" },
        Refused(testDescription: "no credentials", code: "AUTH-1001") { ($0.username, $0.password) = (nil, nil) },
        Refused(testDescription: "empty password", code: "AUTH-1001") { $0.password = "" },
        Refused(testDescription: "empty user name", code: "AUTH-1001") { $0.username = "" },
        Refused(testDescription: "user in a group below", code: "AUTH-1001") { $0.activationCode = "global" },
        Refused(
            testDescription: "a user without a password", code: "AUTH-1001",
            sql: "UPDATE enrollmentUser SET passwordHash = NULL"),
        Refused(
            testDescription: "locked", code: "AUTH-1002",
            sql: "UPDATE enrollmentUser SET lockedAt = \(TestClock.start.milliseconds)"),
        Refused(testDescription: "inactive", code: "AUTH-1003", sql: "UPDATE enrollmentUser SET isActive = 0"),
        Refused(
            testDescription: "MDM required of a new device", code: "AUTH-1004",
            sql: "UPDATE organizationGroupSetting SET value = 'true' WHERE key = 'requireMDMEnrollment'"),
        Refused(testDescription: "unknown token", code: "AUTH-1005") { $0.authorizationCode = "x" },
        Refused(
            testDescription: "types not allowed", code: "AUTH-1007",
            sql: "UPDATE organizationGroupSetting SET value = '[\"token\"]' WHERE key = 'authenticationTypes'"),
        Refused(
            testDescription: "only SAML", code: "AUTH-1007",
            sql: "UPDATE organizationGroupSetting SET value = '[\"saml\"]' WHERE key = 'authenticationTypes'"),
        Refused(
            testDescription: "a token is forced", code: "AUTH-1007",
            sql:
                "INSERT INTO organizationGroupSetting SELECT id, 'forceToken', 'true' FROM organizationGroup WHERE code = 'demo'"
        ),
        Refused(testDescription: "unknown group", code: "AUTH--1") { $0.activationCode = "nowhere" },
        Refused(testDescription: "no group and a new device", code: "AUTH--1") { $0.activationCode = nil },
        Refused(testDescription: "empty group and a new device", code: "AUTH--1") { $0.activationCode = "" },
    ]

    @Test(arguments: refused)
    func `A refusal has its code, empty fields and a reason in the log, and enrolls nothing`(test: Refused) async throws
    {
        try await withWatchedConsole { console, log in
            if !test.sql.isEmpty { try await console.execute(test.sql) }
            let before = try await console.rowCounts()
            expectRefused(try await console.logIn(try console.login(test.change)), test.code)
            #expect(try await console.rowCounts() == before)
            let line = try #require(log.lines.first { $0.message == "Login refused" })
            #expect(line.metadata["code"] == test.code)
            #expect(line.metadata["reason"]?.contains(" ") == true)
            #expect(!log.lines.contains { "\($0)".contains("password: demo") })
        }
    }

    @Test func `A blocked device is refused, whoever signs in`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.execute("UPDATE device SET complianceStatus = 2")
            expectRefused(try await console.logIn(try console.login()), "AUTH-1006")
            #expect(try await console.send(DeviceRoute.user.request(client), as: client).status == 200)
        }
    }

    @Test func `A managed device signs in where MDM enrollment is required`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            try await console.set("requireMDMEnrollment", "true", of: "demo")
            expectRefused(try await console.logIn(try console.login()), "AUTH-1004")
            try await console.execute("UPDATE device SET isManaged = 1")
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-0")
        }
    }

    @Test func `Too many wrong passwords lock the account until the clock reopens it`() async throws {
        try await withConsole { console in
            try await console.set("maximumFailedLogins", "3", of: "demo")
            try await console.set("lockoutMinutes", "5", of: "demo")
            for _ in 1...3 {
                expectRefused(try await console.logIn(try console.login { $0.password = "x" }), "AUTH-1001")
            }
            expectRefused(try await console.logIn(try console.login()), "AUTH-1002")
            console.clock.advance(seconds: 299)
            expectRefused(try await console.logIn(try console.login()), "AUTH-1002")
            console.clock.advance(seconds: 1)
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-0")
            expectRefused(try await console.logIn(try console.login { $0.password = "x" }), "AUTH-1001")
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-0")
        }
    }

    @Test func `A right password in between starts the count again`() async throws {
        try await withConsole { console in
            try await console.set("maximumFailedLogins", "2", of: "demo")
            for _ in 1...4 {
                expectRefused(try await console.logIn(try console.login { $0.password = "x" }), "AUTH-1001")
                #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-0")
            }
        }
    }

    @Test func `A lock of zero minutes never opens, and zero failures never lock`() async throws {
        try await withConsole { console in
            try await console.set("maximumFailedLogins", "0", of: "demo")
            for _ in 1...12 { _ = try await console.logIn(try console.login { $0.password = "x" }) }
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-0")
            try await console.set("maximumFailedLogins", "1", of: "demo")
            try await console.set("lockoutMinutes", "0", of: "demo")
            _ = try await console.logIn(try console.login { $0.password = "x" })
            console.clock.advance(seconds: 365 * 86_400)
            expectRefused(try await console.logIn(try console.login()), "AUTH-1002")
        }
    }

    @Test(arguments: ["demo", "DEMO", "Demo"])
    func `Group codes and user names are written in any letter case`(text: String) async throws {
        try await withConsole { console in
            let login = try console.login { ($0.activationCode, $0.username) = (text, text) }
            let answer = try await console.logIn(login)
            #expect(answer["StatusCode"] == "AUTH-0")
            #expect(answer["Username"] == "demo")
            #expect(try await console.adminJSON("/_mock/devices/\(login.device)")["groupId"] as? String == "demo")
        }
    }

    @Test func `A second launch keeps the device, a login without a group finds that of the device`() async throws {
        try await withConsole { console in
            let first = try await console.logIn(try console.login())
            let before = try await console.rowCounts()
            let second = try await console.logIn(try console.login { $0.activationCode = nil })
            #expect(second["StatusCode"] == "AUTH-0")
            #expect(second["UserId"] == first["UserId"])
            #expect(second["AWHMACKey"] != first["AWHMACKey"])
            let after = try await console.rowCounts()
            for table in ["device", "installation", "eventLog"] { #expect(after[table] == before[table], "\(table)") }
        }
    }

    @Test func `A login into another group moves the device there and its user with it`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global}
                  - {path: global/demo}
                  - path: global/demo/east
                    name: East
                    users: [{username: eve, password: eve}]
                """)
            let client = try await console.signedInDevice()
            let old = try console.authenticated(try DeviceRoute.user.request(client), as: client)
            let login = try console.login { ($0.username, $0.password, $0.activationCode) = ("eve", "eve", "east") }
            #expect(try await console.logIn(login)["Username"] == "eve")
            let known = try await console.adminJSON("/_mock/devices/\(client.device)")
            #expect(known["groupId"] as? String == "east")
            #expect(known["user"] as? String == "eve")
            #expect(known["groupName"] as? String == "East")
            #expect(try await console.send(old).status == 403)
        }
    }

    @Test func `A change of user ends every credential of the one before, bearer tokens too`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(
                "{version: 1, organizationGroups: [{path: global}, {path: global/demo, users: [{username: eve, password: eve}]}]}"
            )
            let app = try await console.signedInDevice()
            let other = try await console.signedInDevice(bundle: "com.example.everything", scheme: .bearer)
            _ = try await console.logIn(try console.login { ($0.username, $0.password) = ("eve", "eve") })
            for (client, status) in [(app, 403), (other, 401)] {
                let answer = try await console.send(DeviceRoute.user.request(client), as: client)
                #expect(answer.status == status)
                #expect(answer.text.contains("another user signed in"))
            }
        }
    }

    @Test func `A login without a group of its own has that of the app`() async throws {
        try await withConsole { console in
            let text = """
                {"Username":"demo","Password":"demo","ActivationCode":"demo","Udid":"AB","BundleId":"com.example.demo",
                "AuthenticationType":2,"DeviceType":2,"AuthenticationGroup":"","Unknown":[1,{"a":null}]}
                """
            let response = try await console.send(
                ClientRequest(
                    method: "POST", target: "/deviceservices/AuthenticationEndpoint.aws", body: Data(text.utf8)))
            #expect(response.json["StatusCode"] as? String == "AUTH-0")
            let known = try await console.adminJSON("/_mock/devices/ab")
            let installation = try #require((known["installations"] as? [[String: Any]])?.first)
            #expect(installation["credentials"] as? [String] == ["com.example.demo"])
        }
    }

    @Test(arguments: ["Username", "AuthenticationGroup", "ActivationCode"])
    func `A NUL character, where a database would end a text, is refused`(field: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            var request = try DeviceRoute.login.request(client)
            let own = field == "AuthenticationGroup" ? "com.example.demo" : "demo"
            request.body = DeviceRoute.replacing(field, by: "\"\(own)\\u0000x\"", in: request.body)
            let before = try await console.contents()
            #expect(try await console.send(request).status == 400)
            #expect(try await console.contents() == before)
            #expect(try await console.send(DeviceRoute.user.request(client), as: client).status == 200)
        }
    }
}
