import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport
@testable import MockConsole

/// Autodiscovery by e-mail domain (DeviceServices, section 5.3).
struct AutodiscoveryTests {
    private static let open = "/autodiscovery/awcredentials.aws/v2/domainlookup/domain"
    private static let registry = "/autodiscovery/DeviceRegistry.aws/v2/domainlookup/domain"
    private static let tenant = "/autodiscovery/DeviceRegistry.aws/v2/gbdomainlookup/domain"
    private static let tree = """
        version: 1
        organizationGroups:
          - {path: global}
          - {path: global/demo}
          - {path: global/demo/east, settings: {emailDomains: [East.Acme.Example, acme.example]}}
          - {path: global/demo/west, settings: {emailDomains: [acme.example, west.acme.example]}}
          - {path: global/demo/west/deep, settings: {emailDomains: [deep.example]}}
          - {path: global/other, settings: {emailDomains: [deep.example, example.test]}}
        """

    /// Headers as a client signs with the key built into it; nobody here can check the signature.
    private static let builtIn = [
        "aw-auth-group-id": "com.air-watch.mdm.6.4", "AW-AUTH-SIGNATURE-METHOD": "HMAC-SHA256",
        "AUTHORIZATION": "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c:\(Data(count: 32).base64EncodedString())",
        "DATE": "2024-03-05T10:20:30",
    ]

    @Test(arguments: ["v1", "v2"])
    func `A domain that is listed leads to its group`(version: String) async throws {
        try await withConsole { console in
            let target = "/autodiscovery/awcredentials.aws/\(version)/domainlookup/domain/example.test"
            let answer = try await console.send(.get, target)
            #expect(answer.status == .ok)
            #expect(answer.headers[.consoleVersion] == "24.10.0.0")
            #expect(
                answer.text
                    == #"{"EnrollmentUrl":"http://localhost/DeviceManagement/Enrollment","GroupId":"demo","Status":1}"#)
        }
    }

    @Test(
        arguments: [
            ("acme.example", "east"), ("ACME.Example", "east"), ("dana%40acme.example", "east"),
            ("acme.example.", "east"),
            ("a%40b%40west.acme.example", "west"), ("east.acme.example", "east"), ("deep.example", "deep"),
            ("example.test", "demo"), ("newcomer%40example.com", "demo"), ("nobody.example", nil),
            ("sub.acme.example", nil), ("example", nil),
        ] as [(String, String?)])
    func `Letter case does not matter, an address is as good, the deepest group is meant`(domain: String, code: String?)
        async throws
    {
        try await withConsole { console in
            try await console.importEnvironment(Self.tree)
            let answer = try await console.send(.get, "\(Self.open)/\(domain)")
            #expect(answer.status.code == (code == nil ? 204 : 200))
            #expect(answer.headers[.consoleVersion] == "24.10.0.0")
            if let code {
                #expect(try answer.json()["GroupId"] as? String == code)
            } else {
                #expect(answer.body.readableBytes == 0)
            }
        }
    }

