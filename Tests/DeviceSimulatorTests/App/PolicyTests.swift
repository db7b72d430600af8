import DeviceProtocol
import Foundation
import Testing

@testable import DeviceSimulator

/// What profiles make an app do: locks, certificates, tunnel, pictures (ClientSequence, sections 2 and 6).
struct PolicyTests {
    private static let passcode: [String: PropertyListValue] = [
        "AuthenticationType": .integer(1), "MaximumFailedAttempts": .integer(3), "PasscodeTimeout": .integer(60),
    ]
    private static let credentials: [String: PropertyListValue] = [
        "AuthenticationType": .integer(2), "MaximumFailedAttempts": .integer(2), "PasscodeTimeout": .integer(60),
    ]

    private func scene(_ payloads: [String: [String: PropertyListValue]]) throws -> Scene {
        let scene = try Scene()
        scene.console.answer(Call.profile, .profile(payloads))
        return scene
    }

    @Test func `A passcode is made, and its key escrowed after the initial check`() async throws {
        var scene = try scene(["PasscodePoliciesV2": Self.passcode])
        let outcome = await scene.app.launch()
        var expected = Call.firstLaunch
        expected.insert(Call.storeKey, at: 7)
        #expect(outcome.list == expected)
        let body = try #require(scene.console.bodies(Call.storeKey).first)
        let key = try #require(scene.app.state.session.storeKey)
        #expect(
            body == """
                {"Algorithm":"AES256","Base64EncodedKey":"\(key)","DeviceKeyUsage":2,"DeviceType":"2",\
                "EnrollmentUserId":"-1","KeySize":44,"Uid":"\(scene.app.state.device?.value ?? "")"}
                """)
    }

    @Test func `A key that could not be escrowed is sent at the next launch`() async throws {
        var scene = try scene(["PasscodePoliciesV2": Self.passcode])
        scene.console.answer(Call.storeKey, .console("", status: 500), .console(""))
        await scene.launched()
        #expect(scene.app.state.session.mustEscrow)
        #expect(await scene.app.launch().list.contains(Call.storeKey))
        #expect(await !scene.app.launch().list.contains(Call.storeKey))
    }

    @Test func `Too many wrong passcodes wipe, un-enroll and block`() async throws {
        var scene = try scene(["PasscodePoliciesV2": Self.passcode])
        await scene.launched()
        scene.app.setup.user.memory = .wrong
        #expect(await scene.app.launch().error == nil)
        scene.clock.advance(61)
        let outcome = await scene.app.launch()
        #expect(outcome.list == [Call.unenroll])
        #expect(outcome.setupErrorCode == 14)
        #expect(scene.app.state.profiles.isEmpty)
    }

    @Test(arguments: [true, false])
    func `A forgotten passcode is replaced with the escrowed key, or the data is lost`(hasKey: Bool) async throws {
        var scene = try scene(["PasscodePoliciesV2": Self.passcode])
        await scene.launched()
        scene.app.setup.user.memory = .forgotten
        scene.clock.advance(61)
        if !hasKey { scene.console.answer(Call.retrieveKey, .console("{}")) }
        let outcome = await scene.app.launch()
        #expect(outcome.list.prefix(4) == [Call.probe, Call.login, Call.retrieveKey, Call.storeKey])
        #expect(outcome.didLoseData == !hasKey)
        #expect(outcome.error == nil)
        #expect(scene.app.state.isSecured)
        #expect((scene.app.state.session.storeKey == "a2V5") == hasKey)
    }

    @Test func `User name and password unlock by a login for the app`() async throws {
        var scene = try scene(["PasscodePoliciesV2": Self.credentials])
        await scene.launched()
        #expect(scene.console.bodies(Call.login).count == 3)
        scene.clock.advance(61)
        let outcome = await scene.app.launch()
        #expect(outcome.list.prefix(2) == [Call.login, Call.reachability])
        #expect(scene.console.bodies(Call.login).last?.contains(#""AuthenticationGroup":"com.example.app""#) == true)
    }

    @Test(arguments: [true, false])
    func `A password changed on the server needs the escrowed key`(hasKey: Bool) async throws {
        var scene = try scene(["PasscodePoliciesV2": Self.credentials])
        await scene.launched()
        scene.clock.advance(61)
        scene.app.setup.user.password = "changed"
        if !hasKey { scene.console.answer(Call.retrieveKey, .console("", status: 404)) }
        let outcome = await scene.app.launch()
        #expect(outcome.list.prefix(2) == [Call.login, Call.retrieveKey])
        #expect(outcome.didLoseData == !hasKey)
        #expect(outcome.error == nil)
        scene.clock.advance(61)
        #expect(await scene.app.launch().list.prefix(2) == [Call.login, Call.reachability])
    }

    @Test func `A password the server refuses counts, and ends in a wipe`() async throws {
        var scene = try scene(["PasscodePoliciesV2": Self.credentials])
        await scene.launched()
        scene.clock.advance(61)
        scene.console.answer(Call.login, .console(Body.refusal("AUTH-1001")))
        let outcome = await scene.app.launch()
        #expect(outcome.list == [Call.login, Call.login, Call.unenroll])
        #expect(outcome.setupErrorCode == 14)
    }

    @Test func `Offline the password is checked locally`() async throws {
        var scene = try scene(["PasscodePoliciesV2": Self.credentials])
        await scene.launched()
        scene.clock.advance(61)
        scene.app.isOffline = true
        let outcome = await scene.app.launch()
        #expect(outcome.reports.first == .some(nil))
        #expect(outcome.setupErrorCode == 16)
    }

    @Test func `A profile that takes the lock away unlocks for good`() async throws {
        var scene = try scene(["PasscodePoliciesV2": Self.passcode])
        await scene.launched()
        scene.console.answer(Call.profile, .profile(["PasscodePoliciesV2": ["AuthenticationType": .integer(0)]]))
        _ = await scene.app.launch()
        #expect(scene.app.state.session.lock == nil)
    }

    @Test(arguments: [
        (ClientResponse.console(#"{"Pkcs12":"TUlJ"}"#), nil as Int?),
        (.console(#"{"ResponseType":"Certificate","Pkcs12":"TUlJ","Password":"p"}"#), nil),
        (.console(#"{"ResponseType":"Pending","Pkcs12":"TUlJ"}"#), 6), (.console("{}"), 6),
        (.console(#"{"Pkcs12":"%"}"#), 6), (.console("", status: 404), 6),
    ])
    func `Integrated authentication wants its certificate`(answer: ClientResponse, code: Int?) async throws {
        var scene = try scene([
            "PasscodePoliciesV2": ["EnableIntegratedAuthentication": .bool(true)],
            "CertificateSettingsV2": ["CertificateIssuer": .string("issuer"), "IssuerToken": .string("tok-1")],
        ])
        scene.console.answer(Call.certificate, answer)
        let outcome = await scene.app.launch()
        #expect(outcome.setupErrorCode == code)
        #expect(outcome.list.contains(Call.certificate))
        #expect(scene.console.requests.contains { $0.target.hasSuffix("/issuer?token=tok-1") })
        guard code == nil else { return }
        #expect(await !scene.app.launch().list.contains(Call.certificate))
    }

    @Test(
        arguments: [
            (
                ["MAGProxyServer": PropertyListValue.string("t.example.test")],
                #"{"AWAuthenticationCertificate":"TUlJ"}"#, nil
            ),
            (["MAGProxyServer": .string("t.example.test")], "{}", 5), ([:], "", 5),
        ] as [([String: PropertyListValue], String, Int?)])
    func `A tunnel that does not start blocks nothing`(
        more: [String: PropertyListValue], answer: String, code: Int?
    ) async throws {
        let tunnel: [String: PropertyListValue] = ["EnableAppTunnel": .bool(true), "AppTunnelMode": .integer(1)]
        var scene = try scene(["AppTunnelingPoliciesV2": tunnel.merging(more) { $1 }])
        scene.console.answer(Call.login) { request in
            .console(request.headers.contains { $0.name == "AUTHORIZATION" } ? answer : Body.login)
        }
        let outcome = await scene.app.launch()
        #expect(outcome.setupErrorCode == code)
        #expect(outcome.error?.name.isBlocking != true)
        #expect(outcome.list.last == Call.processor)
    }

    @Test func `Pictures on the console are fetched once, others are left alone`() async throws {
        var scene = try scene([
            "BrandingSettingsV2": [
                "EnableBranding": .bool(true),
                "BackroundImageiPhone5HighRes": .string("https://uem.example.test/images/1.png"),
                "CompanyLogoPhoneHighRes": .string("https://elsewhere.test/2.png"),
            ]
        ])
        scene.console.answer("GET /images/1.png", .console("png", version: nil))
        let outcome = await scene.app.launch()
        var expected = Call.firstLaunch
        expected.insert("GET /images/1.png", at: 4)
        #expect(outcome.list == expected)
        #expect(await !scene.app.launch().list.contains("GET /images/1.png"))
    }
}
