import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// What the journal leaves out of bodies that are not what they should be, and of credentials.
struct JournalRedactionFormTests {
    typealias Vector = JournalRedactionTests.Vector

    private static let form = "application/x-www-form-urlencoded"

    private static let declared: [Vector] = [
        Vector(#"{"Password":"x"}"#, #"{"Password":"[redacted]"}"#, type: form),
        Vector(#" [{"Password":"a&b=c"}]"#, #" [{"Password":"[redacted]"}]"#, type: form),
        Vector("<r><Password>x=y</Password></r>", "<r><Password>[redacted]</Password></r>", type: form),
        Vector(#""Password":"x""#, #""Password":"[redacted]""#, type: form),
        Vector("%7B%22Password%22%3A%22x%22%7D", "[redacted]", type: form),
        Vector("client%5Fsecret=x&a=b", "client%5Fsecret=[redacted]&a=b", type: "text/plain"),
        Vector("%70assword=x", "%70assword=[redacted]", type: "application/json"),
    ]

    private static let escaped: [Vector] = [
        Vector(#"{"Pass\u0077ord":"x"}"#, #"{"Pass\u0077ord":"[redacted]"}"#),
        Vector(
            #"{"\u0050\u0061ssword" : "a\u0022b\u0077", "b":"\u0077"}"#,
            #"{"\u0050\u0061ssword" : "[redacted]", "b":"\u0077"}"#),
        Vector(
            #"{"a":"{\"Pass\\u0077ord\":\"x\",\"b\":1}"}"#, #"{"a":"{\"Pass\\u0077ord\":\"[redacted]\",\"b\":1}"}"#),
        Vector(
            #"{"a":"{\u0022password\u0022:\u0022x\u0022}"}"#,
            #"{"a":"{\u0022password\u0022:\u0022[redacted]\u0022}"}"#),
        Vector(
            "<key>Pass&#119;ord</key><string>x</string>", "<key>Pass&#119;ord</key><string>[redacted]</string>"),
        Vector("<key>Pass&#x77;ord</key><string>x</string>", "<key>Pass&#x77;ord</key><string>[redacted]</string>"),
    ]

    private static let malformed: [Vector] = [
        Vector(#"{"Password": hunter33xx}"#, #"{"Password": [redacted]}"#),
        Vector(#"{"Password": hun ter, "a":1}"#, #"{"Password": [redacted], "a":1}"#),
        Vector("{\"Password\": hunter\n\"a\":1}", "{\"Password\": [redacted]\n\"a\":1}"),
        Vector(#"{"Password": 12ab}"#, #"{"Password": [redacted]}"#),
        Vector(#"{Password: "x", a: 1}"#, #"{Password: "[redacted]", a: 1}"#),
        Vector(#"{a: 1, Password : x}"#, #"{a: 1, Password : [redacted]}"#),
        Vector("{'Password': 'x', 'a': 'b'}", "{'Password': '[redacted]', 'a': 'b'}"),
        Vector(#"{"Password": 'x'}"#, #"{"Password": '[redacted]'}"#),
        Vector(#"{"Password" = "x"}"#, #"{"Password" = "[redacted]"}"#),
        Vector(#"{"Password" => "x"}"#, #"{"Password" => "[redacted]"}"#),
        Vector(#"{"Password": hunter"#, #"{"Password": [redacted]"#),
    ]

    private static let below: [Vector] = [
        Vector(
            #"{"password":{"value":"x","n":1},"a":"b"}"#,
            #"{"password":{"value":"[redacted]","n":"[redacted]"},"a":"b"}"#),
        Vector(
            #"{"tokens":[{"a":["x"]},"y",true],"a":"b"}"#,
            #"{"tokens":[{"a":["[redacted]"]},"[redacted]",true],"a":"b"}"#),
        Vector(
            #"{"a":"{\n \"password\": {\n \"b\": \"x\"}, \"c\":\"d\"}"}"#,
            #"{"a":"{\n \"password\": {\n \"b\": \"[redacted]\"}, \"c\":\"d\"}"}"#),
        Vector(#"{"password":{"value": hunter}}"#, #"{"password":{"value": [redacted]}}"#),
        Vector(
            "<Password><v>x</v><v>y</v></Password><a>b</a>",
            "<Password><v>[redacted]</v><v>[redacted]</v></Password><a>b</a>"),
        Vector(
            "<key>token</key><dict><key>a</key><string>x</string></dict><key>b</key><string>c</string>",
            "<key>token</key><dict><key>a</key><string>[redacted]</string></dict><key>b</key><string>c</string>"),
    ]

    private static let pairs: [Vector] = [
        Vector(
            #"[{"Key":"Password","Value":"x"},{"Key":"a","Value":"b"}]"#,
            #"[{"Key":"Password","Value":"[redacted]"},{"Key":"a","Value":"b"}]"#),
        Vector(
            #"[{"value":1234,"order":1,"name":"passcode"}]"#, #"[{"value":"[redacted]","order":1,"name":"passcode"}]"#),
        Vector(#"{"name":"api-key","value":{"a":["x"]}}"#, #"{"name":"api-key","value":{"a":["[redacted]"]}}"#),
        Vector(
            #"{"a":"{\"name\":\"token\",\"value\":\"x\"}"}"#,
            #"{"a":"{\"name\":\"token\",\"value\":\"[redacted]\"}"}"#),
        Vector(#"{"Key":"Password","Value":"x"#, #"{"Key":"Password","Value":"[redacted]"#),
        Vector(#"<item name="password" value="x"/>"#, #"<item name="password" value="[redacted]"/>"#),
        Vector(#"<item value='x' name='password'/>"#, #"<item value='[redacted]' name='password'/>"#),
        Vector(#"<param name="password">x</param>"#, #"<param name="password">[redacted]</param>"#),
        Vector(#"{"jwt":"x","pin":"1","PIN":2}"#, #"{"jwt":"[redacted]","pin":"[redacted]","PIN":"[redacted]"}"#),
        Vector(
            #"{"wipe_pin":1,"bypass_code":"A","Passcode":"2"}"#,
            #"{"wipe_pin":"[redacted]","bypass_code":"[redacted]","Passcode":"[redacted]"}"#),
        Vector("a=b;password=x;c=d&e=f", "a=b;password=[redacted]&e=f", type: form),
        Vector("password=\u{301}x&a=b", "password=[redacted]&a=b", type: form),
        Vector("a=b&\u{301}password=x;&\u{301}c", "a=b&\u{301}password=[redacted]&\u{301}c", type: form),
        Vector("pass%77ord=x&to+ken=y&=z&a", "pass%77ord=[redacted]&to+ken=[redacted]&=z&a", type: form),
        Vector("u=http://a:pw@h/&b=c", "u=http://a:[redacted]@h/&b=c", type: form),
        Vector("u=http%3A%2F%2Fa%3Apw%40h", "u=[redacted]", type: form),
        Vector(#"{"u":"https:\/\/a:pw@h\/"}"#, #"{"u":"https:\/\/a:[redacted]@h\/"}"#),
        Vector(
            "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nx\r\ny\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n[redacted]\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--b--",
            type: "multipart/form-data; boundary=b"),
        Vector(
            "--b\nContent-Disposition: form-data; name=token; filename=\"a\"\n\nx",
            "--b\nContent-Disposition: form-data; name=token; filename=\"a\"\n\n[redacted]"),
    ]

    @Test(arguments: declared + escaped + malformed + below + pairs)
    func `A secret is left out whatever it stands in`(vector: Vector) {
        let body = ByteBuffer(string: vector.body)
        #expect(String(buffer: JournalRedaction.redacted(body, type: vector.type) ?? body) == vector.kept)
    }

    @Test(arguments: [
        #"{"pins":["x"],"pinned":"y","pinnedCertificates":[{"pin-sha256":"z"}],"ping":"a","mapping":"b"}"#,
        #"{"message":"Wrong name, password: it is wrong"}"#, #"{"name":"a","value":"b","type":"password"}"#,
        #"{"Name":"Token Policy","Value":"x"}"#, #"<input type="password" name="password"> Remember me"#,
        #"{"a":"\u0077"}"#, "http://host:80/a", #"{"email":"https://h/a:b@c"}"#, "--b\r\nname=a\r\n\r\nx\r\n--b--",
        #"{"passcodePolicy":{"a":"b"},"Passcode":true}"#,
    ])
    func `What is no secret stays as it is`(body: String) {
        #expect(JournalRedaction.redacted(ByteBuffer(string: body), type: "") == nil)
    }

    @Test(arguments: [
        #""token":{"#, #"{"name":"token","value":["#, "<token><a>", #"<a name="token" "#, "<key>token</key><dict>",
        #"{token:"#, #"\u0074oken"#, "://a:b", "--b\r\nname=token\r\n", #"'token':"#, "token;", "{token   ", "pin",
        "<token><a><![CDATA[", "<key>token</key><dict><a><![CDATA[", #""token"<x id="pin"><![CDATA["#,
        #""tokenx":\#(String(repeating: "1", count: 64)) "#, #""token"{"value":["a","#,
        "targeturl", "x", "a=b;", "a&", "%41=", "=", "é", #"targeturl"""?"#,
        String(repeating: "targeturl", count: 450) + #""""?"#,
    ])
    func `A hostile body takes no longer than others`(part: String) {
        let body = ByteBuffer(string: "--b\r\n" + String(repeating: part, count: 100_000 / part.utf8.count))
        let time = ContinuousClock().measure {
            _ = JournalRedaction.redacted(body, type: "multipart/form-data; boundary=b")
            _ = JournalRedaction.redacted(body, type: Self.form)
        }
        #expect(time < .seconds(20), "\(time)")
    }

    private static let endless: [Vector] = [
        Vector(
            "<password>" + String(repeating: "<a><![CDATA[", count: 40_000), "<password><a><![CDATA[[redacted]"),
        Vector(
            "<key>password</key><dict>" + String(repeating: "<a><![CDATA[", count: 40_000) + "]]><a>x</a></dict><a>y",
            "<key>password</key><dict><a><![CDATA[[redacted]]]><a>[redacted]</a></dict><a>y"),
        Vector(
            #"{"x":"password"}"# + String(repeating: #"<x id="pin"><![CDATA["#, count: 20_000),
            #"{"x":"password"}<x id="pin"><![CDATA[[redacted]"#),
        Vector(Self.numbers + #""password":"x""#, Self.numbers + #""password":"[redacted]""#),
    ]

    private static let numbers = String(
        repeating: #""passwordx":\#(String(repeating: "1", count: 64)) "#, count: 5000)

    @Test(arguments: endless)
    func `What has no end is read once, and the secrets behind it are left out`(vector: Vector) {
        let redacted = JournalRedaction.redacted(ByteBuffer(string: vector.body), type: "")
        let kept = redacted.map(String.init(buffer:)) ?? ""
        let isKept = kept == vector.kept
        #expect(isKept, "\(kept.count) characters, \(kept.prefix(100)) … \(kept.suffix(100))")
    }

    @Test func `Parts are told apart by the beginning of a boundary that is longer than allowed`() {
        let boundary = String(repeating: "-", count: 4000) + "x"
        let part = "--\(boundary)\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n"
        let dashes = String(repeating: "-", count: 200_000)
        let redacted = JournalRedaction.redacted(
            ByteBuffer(string: "\(dashes)\r\n\(part)x\r\n--\(boundary)--"),
            type: "multipart/form-data; boundary=\(boundary)")
        let isKept = redacted.map(String.init(buffer:)) == "\(dashes)\r\n\(part)[redacted]\r\n--\(boundary)--"
        #expect(isKept)
    }

    // MARK: Header fields

    private static let sha256 = "3q2+796tvu/erb7v3q2+796tvu/erb7v3q2+796tvu8="

    @Test(arguments: [
        ("Basic eA==", "Basic [redacted]"), ("Bearer:x", "Bearer:[redacted]"), ("bearer\tx", "bearer\t[redacted]"),
        ("x", "[redacted]"), ("Token x", "[redacted]"), ("Token:\(sha256)", "[redacted]"),
        ("user:password", "[redacted]"),
        ("Digest username=\"a\", response=\"b\"", "[redacted]"), ("Bearerx y", "[redacted]"), ("Bearer", "Bearer"),
        ("3f1c9a5d:\(sha256)", "3f1c9a5d:\(sha256)"), ("HMAC 3f1c9a5d:\(sha256)", "[redacted]"),
    ])
    func `Of credentials a known scheme stays, and the signature of a device`(sent: String, kept: String) {
        #expect(JournalCredentials.redacted(HTTPField(name: .authorization, value: sent)) ?? sent == kept)
        guard !sent.hasPrefix("3f1c") else { return }
        #expect(JournalCredentials.redacted(HTTPField(name: .proxyAuthorization, value: sent)) ?? sent == kept)
    }

    @Test(arguments: [
        ("c1=x; c2=y=z", "c1=[redacted]; c2=[redacted]"), ("a=", "a="), ("lone; a=b", "[redacted]; a=[redacted]"),
        ("", ""),
    ])
    func `Cookies keep their names`(sent: String, kept: String) {
        #expect(JournalCredentials.redacted(cookies: sent) ?? sent == kept)
    }

    @Test func `A cookie that is set keeps its name and its attributes`() {
        let kept = JournalCredentials.redacted(setCookie: "sid=x; Path=/; HttpOnly")
        #expect(kept == "sid=[redacted]; Path=/; HttpOnly")
    }

    @Test(arguments: [
        ("/a?u=http://a:pw@h/&b=c", "/a?u=http://a:[redacted]@h/&b=c"), ("/a?b=c;token=x", "/a?b=c;token=[redacted]"),
        ("/a;password=x?b=c", "/a;password=[redacted]?b=c"),
        ("http://a:pw@h/x?pin=1", "http://a:[redacted]@h/x?pin=[redacted]"),
        ("/a?\u{301}pin=1", "/a?\u{301}pin=1"), ("/a?x=y&pin=\u{301}1#\u{301}", "/a?x=y&pin=[redacted]"),
        ("/a?b=c&pins=d", "/a?b=c&pins=d"), ("/pinning/pins?d=http://h:80/", "/pinning/pins?d=http://h:80/"),
    ])
    func `An address loses its secrets`(sent: String, kept: String) {
        #expect(SecretForm.redacted(address: sent) ?? sent == kept)
    }

    @Test func `A login that is no JSON shows its password neither in the journal nor in why, curl or archive`()
        async throws
    {
        try await withConsole { console in
            for body in [#"{"Password": hunter33xx}"#, #"{Password: "hunter33xx"}"#, "{'Password': 'hunter33xx'}"] {
                _ = try await console.send(
                    .post, "/deviceservices/AuthenticationEndpoint.aws",
                    headers: ["Content-Type": Self.form, "Cookie": "c1=x; c2=y"],
                    text: body)
                let id = try #require(try await console.journalItems("?pageSize=1").first?["id"] as? Int)
                for path in ["/\(id)", "/\(id)/why", "/\(id)/curl", ".har", ".ndjson"] {
                    let answer = try await console.admin(.get, "/_mock/journal\(path)")
                    #expect(answer.status == .ok && !answer.text.contains("hunter33xx"), "\(path): \(answer.text)")
                }
            }
            let lines = try await console.admin(.get, "/_mock/journal.ndjson").text
            #expect(lines.contains("c1=[redacted]") && lines.contains("c2=[redacted]"))
        }
    }
}
