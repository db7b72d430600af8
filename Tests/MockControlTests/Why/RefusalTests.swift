import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// A request that is refused, with the rule and the cause that explain it.
struct RefusalCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rule: String
    let cause: String
    let send: @Sendable (TestConsole) async throws -> Void

    init(
        _ name: String, _ rule: String, _ cause: String, _ send: @escaping @Sendable (TestConsole) async throws -> Void
    ) {
        testDescription = name
        self.rule = rule
        self.cause = cause
        self.send = send
    }

    /// A request without more than a path.
    static func request(
        _ name: String, _ rule: String, _ cause: String, _ method: HTTPRequest.Method, _ target: String,
        headers: [String: String] = [:], text: String? = nil
    ) -> RefusalCase {
        RefusalCase(name, rule, cause) { console in
            _ = try await console.client.executeRequest(
                uri: target, method: method,
                headers: headers.reduce(into: HTTPFields()) { fields, header in
                    if let name = HTTPField.Name(header.key) { fields[name] = header.value }
                }, body: text.map { ByteBuffer(string: $0) })
        }
    }

    /// A login that is refused.
    static func login(
        _ name: String, _ rule: String, _ cause: String, _ change: @escaping @Sendable (inout LoginRequest) -> Void
    ) -> RefusalCase {
        RefusalCase(name, rule, cause) { console in _ = try await console.logIn(try console.login(change)) }
    }

    /// A request of a device that has signed in.
    static func device(
        _ name: String, _ rule: String, _ cause: String, scheme: SimulatedClient.Scheme = .signature,
        _ send: @escaping @Sendable (TestConsole, SimulatedClient) async throws -> Void
    ) -> RefusalCase {
        RefusalCase(name, rule, cause) { console in
            try await send(console, try await console.signedInDevice(scheme: scheme))
        }
    }
}

/// What explains refusals other than wrong signatures.
struct RefusalTests {
    private static let beacon = "/deviceservices/AirWatchBeacon.svc/checkin"

    private func expect(_ refusal: RefusalCase) async throws {
        try await withConsole { console in
            try await refusal.send(console)
            let why = try await console.why()
            #expect(why.refused && why.rule == refusal.rule, "\(why.rule ?? "-"): \(why.summary) \(why.status)")
            #expect(why.names.first == refusal.cause, "\(why.causes)")
            #expect(why.accepted?.isEmpty == false && !why.summary.isEmpty)
        }
    }

