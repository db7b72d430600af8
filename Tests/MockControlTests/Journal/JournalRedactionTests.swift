import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// What the journal leaves out of bodies, targets and header fields.
struct JournalRedactionTests {
    /// A body and what the journal keeps of it.
    struct Vector: Sendable, CustomTestStringConvertible {
        let body: String
        let kept: String
        var type = ""

        init(_ body: String, _ kept: String, type: String = "") {
            (self.body, self.kept) = (body, kept)
            self.type = type
        }

        var testDescription: String { body }
    }

    private static let json: [Vector] = [
        Vector(#"{"Password":"demo"}"#, #"{"Password":"[redacted]"}"#),
        Vector(#"{ "passWORD" : "a\"b\\", "x": 1}"#, #"{ "passWORD" : "[redacted]", "x": 1}"#),
        Vector(
            #"{"AccessToken":"eyJ.a.b","TokenType":"Bearer"}"#, #"{"AccessToken":"[redacted]","TokenType":"Bearer"}"#),
        Vector(#"{"access_token":"x","token_type":"Bearer"}"#, #"{"access_token":"[redacted]","token_type":"Bearer"}"#),
        Vector(#"{"AWHMACKey":"k","StatusCode":"AUTH-1000"}"#, #"{"AWHMACKey":"[redacted]","StatusCode":"AUTH-1000"}"#),
        Vector(#"{"DeviceAuthenticationToken":"k"}"#, #"{"DeviceAuthenticationToken":"[redacted]"}"#),
        Vector(
            #"{"TargetUrl":"https://hook.example/x?a=b&c=d","Name":"?n"}"#,
            #"{"TargetUrl":"https://hook.example/x?[redacted]","Name":"?n"}"#),
        Vector(
            #"{"targetUrl" : "https:\/\/hook.example\/x?a"}"#,
            #"{"targetUrl" : "https:\/\/hook.example\/x?[redacted]"}"#),
        Vector(
            "<TargetUrl>https://hook.example/?a=b</TargetUrl><x>?</x>",
            "<TargetUrl>https://hook.example/?[redacted]</TargetUrl><x>?</x>"),
        Vector(#"{"TargetUrl":"https://hook.example","x":"y?z"}"#, #"{"TargetUrl":"https://hook.example","x":"y?z"}"#),
        Vector(
            #"{"text":"{\"targetUrl\":\"https://hook.example/?a=b\"}"}"#,
            #"{"text":"{\"targetUrl\":\"https://hook.example/?[redacted]\"}"}"#),
        Vector(#"{"url":"https://hook.example/?sig=b&x=1"}"#, #"{"url":"https://hook.example/?sig=[redacted]&x=1"}"#),
        Vector(#"{"design":"a","signal":"b"}"#, #"{"design":"a","signal":"b"}"#),
        Vector(#"{"Header":{"AgentToken":"k"}}"#, #"{"Header":{"AgentToken":"[redacted]"}}"#),
        Vector(#"{"AuthorizationCode":"k"}"#, #"{"AuthorizationCode":"[redacted]"}"#),
        Vector(#"{"IntegratedAuthenticationCredential":"k"}"#, #"{"IntegratedAuthenticationCredential":"[redacted]"}"#),
        Vector(#"{"Base64EncodedKey":"k==","KeySize":44}"#, #"{"Base64EncodedKey":"[redacted]","KeySize":44}"#),
        Vector(#"{"client-secret":"k"}"#, #"{"client-secret":"[redacted]"}"#),
        Vector(#"{"api.key":"k","API_KEY":"l"}"#, #"{"api.key":"[redacted]","API_KEY":"[redacted]"}"#),
        Vector(#"{"passcode":1234}"#, #"{"passcode":"[redacted]"}"#),
        Vector(#"{"tokens":["a", "b"],"n":["c"]}"#, #"{"tokens":["[redacted]", "[redacted]"],"n":["c"]}"#),
        Vector(
            #"{"settings":"{\"password\":\"x\\\"y\",\"a\":1}"}"#,
            #"{"settings":"{\"password\":\"[redacted]\",\"a\":1}"}"#),
        Vector(#"{"newPasswordText":"x"}"#, #"{"newPasswordText":"[redacted]"}"#),
        Vector(#"{"PayloadContent":"MII="}"#, #"{"PayloadContent":"[redacted]"}"#),
        Vector(#"{"password":"ab"#, #"{"password":"[redacted]"#),
        Vector(#"{"password":"ab\"#, #"{"password":"[redacted]"#),
    ]

    private static let markup: [Vector] = [
        Vector("<r><Password>demo</Password><a>b</a></r>", "<r><Password>[redacted]</Password><a>b</a></r>"),
        Vector(#"<r><x:password a="b">d</x:password></r>"#, #"<r><x:password a="b">[redacted]</x:password></r>"#),
        Vector("<Password><![CDATA[a<b]]></Password>", "<Password><![CDATA[[redacted]]]></Password>"),
        Vector(#"<user password="p" name='n'/>"#, #"<user password="[redacted]" name='n'/>"#),
        Vector("<Password>de", "<Password>[redacted]"),
        Vector(
            "<key>Password</key>\n  <string>demo</string>", "<key>Password</key>\n  <string>[redacted]</string>"),
        Vector("<key>apiKey</key><data>AA==</data>", "<key>apiKey</key><data>[redacted]</data>"),
        Vector(
            "<key>tokens</key><array> <string>a</string> <string>b</string></array>",
            "<key>tokens</key><array> <string>[redacted]</string> <string>[redacted]</string></array>"),
        Vector("<key>passcode</key><integer>12</integer>", "<key>passcode</key><integer>[redacted]</integer>"),
        Vector(
            "<string>{&quot;secret&quot;: &quot;s&quot;}</string>",
            "<string>{&quot;secret&quot;: &quot;[redacted]&quot;}</string>"),
        Vector(#"<string>{"secret":"s"}</string>"#, #"<string>{"secret":"[redacted]"}</string>"#),
    ]

    private static let forms: [Vector] = [
        Vector(
            "grant_type=password&password=a+b&username=u", "grant_type=password&password=[redacted]&username=u",
            type: form),
        Vector("client%5Fsecret=x", "client%5Fsecret=[redacted]", type: form),
        Vector("%70assword=x&a=b", "%70assword=[redacted]&a=b", type: form),
        Vector("SAMLResponse=PHN&RelayState=1", "SAMLResponse=[redacted]&RelayState=1", type: form),
        Vector("a=b&password=x&c=d", "a=b&password=[redacted]&c=d"),
        Vector("token: no\npassword=x y", "token: no\npassword=[redacted] y"),
    ]

    private static let form = "application/x-www-form-urlencoded; charset=utf-8"

    private func kept(_ vector: Vector) -> String {
        let body = ByteBuffer(string: vector.body)
        return String(buffer: JournalRedaction.redacted(body, type: vector.type) ?? body)
    }

    @Test(arguments: json) func `A secret of JSON is left out, and nothing else`(vector: Vector) {
        #expect(kept(vector) == vector.kept)
    }

    @Test(arguments: markup) func `A secret of XML is left out, and nothing else`(vector: Vector) {
        #expect(kept(vector) == vector.kept)
    }

    @Test(arguments: forms) func `A secret of a form is left out, and nothing else`(vector: Vector) {
        #expect(kept(vector) == vector.kept)
    }

    @Test(arguments: [
        "", "{}", #"{"payLoad":{"APNSToken":"abc","GroupId":7}}"#, #"{"RequiresPasswordChange":true}"#,
        #"{"PasscodeTimeout":5,"PasscodeMode":"Off","MinimumPasscodeLength":"4"}"#, #"{"Password":""}"#,
        #"{"Password":null}"#, #"{"message":"The password: it is wrong"}"#, #"{"tokenUuid":"x"}"#, #"{"KeyUsage":"2"}"#,
        #"{"type":"password"}"#, "<key>PayloadContent</key><array><string>a</string></array>",
        "<Password/>", "<Password></Password>", "password", "password=", "</Password>", "<key>Password</key><true/>",
        #"<input type="password" name="password">"#, #"{"accessTokenLifetime":{"value":86400}}"#,
    ])
    func `What is no secret stays as it is`(body: String) {
        #expect(JournalRedaction.redacted(ByteBuffer(string: body), type: "") == nil)
    }

    @Test func `A body may break off anywhere and shows nothing of its secret`() {
        let body = #"{"a":1,"password":"hunter2hunter2","tokens":["hunter2"],"b":"<secret>hunter2</secret>"}"#
        for length in 0...body.utf8.count {
            let cut = ByteBuffer(string: String(body.prefix(length)))
            let kept = String(buffer: JournalRedaction.redacted(cut, type: "") ?? cut)
            #expect(!kept.contains("hu"), "\(kept)")
        }
    }

    @Test(arguments: [
        #"<token><![CDATA["#, #"<token "#, #""token":""#, #"\"token\":\""#, "token=", "<key>token</key><array><string>",
    ])
    func `A hostile body takes no longer than others`(part: String) {
        let body = ByteBuffer(string: String(repeating: part, count: 100_000 / part.utf8.count))
        let clock = ContinuousClock()
        let once = clock.measure {
            _ = JournalRedaction.redacted(ByteBuffer(string: String(repeating: "-", count: 100_000)), type: "")
        }
        let time = clock.measure { _ = JournalRedaction.redacted(body, type: "") }
        #expect(time < once * 200 + .seconds(5))
    }

    @Test func `A binary property list is written anew without its secrets`() throws {
        let list = PropertyListValue.dictionary([
            "Password": .string("demo"), "Certificate": .dictionary(["PayloadContent": .data(Data([1, 2]))]),
            "tokens": .array([.string("x")]), "PayloadContent": .array([.string("stays")]), "a": .integer(1),
        ])
        let body = ByteBuffer(data: try list.encoded(as: .binary))
        let kept = try #require(JournalRedaction.redacted(body, type: ""))
        let read = try PropertyListValue(parsing: Data(buffer: kept))
        let mark = PropertyListValue.string(JournalRedaction.mark)
        let expected = PropertyListValue.dictionary([
            "Password": mark, "Certificate": .dictionary(["PayloadContent": mark]), "tokens": .array([mark]),
            "PayloadContent": .array([.string("stays")]), "a": .integer(1),
        ])
        #expect(read == expected)
        let cut = try #require(body.getSlice(at: 0, length: body.readableBytes - 3))
        #expect(JournalRedaction.redacted(cut, type: "") == ByteBuffer(string: JournalRedaction.mark))
        let plain = ByteBuffer(data: try PropertyListValue.dictionary(["a": .integer(1)]).encoded(as: .binary))
        #expect(JournalRedaction.redacted(plain, type: "") == nil)
    }

    @Test func `Targets and header fields lose their secrets`() throws {
        let (key, code) = (try #require(HTTPField.Name("X-Api-Key")), try #require(HTTPField.Name("aw-tenant-code")))
        var head = HTTPRequest(
            method: .get, scheme: nil, authority: nil, path: "/a?b=c&access_token=x&Pass%57ord=y#token=z")
        head.headerFields = [
            .authorization: "Basic eA==", .cookie: "a=b", .referer: "http://x/?token=y", .userAgent: "secret/1",
        ]
        head.headerFields[key] = "k"
        head.headerFields[code] = "k"
        var request = JournalRequest(head: head, body: .none)
        JournalRedaction.redact(&request)
        #expect(request.target == "/a?b=c&access_token=[redacted]&Pass%57ord=[redacted]")
        let fields = request.head.headerFields
        #expect(fields[.authorization] == "Basic [redacted]" && fields[.cookie] == "a=[redacted]")
        #expect(fields[.referer] == "http://x/?token=[redacted]" && fields[.userAgent] == "secret/1")
        #expect(fields[key] == "[redacted]")
        #expect(fields[code] == "[redacted]")
        #expect(request.isRedacted)
    }

    @Test func `A body that was cut stays marked as cut whatever was left out of it`() {
        var body = CapturedBody.none
        body.append(ByteBuffer(string: #"{"password":"x"#), limit: 14)
        body.append(ByteBuffer(string: #"yz"}"#), limit: 14)
        var request = JournalRequest(
            head: HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/"), body: body)
        JournalRedaction.redact(&request)
        #expect(request.body.text == #"{"password":"[redacted]"#)
        #expect(request.body.isTruncated && request.body.byteCount == 18)
    }
}

/// Secrets of real exchanges, which no part of the journal shows.
struct JournalSecretsTests {
    /// Signs in, asks for tokens, changes passwords, and says which secrets were on the wire.
    private func exchange(_ console: TestConsole) async throws -> [String] {
        let device = try await console.signedInDevice()
        let login = try await console.logIn(try console.login())
        var secrets = [console.console.credentials.tenantCode]
        for name in ["AccessToken", "AWHMACKey", "AWAuthenticationToken", "DeviceAuthenticationToken"] {
            if let secret = login[name], !secret.isEmpty { secrets.append(secret) }
        }
        #expect(secrets.count > 1)
        _ = try await device.fetchProfile()
        let token = try await console.send(
            .post, "/connect/token", headers: ["Content-Type": "application/x-www-form-urlencoded"],
            text: console.clientForm)
        secrets.append(try #require(try token.json()["access_token"] as? String))
        let user = #"{"UserName":"dana","Password":"s3cretS3cret","SecurityType":2,"Status":true}"#
        _ = try await console.api.call(.post, "system/users/adduser", user)
        return secrets + ["s3cretS3cret"]
    }

    @Test func `Secrets of a session are nowhere in the journal`() async throws {
        try await withConsole { console in
            let secrets = try await exchange(console)
            let credentials = console.console.credentials
            let basic = Data("\(credentials.adminUser):\(credentials.adminPassword)".utf8).base64EncodedString()
            for item in try await console.journalItems("?pageSize=500") {
                let id = try #require(item["id"] as? Int)
                let text = try await console.admin(.get, "/_mock/journal/\(id)").text
                for secret in secrets { #expect(!text.contains(secret), "\(item["path"] ?? "")") }
                #expect(!text.contains(basic))
            }
        }
    }

    @Test func `Secrets are kept if the configuration says so`() async throws {
        try await withConsole([\.journalSecrets: "keep"]) { console in
            let secrets = try await exchange(console)
            let entries = try console.journal.entries()
            for secret in [secrets.last, secrets.dropFirst().first].compactMap(\.self) {
                let needle = try #require(TextNeedle(secret))
                #expect(entries.contains { needle.isIn($0.request.body.bytes) || needle.isIn($0.response.body.bytes) })
            }
            #expect(entries.allSatisfy { !$0.request.isRedacted && $0.original == nil })
        }
    }

    @Test func `Fields that are not looked at have names of nothing secret`() {
        for name in SecretName.plainFields { #expect(SecretName.kind(name.utf8) == nil, "\(name)") }
    }

    @Test(arguments: [
        ("3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c", "l7Y0zQ9s6f1mJr1Yp5cF8W0g2x4v6u8t0k3n5q7w9z0=", true),
        ("3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c", "l7Y0zQ9s6f1mJr1Yp5cF8W0g2xk=", true),
        ("my own password, which has spaces, is it? yes", "l7Y0zQ9s6f1mJr1Yp5cF8W0g2xk=", false),
        ("3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c", "hunter2", false),
    ])
    func `A signature stays, whatever else stands there goes`(device: String, text: String, stays: Bool) {
        let field = HTTPField(name: .authorization, value: "\(device):\(text)")
        #expect((JournalCredentials.redacted(field) == nil) == stays)
    }
}
