import ConsoleModel
import Crypto
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// A fault of a client that signs, and what the explanation names first.
struct SignatureFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: String
    /// Makes the request that is sent.
    let request: @Sendable (SigningWorld) throws -> ClientRequest

    init(_ name: String, _ expected: String, _ request: @escaping @Sendable (SigningWorld) throws -> ClientRequest) {
        testDescription = name
        self.expected = expected
        self.request = request
    }

    /// A fault of the text that is signed.
    static func text(
        _ name: String, _ expected: String, _ change: @escaping @Sendable (inout SignedParts) -> Void
    ) -> SignatureFault {
        SignatureFault(name, expected) { try $0.signed($0.beacon, change) }
    }

    /// A fault of the body: it is signed as one and sent as another.
    static func body(_ name: String, _ expected: String, sent: String, signed: String) -> SignatureFault {
        SignatureFault(name, expected) { world in
            let digest = Data(SHA256.hash(data: Data(signed.utf8))).base64EncodedString()
            return try world.signed(world.post(sent)) { $0.digest = digest }
        }
    }
}

/// A device that signs as a test wants it.
struct SigningWorld: Sendable {
    let console: TestConsole
    let device: SimulatedClient

    /// A beacon, not signed yet.
    var beacon: ClientRequest {
        get throws {
            let body = try device.beacon().encoded()
            return post(String(decoding: body, as: UTF8.self))
        }
    }

    /// A request with a body, not signed yet.
    func post(_ body: String, _ target: String = "/deviceservices/AirWatchBeacon.svc/checkin") -> ClientRequest {
        ClientRequest(
            method: "POST", target: target, headers: [("Content-Type", "application/json; charset=utf-8")],
            body: Data(body.utf8))
    }

    /// A request without one.
    func get(_ target: String) -> ClientRequest { ClientRequest(method: "GET", target: target) }