    @Test(arguments: [
        RefusalCase.request("nothing", "credentialMissing", "unsigned", .post, beacon, text: "{}"),
        .request(
            "no Authorization", "credentialMissing", "authorizationMissing", .post, beacon,
            headers: ["aw-auth-group-id": "com.example.demo"], text: "{}"),
        .request(
            "Basic", "signatureHeaders", "basic", .post, beacon, headers: ["Authorization": "Basic YTpi:x"],
            text: "{}"),
        .request(
            "no token", "tokenMalformed", "tokenEmpty", .post, beacon, headers: ["Authorization": "Bearer "], text: "{}"
        ),
        .request(
            "an HMAC token", "tokenMalformed", "tokenForm", .post, beacon,
            headers: ["Authorization": "Bearer abcdef"], text: "{}"),
        .request(
            "quotes", "tokenMalformed", "tokenQuoted", .post, beacon,
            headers: ["Authorization": "Bearer \"a.b.c\""], text: "{}"),
        .request(
            "of another console", "tokenMalformed", "tokenForeign", .post, beacon,
            headers: ["Authorization": "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln"], text: "{}"),
        .device("expired", "tokenExpired", "tokenExpired", scheme: .bearer) { console, device in
            console.clock.advance(seconds: 10 * 86_400)
            _ = try? await device.sendBeacon(device.beacon())
        },
        .device("revoked token", "tokenRevoked", "tokenRevoked", scheme: .bearer) { console, device in
            try await device.unenroll()
            _ = try? await device.sendBeacon(device.beacon())
        },
        .device("un-enrolled", "credentialRevoked", "unenrolled") { console, device in
            try await device.unenroll()
            _ = try? await device.sendBeacon(device.beacon())
        },
        .device("another user", "credentialRevoked", "otherUser") { console, device in
            try await console.addUser("ada")
            var again = try console.device()
            try await again.logIn(
                username: "ada", password: "ada", organizationGroup: "demo", authenticationGroup: "another")
            _ = try? await device.sendBeacon(device.beacon())
        },
        RefusalCase("never signed in", "credentialUnknown", "deviceUnknown") { console in
            let signed = try RequestSigner(
                device: #require(DeviceIdentifier("ab12")), group: "com.example.demo", key: "x")
            let request = ClientRequest(method: "GET", target: "/deviceservices/CertificatePinningEndpoint")
            let headers = signed.headers(
                method: "GET", authority: "localhost", target: request.target, headers: [], body: nil, date: Date())
            _ = try await console.send(ClientRequest(method: "GET", target: request.target, headers: headers))
        },
    ])
    func `A credential that is missing or has ended is explained`(refusal: RefusalCase) async throws {
        try await expect(refusal)
    }

    @Test(arguments: [
        RefusalCase.device("another device in the path", "identity", "wrongDevice", scheme: .bearer) {
            console, device in
            _ = try await device.sendAuthenticated(
                ClientRequest(method: "GET", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/ffff/user"))
        },
        .device("another device in the query", "identity", "wrongDevice", scheme: .bearer) { console, device in
            _ = try await device.sendAuthenticated(
                ClientRequest(method: "GET", target: "/deviceservices/iOS/SettingsEndpoint.aspx?uid=ffff"))
        },
        .device("another app", "identity", "wrongBundle", scheme: .bearer) { console, device in
            let target = "/deviceservices/iOS/SettingsEndpoint.aspx?bundleid=com.example.other"
            _ = try await device.sendAuthenticated(ClientRequest(method: "GET", target: target))
        },
        .device("no profile of that kind", "profileNone", "configurationType", scheme: .bearer) { console, device in
            let target = "/deviceservices/iOS/SettingsEndpoint.aspx?configtypeid=7"
            _ = try await device.sendAuthenticated(ClientRequest(method: "GET", target: target))
        },
        .request(
            "an unknown device", "unenrolled", "deviceUnknown", .get,
            "/deviceservices/awmdmsdk/v1/platform/2/uid/abab/status"),
        .device("certificates", "notConfigured", "notConfigured", scheme: .bearer) { console, device in
            let target = "/deviceservices/policysigningcertificate"
            _ = try await device.sendAuthenticated(ClientRequest(method: "GET", target: target))
        },
    ])
    func `An identity other than the credential's own is explained`(refusal: RefusalCase) async throws {
        try await expect(refusal)
    }

    @Test(arguments: [
        RefusalCase.login("a wrong password", "loginCredentials", "loginCredentials") { $0.password = "wrong" },
        .login("no user", "loginCredentials", "loginCredentials") { $0.username = "nobody" },
        .login("an unknown group", "loginGroup", "groupUnknown") { $0.activationCode = "demi" },
        .login("no group", "loginGroup", "groupMissing") { $0.activationCode = nil },
        .login("an unknown token", "loginToken", "loginToken") { login in
            login.username = nil
            login.password = nil
            login.authorizationCode = "used-up"
        },
        .login("a certificate", "loginKind", "loginKind") { $0.authenticationType = .certificate },
        RefusalCase("locked", "accountLocked", "accountLocked") { console in
            for _ in 0..<11 { _ = try await console.logIn(try console.login { $0.password = "wrong" }) }
            _ = try await console.logIn(try console.login())
        },
        RefusalCase("inactive", "accountInactive", "accountInactive") { console in
            try await console.execute("UPDATE enrollmentUser SET isActive = 0 WHERE username = 'demo'")
            _ = try await console.logIn(try console.login())
        },
        RefusalCase("blocked", "deviceRefused", "deviceRefused") { console in
            _ = try await console.logIn(try console.login())
            try await console.execute("UPDATE device SET complianceStatus = 2")
            _ = try await console.logIn(try console.login())
        },
    ])
    func `The code of a refused login is explained`(refusal: RefusalCase) async throws { try await expect(refusal) }

    @Test(arguments: [
        RefusalCase.request(
            "another method", "method", "method", .put, "/deviceservices/AuthenticationEndpoint.aws"),
        .request("the server URL has a path", "route", "serverURL", .get, "/deviceservices/deviceservices/x"),
        .request("escaped as a whole", "route", "percentEncoding", .get, "/deviceservices/a%2Fb"),
        .request("an unknown path", "route", "pathUnknown", .get, "/deviceservices/nowhere"),
        .request(
            "the secure channel", "notConfigured", "notConfigured", .get, "/deviceservices/ConnectionEndpoint.aws/v2"),
        .request("no body", "body", "bodyEmpty", .post, "/deviceservices/AuthenticationEndpoint.aws"),
        .request(
            "cut off", "body", "bodyCutOff", .post, "/deviceservices/AuthenticationEndpoint.aws", text: #"{"Udid": "a""#
        ),
        .request(
            "malformed", "body", "bodyMalformed", .post, "/deviceservices/AuthenticationEndpoint.aws",
            text: "{'Udid': 1}"),
        .request(
            "a member is missing", "body", "member", .post, "/deviceservices/AuthenticationEndpoint.aws", text: "{}"),
        .request("an administrator's credentials", "administrator", "credentialsMissing", .get, "/api/system/info"),
        .request(
            "wrong ones", "administrator", "credentialsWrong", .get, "/api/system/info",
            headers: ["Authorization": "Basic YWRtaW46d3Jvbmc=", "aw-tenant-code": "x"]),
    ])
    func `A request that is not understood is explained`(refusal: RefusalCase) async throws {
        try await expect(refusal)
    }

    @Test func `The tenant code of an administrator is explained`() async throws {
        try await withConsole { console in
            let credentials = console.console.credentials
            let basic = Data("\(credentials.adminUser):\(credentials.adminPassword)".utf8).base64EncodedString()
            for (code, cause) in [("", "tenantCodeMissing"), ("wrong", "tenantCodeUnknown")] {
                var headers = ["Authorization": "Basic \(basic)"]
                if !code.isEmpty { headers["aw-tenant-code"] = code }
                _ = try await console.send(.get, "/api/system/info", headers: headers)
                let why = try await console.why()
                #expect(why.rule == "tenantCode" && why.names == [cause], "\(why.rule ?? "") \(why.causes)")
            }
        }
    }

    @Test(arguments: [
        ("2026-03-05T09:20:30", ["dateZone", "dateStale"]), ("2026-03-05T10:00:00", ["dateStale"]),
        ("2026-03-05T11:00:00", ["dateAhead"]), ("yesterday", ["dateForm"]), ("", ["dateMissing"]),
    ])
    func `A date that is not fresh is explained`(date: String, causes: [String]) async throws {
        try await withConsole([\.signatureFreshness: "300"]) { console in
            let device = try await console.signedInDevice()
            let pins = ClientRequest(
                method: "GET", target: "/deviceservices/CertificatePinningEndpoint", headers: [("DATE", date)])
            let signed = try console.signed(pins, as: device)
            _ = try await console.send(date.isEmpty ? signed.with("DATE", nil) : signed)
            let why = try await console.why()
            #expect(why.rule == "signatureDate" && why.names == causes, "\(why.causes)")
        }
    }

    @Test func `An empty profile names the step of the assignment that does not hold`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice(bundle: "com.example.unknown")
            _ = try await device.fetchProfile()
            let why = try await console.why()
            #expect(why.refused && why.rule == "profileNone" && why.status == 200)
            #expect(why.causes.first?.sentence.contains("com.example.unknown") == true, "\(why.causes)")
        }
    }

    @Test func `A log without room is explained by its size`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global}
                  - {path: global/demo, settings: {logQuotaMegabytes: 1}}
                """)
            _ = try? await device.uploadLog(String(repeating: "x", count: 2 << 20))
            let why = try await console.why()
            #expect(why.rule == "logQuota" && why.names == ["size"], "\(why.rule ?? "") \(why.causes) \(why.status)")
        }
    }

    @Test func `Every entry answers why, and accepted ones that they were not refused`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await device.sendBeacon(device.beacon())
            let why = try await console.why()
            #expect(!why.refused && why.rule == nil && why.causes.isEmpty && why.summary == "It was not refused.")
            let missing = try await console.admin(.get, "/_mock/journal/987654/why")
            try expectRefusal(missing, 404, number: 404)
            try expectRefusal(try await console.admin(.get, "/_mock/journal/x/why"), 404, number: 404)
        }
    }

    @Test func `A request that was made to go wrong on purpose is no refusal of the console`() async throws {
        try await withConsole { console in
            let fault = #"{"match": {"path": "/deviceservices/**"}, "action": {"status": 503}, "times": 1}"#
            let made = try await console.admin(.post, "/_mock/faults", text: fault)
            #expect(made.status.code < 300, "\(made.text)")
            _ = try await console.send(.get, "/deviceservices/trustservicesettings")
            let why = try await console.why()
            #expect(why.rule == "fault" && why.names == ["fault"] && why.causes[0].isProven, "\(why.summary)")
        }
    }

    @Test func `Every rule is in the article, and says what it would have accepted`() async throws {
        try await withConsole { console in
            let article = try await console.send(.get, "/docs/Why.md").text
            for rule in RefusalRule.all {
                #expect(article.contains("`\(rule.name)`"), "\(rule.name)")
                #expect(rule.accepted.hasSuffix(".") && !rule.documentation.isEmpty, "\(rule.name)")
            }
        }
    }

    @Test func `Administrators of other groups are told nothing`() async throws {
        try await withConsole { console in
            let imported = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global, id: 7, type: Global}
                  - {path: global/other, name: Other, type: Customer}
                """)
            #expect(imported.status == .ok)
            let device = try await console.signedInDevice()
            try await device.sendBeacon(device.beacon())
            let id = try #require(try await console.journalItems("?pageSize=1").first?["id"] as? Int)
            let other = try await console.api(.readOnly, of: "other")
            #expect(try await other.mock(.get, "journal/\(id)/why").status == .notFound)
        }
    }
}

