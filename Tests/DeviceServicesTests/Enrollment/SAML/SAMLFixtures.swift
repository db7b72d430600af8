import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// A sign-in with the built-in identity provider, seen from a browser.
struct SAMLBrowser {
    let console: TestConsole
    /// The address the probe gave.
    let address: String

    /// Path and query of that address.
    var target: String { String(address.drop { $0 != "_" }).isEmpty ? address : "/" + address.drop { $0 != "_" } }
    /// The sealed sign-in.
    var request: String { String(address.split(separator: "=").last ?? "") }

    /// Opens the page.
    func page() async throws -> TestResponse { try await console.send(.get, target) }

    /// Sends the form.
    func submit(
        _ username: String, password: String = "", email: String = "", request: String? = nil,
        headers: [String: String] = ["Origin": "http://localhost"]
    ) async throws -> TestResponse {
        let fields = [
            ("request", request ?? self.request), ("username", username), ("password", password), ("email", email),
        ]
        let body = fields.map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
        return try await console.send(
            .post, "/_mock/saml/signin",
            headers: headers.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }, text: body)
    }

    /// Sends the form and takes the token from where the browser is sent.
    func token(
        _ username: String = "demo", password: String = "demo", email: String = "",
        at location: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let answer = try await submit(username, password: password, email: email)
        #expect(answer.status == .seeOther, "\(answer.text)", sourceLocation: location)
        let address = try #require(answer.headers[.location], sourceLocation: location)
        let start = "sdksampleApp://SAMLAuthentication?token="
        #expect(address.hasPrefix(start), "\(address)", sourceLocation: location)
        let token = String(address.dropFirst(start.count))
        #expect(token.allSatisfy(\.isHexDigit) && token.count >= 32, sourceLocation: location)
        return token
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

extension TestConsole {
    /// Lets users of a group sign in with the identity provider.
    func offerSAML(of group: String = "demo", provisions: Bool = false) async throws {
        let settings =
            "{\"authenticationTypes\":[\"usernameAndPassword\",\"saml\"],\"provisionSAMLUsers\":\(provisions)}"
        let answer = try await admin(.patch, "/_mock/groups/\(group)/settings", text: settings)
        #expect(answer.status == .ok)
    }

    /// Begins a sign-in for a device.
    func samlBrowser(_ device: SimulatedClient? = nil, group: String = "demo") async throws -> SAMLBrowser {
        let device = try device ?? self.device()
        let address = try await device.probeSAML(organizationGroup: group)
        return SAMLBrowser(console: self, address: try #require(address))
    }
}
