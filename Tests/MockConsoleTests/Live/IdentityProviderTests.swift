import Foundation
import Testing

@testable import ConsoleTestSupport

/// The built-in identity provider over the network, as a browser without scripts meets it.
@Suite(.enabled(if: Program.isBuilt)) struct IdentityProviderTests {
    @Test func `A form over HTTPS ends at the app, and one from another site does not`() async throws {
        try await withServedProgram { served in
            func send(_ arguments: [String]) async throws -> String {
                try await curl(["--cacert", served.ca] + arguments).output
            }
            let settings = #"{"authenticationTypes":["saml"]}"#
            let token = try #require(served.ready["adminToken"])
            _ = try await send([
                "-X", "PATCH", "-H", "Authorization: Bearer \(token)", "-d", settings,
                "\(served.https)/_mock/groups/demo/settings",
            ])
            let headers = [
                "ActivationCode: demo", "Udid: aabb", "BundleId: com.example.demo",
                "RedirectUrl: aw://SAMLAuthentication?",
            ]
            let probe = try await send(
                headers.flatMap { ["-H", $0] } + ["\(served.https)/deviceservices/AuthenticationEndpoint.aws"])
            let fields = try JSONDecoder().decode([String: String].self, from: Data(probe.utf8))
            let address = try #require(fields["RedirectUrl"])
            #expect(address.hasPrefix("\(served.https)/_mock/saml/signin?request="))
            let page = try await send([address])
            let request = try #require(address.split(separator: "=").last)
            #expect(page.contains("value=\"\(request)\""))
            let form = [
                "--data-urlencode", "request=\(request)", "--data-urlencode", "username=demo", "--data-urlencode",
                "password=demo", "--output", "/dev/null", "--write-out", "%{http_code} %header{location}",
                "\(served.https)/_mock/saml/signin",
            ]
            let end = try await send(["-H", "Origin: \(served.https)"] + form)
            #expect(end.hasPrefix("303 aw://SAMLAuthentication?token="), "\(end)")
            #expect(try await send(["-H", "Origin: https://evil.example"] + form) == "400 ")
        }
    }
}
