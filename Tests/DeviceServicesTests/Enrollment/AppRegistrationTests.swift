import DeviceProtocol
import DeviceSimulator
import Foundation
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// Registration of further apps of a family (DeviceServices, section 8).
struct AppRegistrationTests {
    /// An app that has signed in for its whole family.
    private func commonClient(
        _ console: TestConsole, _ bundle: String = "com.example.demo", scheme: SimulatedClient.Scheme = .signature
    ) async throws -> SimulatedClient {
        var client = try console.device(bundle: bundle, scheme: scheme)
        try await client.logIn(
            username: "demo", password: "demo", organizationGroup: "demo", authenticationGroup: client.commonGroup)
        return client
    }

    private func register(
        _ bundle: String, _ client: SimulatedClient, _ console: TestConsole, group: String?
    ) async throws -> ClientResponse {
        var request = try DeviceRoute.registration.request(client)
        let bundle = try #require(BundleIdentifier(bundle))
        request.body = try ApplicationRegistrationRequest(bundle: bundle, device: client.device).encoded()
        if client.scheme == .bearer { return try await console.send(request, as: client) }
        return try await console.send(console.signed(request, as: client, group: group))
    }

    @Test(arguments: [("com.example.demo", "false"), ("com.example.everything", "true")])
    func `A common credential completes registration, with the flag of single sign-on`(bundle: String, flag: String)
        async throws
    {
        try await withConsole { console in
            let client = try await commonClient(console)
            let answer = try await register(bundle, client, console, group: client.commonGroup)
            let step = try #require(answer.json["NextStep"] as? [String: Any])
            #expect(step["Type"] as? Int == 27)
            #expect(step["BundleIdentifier"] as? String == bundle)
            #expect(step["SingleSignOnEnabled"] as? String == flag)
            #expect((step["DeviceAuthenticationToken"] as? String)?.count ?? 0 >= 32)
        }
    }

    @Test func `The credential of a registration is the app's own`() async throws {
        try await withConsole { console in
            var client = try await commonClient(console, "com.example.everything")
            try await client.registerApplication()
            let profile = try #require(try await client.fetchProfile())
            #expect(profile.displayName == "Everything")
            #expect(try await client.user().userName == "demo")
            let old = try console.authenticated(try DeviceRoute.user.request(client), as: client)
            try await client.registerApplication()
            #expect(try await console.send(old).status == 403)
            #expect(try await client.user().userName == "demo")
        }
    }

    @Test func `A retired app is blocked with a sentence`() async throws {
        try await withConsole { console in
            let client = try await commonClient(console)
            try await console.execute(
                "UPDATE application SET status = 'Retired' WHERE bundleId = 'com.example.everything'")
            let before = try await console.contents()
            let answer = try await register("com.example.everything", client, console, group: client.commonGroup)
            #expect(answer.status == 200)
            let step = try #require(answer.json["NextStep"] as? [String: Any])
            #expect(step["Type"] as? Int == 20)
            #expect((step["EnrollmentBlockedMessage"] as? String)?.contains("retired") == true)
            #expect(step["DeviceAuthenticationToken"] == nil)
            #expect(try await console.contents() == before)
        }
    }

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `An app's own credential registers that app only`(scheme: SimulatedClient.Scheme) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice(scheme: scheme)
            let before = try await console.contents()
            let refused = try await register("com.example.everything", client, console, group: nil)
            #expect(refused.status == 404)
            #expect(try await console.contents() == before)
            #expect(try await register("COM.example.demo", client, console, group: nil).status == 200)
        }
    }

    @Test func `A bearer token of the common group registers too`() async throws {
        try await withConsole { console in
            let client = try await commonClient(console, scheme: .bearer)
            let answer = try await register("com.example.everything", client, console, group: nil)
            #expect((answer.json["NextStep"] as? [String: Any])?["Type"] as? Int == 27)
        }
    }

    @Test(arguments: ["AppInternalIdentifier", "Identifier", "InternalIdentifier"])
    func `Another device in any field is answered 404`(field: String) async throws {
        try await withConsole { console in
            let client = try await commonClient(console)
            var request = try DeviceRoute.registration.request(client)
            let text = String(decoding: request.body, as: UTF8.self)
            let own = "\"\(field)\":\"\(client.device)\""
            #expect(text.contains(own))
            request.body = Data(text.replacingOccurrences(of: own, with: "\"\(field)\":\"ffff\"").utf8)
            let signed = try console.signed(request, as: client, group: client.commonGroup)
            #expect(try await console.send(signed).status == 404)
        }
    }

    @Test func `Another app in the part about the device is answered 404 to an app's own credential`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            var request = try DeviceRoute.registration.request(client)
            let text = String(decoding: request.body, as: UTF8.self)
            request.body = Data(
                text.replacingOccurrences(
                    of: "\"BundleIdentifier\":\"com.example.demo\"", with: "\"BundleIdentifier\":\"com.example.other\""
                ).utf8)
            #expect(try await console.send(request, as: client).status == 404)
        }
    }

    @Test func `The new app stands beside the first on the device`() async throws {
        try await withConsole { console in
            let client = try await commonClient(console)
            _ = try await register("com.example.everything", client, console, group: client.commonGroup)
            let known = try await console.adminJSON("/_mock/devices/\(client.device)")
            let installations = try #require(known["installations"] as? [[String: Any]])
            #expect(installations.map { $0["bundleId"] as? String } == ["com.example.demo", "com.example.everything"])
            #expect(installations[1]["credentials"] as? [String] == ["com.example.everything"])
        }
    }
}
