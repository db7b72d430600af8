import DeviceProtocol
import DeviceSimulator
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport

/// Whether there is a console at all (DeviceServices, sections 5.1 and 5.2).
struct DiscoveryTests {
    @Test(arguments: [
        "/", "/deviceservices/AuthenticationEndpoint.aws", "/DeviceServices/awhealth",
        "/deviceservices/awmdmsdk/v1/platform/2/uid/abcdef1234567890abcdef1234567890abcdef12/status",
        "//deviceservices/awmdmsdk/v1/platform/5/uid/x/status",
        "/deviceservices/awmdmsdk/v1/platform/2/uid/a%20b/status",
    ])
    func `A HEAD request is answered 200 with the version and without a body`(target: String) async throws {
        try await withConsole { console in
            let answer = try await console.send(.head, target, headers: ["User-Agent": "Airwatch"])
            #expect(answer.status == .ok)
            #expect(answer.headers[.consoleVersion] == "24.10.0.0")
            #expect(answer.body.readableBytes == 0)
        }
    }

    @Test(arguments: [
        ("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", true), ("TEXT/HTML", true), ("*/*", false),
        ("application/json; charset=utf-8", false), (nil, false),
    ])
    func `A browser gets the start page, a client a sentence`(accept: String?, isPage: Bool) async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, "/", headers: accept.map { ["Accept": $0] } ?? [:])
            #expect(answer.status == .ok)
            #expect(answer.headers[.consoleVersion] == "24.10.0.0")
            #expect(answer.text.hasPrefix("<!DOCTYPE html>") == isPage)
            #expect(!answer.text.isEmpty)
        }
    }

    @Test func `The SAML probe is answered 200 with an empty object`() async throws {
        try await withConsole { console in
            let headers = ["ActivationCode": "demo", "Udid": "ab", "AuthenticationType": "1"]
            let answer = try await console.send(.get, "/deviceservices/AuthenticationEndpoint.aws", headers: headers)
            #expect(answer.status == .ok)
            #expect(answer.text == "{}")
            let client = try console.device()
            #expect(try await client.probeSAML(organizationGroup: "demo") == nil)
            #expect(try await client.isReachable())
        }
    }
}