    /// The request with a signature over other parts than it has, and by another key.
    func signed(
        _ request: ClientRequest, key: Data? = nil, group: String? = nil, device other: DeviceIdentifier? = nil,
        _ change: (inout SignedParts) -> Void = { _ in }, encode: (Data) -> String = { $0.base64EncodedString() }
    ) throws -> ClientRequest {
        var request = request
        let group = group ?? device.bundle.value
        request.headers += [
            ("aw-auth-group-id", group), ("aw-device-uid", (other ?? device.device).value),
            ("DATE", SignatureDate.format(console.clock.now.date)), ("AW-AUTH-SIGNATURE-METHOD", "HMAC-SHA256"),
        ]
        var head = HTTPRequest(
            method: try #require(HTTPRequest.Method(request.method)), scheme: "http", authority: "localhost",
            path: request.target)
        for (name, value) in request.headers {
            head.headerFields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        let digest = request.body.isEmpty ? "" : Data(SHA256.hash(data: request.body)).base64EncodedString()
        var parts = SignedParts(head, digest: digest)
        change(&parts)
        let own = Data(try #require(device.tokens[device.bundle.value]).utf8)
        let mac = HMAC<SHA256>.authenticationCode(
            for: Data(parts.text.utf8), using: SymmetricKey(data: key ?? own))
        request.headers.append(("Authorization", "\((other ?? device.device).value):\(encode(Data(mac)))"))
        return request
    }
}

/// What the explanation of a wrong signature names first, for each fault that clients are known for.
struct WrongSignatureTests {
    private static let identifier = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"
    private static let json = #"{"payLoad":{"DeviceIdentifier":"\#(identifier)","Name":"A/B","DeviceType":"2"}}"#

    private func expect(_ fault: SignatureFault) async throws {
        try await withConsole { console in
            let world = SigningWorld(console: console, device: try await console.signedInDevice(Self.identifier))
            let request = try fault.request(world)
            let refused = try await console.send(request)
            #expect([400, 401, 403].contains(refused.status), "\(refused.status)")
            let why = try await console.why()
            #expect(why.refused && why.names.first == fault.expected, "\(why.causes)")
            #expect(why.causes.first?.isProven == true && why.causes.first?.remedy != nil)
            try expectNoSecret(in: try await console.admin(.get, "/_mock/journal"), world)
        }
    }

    /// No answer has a key of the device.
    private func expectNoSecret(in response: TestResponse, _ world: SigningWorld) throws {
        for token in world.device.tokens.values { #expect(!response.text.contains(token)) }
    }

    @Test(arguments: [
        SignatureFault.body("a newline was added", "bodyChanged", sent: json + "\n", signed: json),
        .body("a newline was lost", "bodyChanged", sent: json, signed: json + "\n"),
        .body("a CR LF was added", "bodyChanged", sent: json + "\r\n", signed: json),
        .body("LF became CR LF", "bodyChanged", sent: "{\r\n\"a\":\r\n1}", signed: "{\n\"a\":\n1}"),
        .body("CR LF became LF", "bodyChanged", sent: "{\n\"a\":\n1}", signed: "{\r\n\"a\":\r\n1}"),
        .body("a byte order mark was lost", "bodyChanged", sent: json, signed: "\u{FEFF}" + json),
        .body("re-encoded with blanks", "bodyChanged", sent: #"{"b":1,"a":[1,2]}"#, signed: #"{"b": 1, "a": [1, 2]}"#),
        .body("re-encoded without blanks", "bodyChanged", sent: #"{"b": 1, "a": 2}"#, signed: #"{"b":1,"a":2}"#),
        .body("names were sorted", "bodyChanged", sent: #"{"b":1,"a":2}"#, signed: #"{"a":2,"b":1}"#),
        .body("slashes were escaped", "bodyChanged", sent: json, signed: json.replacing("/", with: "\\/")),
        .body("pretty-printed", "bodyChanged", sent: #"{"a":1}"#, signed: "{\n  \"a\" : 1\n}"),
        .body("an empty body was hashed", "emptyBodyHashed", sent: json, signed: ""),
    ])
    func `A body that changed on its way is found`(fault: SignatureFault) async throws { try await expect(fault) }

    @Test(arguments: [
        SignatureFault.text("with a port", "port") { $0.authority = "localhost:8080" },
        .text("another name for this machine", "host") { $0.authority = "127.0.0.1" },
        .text("another name and port", "host") { $0.authority = "127.0.0.1:8080" },
        .text("without a host", "hostMissing") { $0.authority = "" },
        .text("with the scheme", "scheme") { $0.authority = "http://localhost" },
        .text("not in lower case", "letterCase") { $0.isLowercased = false },
        .text("with a doubled slash", "slashes") { $0.path = "/" + $0.path },
        .text("with a slash at the end", "slashes") { $0.path += "/" },
        .text("without a path", "pathMissing") { $0.path = "" },
        SignatureFault("with its query", "query") { world in
            let target = "/deviceservices/iOS/SettingsEndpoint.aspx?configtypeid=21"
            return try world.signed(world.get(target)) { $0.path += "?configtypeid=21" }
        },
        SignatureFault("without percent escapes", "percentEncoding") { world in
            try world.signed(world.get("/deviceservices/awmdmsdk/v3/users/userid/a%20b")) {
                $0.path = $0.path.replacing("%20", with: " ")
            }
        },
    ])
    func `An address that was signed otherwise is found`(fault: SignatureFault) async throws {
        try await expect(fault)
    }

    @Test(arguments: [
        SignatureFault.text("no date", "dateMissing") { $0["date"] = "" },
        .text("a second later", "dateChanged") { $0["date"] = "2026-03-05T10:20:31" },
        .text("another form", "dateForm") { $0["date"] = "03/05/2026 10:20:30" },
        .text("a date of HTTP", "dateForm") { $0["date"] = "Thu, 05 Mar 2026 10:20:30 GMT" },
        .text("another zone", "dateZone") { $0["date"] = "2026-03-05T15:50:30" },
        .text("no content type", "contentType") { $0["content-type"] = "" },
        .text("another content type", "contentType") { $0["content-type"] = "application/json" },
        .text("no aw- headers", "awHeaders") { $0.own = [] },
        .text("a blank after the colon", "awHeaders") { $0.own = $0.own.map { $0.replacing(":", with: ": ") } },
        .text("another method", "method") { $0.method = "GET" },
        .text("CR LF between lines", "lineEnds") { $0.lineEnd = "\r\n" },
        .text("a newline at the end", "lineEnds") { $0.ending = "\n" },
        .text("only the lines there are", "lineEnds") { $0.values = $0.values.filter { !$0.isEmpty } },
    ])
    func `A header that was signed otherwise is found`(fault: SignatureFault) async throws { try await expect(fault) }

    @Test(arguments: [
        SignatureFault.text("no digest", "bodyNotHashed") { $0.digest = "" },
        .text("lower-cased", "digestForm") { $0.digest = $0.digest.lowercased() },
        SignatureFault("hexadecimal", "digestForm") { world in
            let request = try world.beacon
            return try world.signed(request) { $0.digest = Data(SHA256.hash(data: request.body)).hexadecimal }
        },
        SignatureFault("SHA-1", "wrongDigest") { world in
            let request = try world.beacon
            return try world.signed(request) {
                $0.digest = Data(Insecure.SHA1.hash(data: request.body)).base64EncodedString()
            }
        },
        SignatureFault("the body itself", "bodyItself") { world in
            let request = try world.beacon
            return try world.signed(request) { $0.digest = String(decoding: request.body, as: UTF8.self) }
        },
        SignatureFault("hexadecimal signature", "encoding") { try $0.signed($0.beacon, encode: \.hexadecimal) },
        SignatureFault("signature without padding", "encoding") {
            try $0.signed($0.beacon, encode: { $0.base64EncodedString().replacing("=", with: "") })
        },
        SignatureFault("a scheme word", "schemeWord") { world in
            let signed = try world.signed(world.beacon)
            return signed.with("Authorization", "HMAC " + (signed.header("Authorization") ?? ""))
        },
        SignatureFault("no group", "groupMissing") { try $0.signed($0.beacon).with("aw-auth-group-id", nil) },
        SignatureFault("another algorithm than it says", "algorithm") { world in
            try world.signed(world.beacon).with("AW-AUTH-SIGNATURE-METHOD", "HMAC-SHA1")
        },
    ])
    func `A digest or signature in the wrong form is found`(fault: SignatureFault) async throws {
        try await expect(fault)
    }

    @Test(arguments: [
        SignatureFault("decoded from hexadecimal", "keyForm") { world in
            let token = try #require(world.device.tokens[world.device.bundle.value])
            return try world.signed(world.beacon, key: Data(hexadecimal: token))
        },
        SignatureFault("in upper case", "keyForm") { world in
            let token = try #require(world.device.tokens[world.device.bundle.value])
            return try world.signed(world.beacon, key: Data(token.uppercased().utf8))
        },
        SignatureFault("left empty", "keyForm") { try $0.signed($0.beacon, key: Data()) },
    ])
    func `A key that was misread is found`(fault: SignatureFault) async throws { try await expect(fault) }

    @Test func `The key of another device, of an earlier login and of another group is found`() async throws {
        try await withConsole { console in
            let other = try await console.signedInDevice(String(repeating: "b", count: 40))
            var device = try await console.signedInDevice(Self.identifier)
            let old = try #require(device.tokens["com.example.demo"])
            try await device.logIn(username: "demo", password: "demo", organizationGroup: "demo")
            try await device.logIn(
                username: "demo", password: "demo", organizationGroup: "demo",
                authenticationGroup: device.commonGroup)
            let world = SigningWorld(console: console, device: device)
            let foreign = try #require(other.tokens["com.example.demo"])
            let common = try #require(device.tokens[device.commonGroup])
            for (token, cause) in [(foreign, "wrongIdentity"), (old, "oldKey"), (common, "wrongGroup")] {
                _ = try await console.send(world.signed(world.beacon, key: Data(token.utf8)))
                let why = try await console.why()
                #expect(why.refused && why.names.first == cause, "\(cause): \(why.causes)")
            }
            _ = try await console.send(world.signed(world.beacon, group: "com.example.other"))
            let unknown = try await console.why()
            #expect(unknown.rule == "credentialUnknown" && unknown.names == ["wrongGroup"], "\(unknown.causes)")
            let pins = world.get("/deviceservices/CertificatePinningEndpoint")
            let stranger = DeviceIdentifier(String(repeating: "c", count: 40))
            _ = try await console.send(world.signed(pins, device: stranger))
            #expect(try await console.why().names.first == "wrongIdentity")
        }
    }

    @Test func `Two faults at once are both found`() async throws {
        try await withConsole { console in
            let world = SigningWorld(console: console, device: try await console.signedInDevice(Self.identifier))
            _ = try await console.send(
                world.signed(world.beacon) { parts in
                    parts.authority = "127.0.0.1:8080"
                    parts["content-type"] = "application/json"
                })
            let why = try await console.why()
            #expect(Set(why.names) == ["host", "contentType"], "\(why.causes)")
            let isProven = why.causes.map(\.isProven)
            #expect(isProven == [true, true])
        }
    }

    @Test func `Both texts are shown, and neither the key nor the right signature`() async throws {
        try await withConsole { console in
            let world = SigningWorld(console: console, device: try await console.signedInDevice(Self.identifier))
            let request = try world.signed(world.beacon) { $0.authority = "localhost:8443" }
            let right = try world.signed(world.beacon)
            _ = try await console.send(request)
            let id = try #require(try await console.journalItems("?pageSize=1").first?["id"] as? Int)
            let response = try await console.admin(.get, "/_mock/journal/\(id)/why")
            let why = try await console.why()
            let server = try #require(why.signature?.serverSigned)
            #expect(server.hasPrefix("POST\n\n\napplication/json; charset=utf-8\n2026-03-05T10:20:30\n"))
            #expect(server.contains("\nlocalhost/deviceservices/airwatchbeacon.svc/checkin"))
            let client = try #require(why.signature?.clientSigned)
            #expect(client == server.replacing("localhost/", with: "localhost:8443/"))
            let code = try #require(right.header("Authorization")?.split(separator: ":").last)
            #expect(!response.text.contains(code) && !response.text.contains(code.replacing("/", with: "\\/")))
            try expectNoSecret(in: response, world)
        }
    }

    @Test func `What cannot be found out is said, with how much was tried`() async throws {
        try await withConsole { console in
            let world = SigningWorld(console: console, device: try await console.signedInDevice(Self.identifier))
            let start = ContinuousClock.now
            _ = try await console.send(world.signed(world.beacon, key: Data("of another console".utf8)))
            let why = try await console.why()
            #expect(why.names == ["wrongKey"] && why.causes[0].isProven == false)
            let tried = try #require(why.tried)
            #expect((1000...SignatureInquiry.budget).contains(tried))
            #expect(ContinuousClock.now - start < .seconds(30))
        }
    }

    @Test func `A DATE that was signed and not sent is found, or suspected`() async throws {
        try await withConsole { console in
            let world = SigningWorld(console: console, device: try await console.signedInDevice(Self.identifier))
            for (offset, isProven) in [(0.0, true), (-3600, false)] {
                var request = try world.signed(world.beacon) {
                    $0["date"] = SignatureDate.format(console.clock.now.date.addingTimeInterval(offset))
                }
                request.headers.removeAll { $0.name == "DATE" }
                #expect(try await console.send(request).status == 401)
                let why = try await console.why()
                #expect(why.names.first == "dateMissing", "\(why.causes)")
                #expect(why.causes.first?.isProven == isProven)
            }
        }
    }

    @Test func `A body that is gone is suspected to be lost`() async throws {
        try await withConsole { console in
            let world = SigningWorld(console: console, device: try await console.signedInDevice(Self.identifier))
            var request = try world.signed(world.beacon)
            request.body = Data()
            #expect(try await console.send(request).status == 401)
            #expect(try await console.why().names == ["bodyLost", "wrongKey"])
        }
    }

    @Test func `A body that the journal does not have all of is said to be missing`() async throws {
        try await withConsole([\.journalBodyBytes: "10"]) { console in
            let world = SigningWorld(console: console, device: try await console.signedInDevice(Self.identifier))
            _ = try await console.send(world.signed(world.beacon, key: Data("x".utf8)))
            let why = try await console.why()
            #expect(why.signature?.serverSigned == nil && why.limits.count == 1, "\(why.limits)")
        }
    }

    @Test func `A lenient console says that it accepted a wrong signature, and why that is wrong`() async throws {
        try await withConsole([\.signatureMode: "lenient"]) { console in
            let world = SigningWorld(console: console, device: try await console.signedInDevice(Self.identifier))
            let wrong = try world.signed(world.beacon) { $0.authority = "127.0.0.1" }
            let taken = try await console.send(wrong)
            #expect(taken.status == 200)
            let why = try await console.why()
            #expect(!why.refused && why.names == ["host"] && why.summary.contains("lenient"), "\(why.causes)")
            _ = try await console.send(world.signed(world.beacon))
            let right = try await console.why()
            #expect(!right.refused && right.causes.isEmpty && right.signature == nil)
        }
    }

    @Test func `Keys of devices outside the administrator's groups are not tried`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global, id: 7, type: Global}
                  - {path: global/other, name: Other, type: Customer}
                """)
            let other = try await console.signedInDevice(String(repeating: "b", count: 40))
            let found = try await console.parts.model.credentials.suspects(
                ofGroup: "com.example.demo", besides: try #require(DeviceIdentifier("aa")), in: .whole, limit: 9)
            #expect(found.map(\.device) == [other.device])
            let group = try #require(try await console.parts.model.groups.group(code: "other"))
            let none = try await console.parts.model.credentials.suspects(
                ofGroup: "com.example.demo", besides: try #require(DeviceIdentifier("aa")), in: group.subtree, limit: 9)
            #expect(none.isEmpty)
        }
    }
}