/// Where bodies become unreadable.
struct BodyLocatorTests {
    @Test(arguments: [
        (#"{"a": 1,}"#, 8, 1, 9), ("{\n \"a\": 1,\n \"b\": x}", 17, 3, 7), (#"{"a": 01}"#, 6, 1, 7),
        (#"{"a" 1}"#, 5, 1, 6), (#"{"a": "\q"}"#, 8, 1, 9), (#"[1 2]"#, 3, 1, 4), (#"{"a": tru}"#, 6, 1, 7),
        (#"{} x"#, 3, 1, 4), (#"{"a": 1"#, 7, 1, 8), ("{'a': 1}", 1, 1, 2), ("\u{FEFF}{,", 4, 1, 5),
    ])
    func `JSON is wrong at a byte`(text: String, offset: Int, line: Int, column: Int) throws {
        let place = try #require(BodyLocator.locate(Data(text.utf8), type: "application/json", isShown: true))
        #expect(place.format == "JSON" && place.offset == offset, "\(place)")
        #expect(place.line == line && place.column == column && !place.problem.isEmpty, "\(place)")
        #expect(place.excerpt?.contains("⟶") == true)
        #expect(BodyLocator.locate(Data(text.utf8), type: "", isShown: false)?.excerpt == nil)
    }

    @Test(arguments: [#"{"a": [1, -2.5e3, true, null, "\u00e9\n"]}"#, "[]", "1", " \"x\" "])
    func `JSON that is right has no such place`(text: String) {
        #expect(BodyLocator.locate(Data(text.utf8), type: "application/json", isShown: true) == nil)
    }

    @Test func `A property list is wrong at a line`() throws {
        let text =
            "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<dict>\n<key>a</key>\n<strin>b</strin>\n</dict></plist>"
        let place = try #require(BodyLocator.locate(Data(text.utf8), type: "text/xml", isShown: true))
        #expect(place.format == "XML" && place.line == 5, "\(place)")
        let cut = try #require(BodyLocator.locate(Data(text.utf8.prefix(50)), type: "text/xml", isShown: true))
        #expect(cut.offset == 50, "\(cut)")
    }

    @Test func `A request that was answered before is explained as such`() async throws {
        try await withConsole([\.signatureReplay: "refuse", \.signatureFreshness: "60"]) { console in
            let device = try await console.signedInDevice()
            let signed = try console.signed(try DeviceRoute.processor.request(device), as: device)
            for _ in 0..<2 { _ = try await console.send(signed) }
            let why = try await console.why()
            #expect(why.refused && why.rule == "signatureReplayed", "\(why.rule ?? "-"): \(why.summary)")
            #expect(why.names.first == "sentAgain" && why.accepted?.contains("signature.replay") == true)
        }
    }
}