    @Test func `Nobody leads the users of another customer astray`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global}
                  - {path: global/older, type: Customer, settings: {emailDomains: [shared.example]}}
                  - {path: global/newer, type: Customer, settings: {emailDomains: [own.example]}}
                  - {path: global/newer/deep, settings: {emailDomains: [shared.example]}}
                  - {path: global/container, settings: {emailDomains: [own.example]}}
                """)
            for (domain, code) in [("shared.example", "older"), ("own.example", "newer")] {
                #expect(try await console.send(.get, "\(Self.open)/\(domain)").json()["GroupId"] as? String == code)
            }
            let older = try await console.api(.consoleAdministrator, of: "older")
            let path = "groups/older/settings"
            let taken = try await older.mock(.patch, path, #"{"emailDomains": ["shared.example", "Own.Example"]}"#)
            #expect(taken.status == .conflict && taken.text.contains("another customer"), "\(taken.text)")
            let kept = try await older.mock(.patch, path, #"{"emailDomains": ["shared.example", "free.example"]}"#)
            #expect(kept.status.code < 300, "\(kept.text)")
            let above = try await console.api.mock(.patch, path, #"{"emailDomains": ["own.example"]}"#)
            #expect(above.status.code < 300, "whoever stands above both may: \(above.text)")
        }
    }

    @Test(arguments: ["v1", "v2"])
    func `The registry answers 204 for a domain nobody lists`(version: String) async throws {
        try await withConsole { console in
            let target = "/autodiscovery/DeviceRegistry.aws/\(version)/domainlookup/domain/nobody.example"
            let answer = try await console.send(.get, target, headers: Self.builtIn)
            #expect(answer.status == .noContent)
            #expect(answer.headers[.consoleVersion] == "24.10.0.0")
            #expect(answer.body.readableBytes == 0)
        }
    }

    @Test(arguments: ["a%20b", "%40", "x%40", "%ff", "a..b", "-a.b", "a_b.example", "m%C3%BCller.example", "%00"])
    func `What can be no domain is refused`(domain: String) async throws {
        try await withConsole { console in
            for path in [Self.open, Self.registry] {
                let answer = try await console.send(.get, "\(path)/\(domain)", headers: Self.builtIn)
                #expect(answer.status == .badRequest, "\(path)")
                #expect(try answer.json()["message"] as? String != nil)
            }
        }
    }

    @Test func `A setting that is taken back is followed at once, what a group inherits does not count`() async throws {
        try await withConsole { console in
            let path = "/_mock/groups/demo/settings"
            _ = try await console.admin(.patch, path, text: #"{"emailDomains":["acme.example"]}"#)
            #expect(try await console.send(.get, "\(Self.open)/example.test").status == .noContent)
            #expect(try await console.send(.get, "\(Self.open)/acme.example").status == .ok)
            _ = try await console.admin(
                .patch, "/_mock/groups/global/settings", text: #"{"emailDomains":["acme.example"]}"#)
            _ = try await console.admin(.patch, path, text: #"{"emailDomains":null}"#)
            let answer = try await console.send(.get, "\(Self.open)/acme.example")
            #expect(try answer.json()["GroupId"] as? String == "global")
        }
    }

    @Test func `The origin behind a proxy is the public one`() async throws {
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            let answer = try await console.send(.get, "\(Self.open)/example.test")
            #expect(
                try answer.json()["EnrollmentUrl"] as? String == "https://uem.example.test/DeviceManagement/Enrollment")
        }
    }

    @Test func `The registry takes the key built into clients unverified, and any credential`() async throws {
        try await withConsole { console in
            for (name, value) in [
                ("aw-auth-group-id", "com.air-watch.mdm.6.4"), ("AW-Auth-Group-ID", "COM.air-watch.MDM.6.4"),
            ] {
                var headers = Self.builtIn.filter { $0.key != "aw-auth-group-id" }
                headers[name] = value
                #expect(try await console.send(.get, "\(Self.registry)/example.test", headers: headers).status == .ok)
            }
            let client = try await console.signedInDevice()
            let request = ClientRequest(method: "GET", target: "\(Self.registry)/example.test")
            #expect(try await console.send(request, as: client).status == 200)
        }
    }

    @Test func `The registry refuses who does not sign, or not as one signs`() async throws {
        try await withConsole { console in
            let target = "\(Self.registry)/example.test"
            let unsigned = try await console.send(.get, target)
            #expect(unsigned.status == .unauthorized)
            for (name, value) in [
                ("AUTHORIZATION", "x"), ("AUTHORIZATION", "ffff:short"), ("AW-AUTH-SIGNATURE-METHOD", "HMAC-MD5"),
            ] {
                let headers = Self.builtIn.merging([name: value]) { $1 }
                #expect(try await console.send(.get, target, headers: headers).status == .unauthorized, "\(value)")
            }
            let headers = Self.builtIn.merging(["aw-auth-group-id": "com.example.unknown"]) { $1 }
            #expect(try await console.send(.get, target, headers: headers).status == .forbidden)
        }
    }

    @Test func `The variant seen elsewhere names tenant and services`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(Self.tree)
            let answer = try await console.send(.get, "\(Self.tenant)/acme.example", headers: Self.builtIn)
            let message = try JSONDecoder().decode(DomainLookupResponse.self, from: Data(buffer: answer.body))
            #expect(message.groupID == "east")
            #expect(message.tenantGroup == "demo")
            #expect(message.greenboxURL == "")
            #expect(
                message.management
                    == .init(
                        deviceServicesURL: "http://localhost/DeviceServices", apiServerURL: "http://localhost/API",
                        organizationGroupID: "east"))
            #expect(
                try await console.send(.get, "\(Self.tenant)/nobody.example", headers: Self.builtIn).status
                    == .noContent)
            #expect(try await console.send(.get, "\(Self.tenant)/acme.example").status == .unauthorized)
        }
    }

    @Test func `A browser at the enrollment URL reads what it is for`() async throws {
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            let page = try await console.send(.get, "/DeviceManagement/Enrollment")
            #expect(page.status == .ok)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.text.contains("<code>https://uem.example.test</code>"))
            #expect(page.text.contains("manages no device"))
        }
    }
}
