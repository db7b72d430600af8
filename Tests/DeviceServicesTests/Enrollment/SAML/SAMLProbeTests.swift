import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// The question whether SAML is configured (DeviceServices, section 7.4).
struct SAMLProbeTests {
    private static let path = "/deviceservices/AuthenticationEndpoint.aws"
    private static let headers = [
        "ActivationCode": "demo", "Udid": "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c", "DeviceType": "2",
        "BundleId": "com.example.demo", "RequestingApp": "com.example.demo", "AuthenticationType": "1",
        "AuthenticationGroup": "com.example.demo", "RedirectUrl": "sdksampleApp://SAMLAuthentication?",
    ]

    @Test func `A group that offers SAML says where to sign in`() async throws {
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            try await console.offerSAML()
            let answer = try await console.send(.get, Self.path, headers: Self.headers)
            #expect(answer.status == .unauthorized)
            #expect(answer.headers[.consoleVersion] == "24.10.0.0")
            #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
            let address = try #require(try answer.json()["RedirectUrl"] as? String)
            #expect(address.hasPrefix("https://uem.example.test/_mock/saml/signin?request="))
            let again = try await console.send(.get, Self.path, headers: Self.headers)
            #expect(try again.json()["RedirectUrl"] as? String != address)
        }
    }

    @Test(
        arguments: [
            ("ActivationCode", "nobody"), ("ActivationCode", "appreview"), ("ActivationCode", nil), ("Udid", nil),
            ("Udid", "a b"), ("BundleId", nil), ("BundleId", "a/b"), ("RedirectUrl", nil), ("RedirectUrl", ""),
            ("RedirectUrl", "https://evil.example/?"), ("RedirectUrl", "javascript:alert(1)"),
            ("RedirectUrl", "https://SAMLAuthentication?"), ("RedirectUrl", "aw://evil.example?"),
        ] as [(String, String?)])
    func `Anything that does not fit is answered as not available, with a body`(header: String, value: String?)
        async throws
    {
        try await withConsole { console in
            try await console.offerSAML()
            var headers = Self.headers
            headers[header] = value
            let answer = try await console.send(.get, Self.path, headers: headers)
            #expect(answer.status == .ok && answer.text == "{}")
        }
    }

    @Test(arguments: [("sdksampleapp", true), ("otherapp", false)])
    func `Only apps that are named get users back, where some are`(scheme: String, isOffered: Bool) async throws {
        try await withConsole([\.samlReturnSchemes: "first, \(scheme)"]) { console in
            try await console.offerSAML()
            let answer = try await console.send(.get, Self.path, headers: Self.headers)
            #expect((answer.status == .unauthorized) == isOffered && (answer.text == "{}") != isOffered)
        }
    }

    @Test(arguments: [
        "ssh", "smb", "vnc", "telnet", "ldap", "ldaps", "search-ms", "microsoft-edge", "android-app", "javascript",
        "file",
        "ms-settings", "ms-word", "intent", "http", "https", "data", "blob", "rdp", "sftp", "nfs", "tel", "facetime",
        "x-apple.systempreferences", "chrome-extension", "web+app", "git+ssh", "vscode", "afp", "irc", "SSH",
        "Search-MS",
    ])
    func `No token goes to a scheme of a system, a browser or a protocol`(scheme: String) async throws {
        #expect(SAMLReturnAddress("\(scheme)://SAMLAuthentication?") == nil)
        #expect(!SAMLRules.isScheme(scheme))
    }

    @Test(arguments: [
        "sdksampleApp", "exampleapp", "acme", "com.example.demo", "acme-mail", "AcmeMail2", "wsone", "httpdump",
        "ldapbrowser",
        "sshterm", "mydata",
    ])
    func `A scheme of an app's own is taken`(scheme: String) throws {
        let address = try #require(SAMLReturnAddress("\(scheme)://SAMLAuthentication?"))
        #expect(address.scheme == scheme)
        #expect(SAMLRules(returnSchemes: [], takesUnlisted: true).admits(address))
        #expect(SAMLRules(returnSchemes: [scheme.uppercased()], takesUnlisted: false).admits(address))
        #expect(!SAMLRules(returnSchemes: ["other"], takesUnlisted: true).admits(address))
    }

    @Test func `In the public profile only schemes that are listed are taken`() throws {
        let address = try #require(SAMLReturnAddress("exampleapp://SAMLAuthentication?"))
        #expect(!SAMLRules(returnSchemes: [], takesUnlisted: false).admits(address))
        let local = try ConsoleConfiguration.test([:])
        #expect(local.entry.enrollment.saml.admits(address))
        let fit: ConfigurationSettings = [
            \.profile: "public", \.adminPassword: "Correct-Horse-9", \.environmentFile: "environment.yaml",
            \.adminSignInFailures: "10",
        ]
        #expect(try !ConsoleConfiguration.test(fit).entry.enrollment.saml.admits(address))
        var listed = fit
        listed[ConfigurationKeys.all.samlReturnSchemes.key] = "exampleapp"
        #expect(try ConsoleConfiguration.test(listed).entry.enrollment.saml.admits(address))
    }

    @Test(arguments: ["https", "a b", "app:", "javascript"])
    func `What is no scheme of an app's own is refused at the start`(scheme: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ConsoleConfiguration.test([\.samlReturnSchemes: scheme])
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("saml.returnSchemes"))
    }

    @Test(arguments: [
        #"{"authenticationTypes":["usernameAndPassword","token"]}"#,
        #"{"authenticationTypes":["saml"],"forceToken":true}"#, #"{"authenticationTypes":[]}"#,
    ])
    func `A group that does not offer SAML says so`(settings: String) async throws {
        try await withConsole { console in
            _ = try await console.admin(.patch, "/_mock/groups/demo/settings", text: settings)
            let answer = try await console.send(.get, Self.path, headers: Self.headers)
            #expect(answer.status == .ok && answer.text == "{}")
        }
    }

    @Test func `Without a group the one of the device counts`() async throws {
        try await withConsole { console in
            try await console.offerSAML()
            var headers = Self.headers
            headers["ActivationCode"] = nil
            #expect(try await console.send(.get, Self.path, headers: headers).status == .ok)
            _ = try await console.signedInDevice()
            #expect(try await console.send(.get, Self.path, headers: headers).status == .unauthorized)
            headers["ActivationCode"] = "DEMO"
            #expect(try await console.send(.get, Self.path, headers: headers).status == .unauthorized)
        }
    }
}
