import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Whom requests belong to before anybody handles them.
struct RequestOriginTests {
    private func head(_ request: ClientRequest, authority: String = "localhost") -> HTTPRequest {
        var fields = HTTPFields()
        for (name, value) in request.headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        return HTTPRequest(
            method: HTTPRequest.Method(request.method) ?? .get, scheme: "http", authority: authority,
            path: request.target, headerFields: fields)
    }

    private func get(_ path: String, _ fields: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path, headerFields: fields)
    }

    private func body(_ text: String) -> CapturedBody { JournalWorld.body(text) }

    private func id(of code: String, _ console: TestConsole) async throws -> Int64 {
        try #require(try await console.parts.model.groups.group(code: code)).storedID()
    }

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `A credential of a device says device, app, user and group, verified or not`(
        scheme: SimulatedClient.Scheme
    ) async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice(scheme: scheme)
            let origins = RequestOrigins(console.parts.core)
            var request = head(try console.authenticated(TestConsole.getUser, as: device))
            for isRight in [true, false] {
                if !isRight { request.path = "/deviceservices/elsewhere" }
                let parties = await origins.parties(of: request, body: .none)
                #expect(parties.groupID == (try await id(of: "demo", console)) && parties.device == TestConsole.device)
                #expect(parties.bundle == "com.example.demo" && parties.user == "demo" && parties.deviceID != nil)
            }
        }
    }

    @Test func `A credential of an administrator says their group, or the smaller one of their key`() async throws {
        try await withConsole { console in
            let origins = RequestOrigins(console.parts.core)
            let demo = try await id(of: "demo", console)
            let own = try await console.api(.readOnly, of: "demo")
            let basic = "Basic \(Data("\(own.username):wrong".utf8).base64EncodedString())"
            let parties = await origins.parties(of: get("/api/system/info", [.authorization: basic]), body: .none)
            #expect(parties.groupID == demo && parties.administrator == own.username)
            let key = try #require(HTTPField.Name("aw-tenant-code"))
            let keyed = await origins.parties(
                of: get("/api/system/info", [.authorization: basic, key: console.console.credentials.tenantCode]),
                body: .none)
            #expect(keyed.groupID == demo, "the key of the root is the larger one")
            let alone = await origins.parties(
                of: get("/api/system/info", [key: console.console.credentials.tenantCode]), body: .none)
            #expect(alone.groupID != nil && alone.administrator == nil)
        }
    }

    @Test func `Without a credential the group counts that a request names, then its base URL, then its device`()
        async throws
    {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let demo = try await id(of: "demo", console)
            let origins = RequestOrigins(
                console.parts.core,
                sources: RequestOrigins.Sources(groupOfAuthority: {
                    $1 == 9001 ? 4712 : $0 == "s1.localhost" ? 4711 : nil
                }))
            let login = body(#"{"Username": "u", "ActivationCode": "demo", "Udid": "abc", "BundleId": "com.x.y"}"#)
            var request = get("/deviceservices/AuthenticationEndpoint.aws")
            let named = await origins.parties(of: request, body: login)
            #expect(named.groupID == demo && named.device == "abc" && named.user == "u" && named.bundle == "com.x.y")
            request.authority = "s1.localhost"
            #expect(await origins.parties(of: request, body: login).groupID == demo)
            #expect(await origins.parties(of: request, body: .none).groupID == 4711)
            #expect(
                await origins.parties(of: request, body: .none, over: JournalConnection(port: 9001)).groupID == 4712)
            #expect(
                await origins.parties(of: request, body: login, over: JournalConnection(port: 9001)).groupID == demo)
            let status = await origins.parties(of: get(TestConsole.status), body: .none)
            #expect(status.groupID == demo && status.device == TestConsole.device && status.user == "demo")
            let unknown = await origins.parties(of: get("/deviceservices/nowhere"), body: .none)
            #expect(unknown.groupID == nil && unknown.device == nil)
        }
    }

    @Test(arguments: [
        #"{"payLoad": {"DeviceIdentifier": "3F1C", "CustomerLocationGroupRef": "demo"}}"#,
        "<plist version=\"1.0\"><dict><key>UDID</key><string>3f1c</string><key>GroupId</key><string>demo</string></dict></plist>",
        "<Login><Udid>3f1c</Udid><ActivationCode>demo</ActivationCode></Login>",
    ])
    func `Bodies of all forms are read`(text: String) {
        let named = NamedParties(get("/x"), body: body(text))
        #expect(named.group == "demo" && named.device == "3f1c", "\(named)")
    }

    @Test func `Path, query and header fields name as well, and come first`() {
        let named = NamedParties(
            get("/deviceservices/x/uid/AB-1/status?activationcode=de%6Do"), body: body(#"{"ActivationCode": "other"}"#))
        #expect(named.group == "demo" && named.device == "ab-1", "\(named)")
        #expect(NamedParties(get("/x?groupid="), body: body("{")) == NamedParties(get("/y"), body: .none))
        let header = HTTPField.Name("ActivationCode").map { NamedParties(get("/x", [$0: "demo"]), body: .none) }
        #expect(header?.group == "demo")
    }

    @Test func `Tokens of others are no web tokens`() {
        #expect(TokenClaims("abc") == nil && TokenClaims("a.b.c") == nil && TokenClaims("..") == nil)
        let claims = Data(#"{"jti": "1", "sub": "s"}"#.utf8).base64EncodedString().trimmingCharacters(in: ["="])
        #expect(TokenClaims("x.\(claims).y")?.id == "1" && TokenClaims("x.\(claims).y")?.subject == "s")
    }

    @Test func `The journal shows a refused request to the customer it names`() async throws {
        try await withConsole { console in
            let login =
                #"{"Username":"demo","Password":"wrong","ActivationCode":"demo","Udid":"ab","BundleId":"com.x.y"}"#
            _ = await console.seen("/deviceservices/AuthenticationEndpoint.aws", .post, body: Data(login.utf8))
            let own = try await console.api(.readOnly, of: "demo")
            let items = try await own.mock(.get, "journal?path=/deviceservices/**").json()["items"] as? [[String: Any]]
            #expect(
                items?.first?["group"] as? String == "demo" && items?.first?["device"] as? String == "ab",
                "\(items ?? [])")
        }
    }
}
