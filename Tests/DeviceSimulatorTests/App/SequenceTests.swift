import DeviceProtocol
import Foundation
import Testing

@testable import DeviceSimulator

/// The order of calls (ClientSequence, sections 2 to 7).
struct SequenceTests {
    @Test func `A first launch in app-review mode makes the calls of section 7_1`() async throws {
        var scene = try Scene()
        let outcome = await scene.app.launch()
        #expect(outcome.list == Call.firstLaunch)
        #expect(outcome.reports == [nil])
        #expect(outcome.overlooked.isEmpty)
        #expect(scene.app.state.isSecured)
        #expect(scene.app.state.device?.value.count == 40)
    }

    @Test func `Two logins differ only in their authentication group`() async throws {
        var scene = try Scene()
        await scene.launched()
        let bodies = scene.console.bodies(Call.login)
        #expect(bodies.count == 2)
        let groups = ["ABCDE12345.com.example.app", "com.example.app"]
        #expect(bodies[0].replacingOccurrences(of: "\"\(groups[0])\"", with: "\"\(groups[1])\"") == bodies[1])
    }

    @Test func `A build with pinning asks for pins before it signs in`() async throws {
        var scene = try Scene { $0.usesPinning = true }
        scene.console.answer(Call.trustSettings, .console(#"{"Uri":"https://uem.example.test/Trust"}"#, version: nil))
        scene.console.answer("GET /Trust/SSLPinning/Settings", .console("{}", version: nil))
        let outcome = await scene.app.launch()
        #expect(outcome.list.prefix(3) == [Call.hostRegistry, Call.trustSettings, "GET /Trust/SSLPinning/Settings"])
        #expect(outcome.list.dropFirst(3) == Call.firstLaunch[...])
        #expect(outcome.error == nil)
    }

    @Test func `The host registry is enough where it answers`() async throws {
        var scene = try Scene { $0.usesPinning = true }
        scene.console.answer(Call.hostRegistry, .console("{}", version: nil))
        let outcome = await scene.app.launch()
        #expect(outcome.list == [Call.hostRegistry] + Call.firstLaunch)
    }

    @Test func `Single sign-on registers the app in place of the second login`() async throws {
        var scene = try Scene()
        scene.console.answer(Call.profile, .profile(["PasscodePoliciesV2": ["EnableSingleSignOn": .bool(true)]]))
        let outcome = await scene.app.launch()
        var expected = Call.firstLaunch
        expected[4] = Call.register
        #expect(outcome.list == expected)
    }

    @Test func `Another app of the developer's finds the shared identity and registers`() async throws {
        var first = try Scene()
        first.console.answer(Call.profile, .profile(["PasscodePoliciesV2": ["EnableSingleSignOn": .bool(true)]]))
        await first.launched()
        var state = ClientState()
        state.keychain = first.app.state.keychain
        var second = try Scene(state: state) { $0.bundle = BundleIdentifier("com.example.second") ?? $0.bundle }
        second.console.answer(Call.profile, .profile(["PasscodePoliciesV2": ["EnableSingleSignOn": .bool(true)]]))
        let outcome = await second.app.launch()
        #expect(
            outcome.list == [
                Call.reachability, Call.status, Call.register, Call.reachability, Call.profile, Call.user, Call.details,
            ] + Call.service)
        #expect(outcome.error == nil)
    }

    @Test func `A managed device asks for its status first`() async throws {
        var scene = try Scene(Scene.managed())
        let outcome = await scene.app.launch()
        #expect(
            outcome.list == [
                Call.reachability, Call.status, Call.probe, Call.login, Call.reachability, Call.profile, Call.login,
                Call.user, Call.details,
            ] + Call.service)
        #expect(scene.app.state.server == "https://uem.example.test")
    }

    @Test func `A one-time token is used once and leads to a registration`() async throws {
        var scene = try Scene(Scene.managed(token: "once"))
        let outcome = await scene.app.launch()
        #expect(
            outcome.list == [
                Call.reachability, Call.status, Call.login, Call.reachability, Call.profile, Call.register, Call.user,
                Call.details,
            ] + Call.service)
        let body = try #require(scene.console.bodies(Call.login).first)
        #expect(body.contains(#""AuthorizationCode":"once""#))
        #expect(!body.contains("ActivationCode"))
    }

    @Test func `A token the server has answered is never sent again`() async throws {
        var scene = try Scene(Scene.managed(token: "once"))
        scene.console.answer(Call.login, .console(Body.refusal("AUTH-1005")), .console(Body.login))
        let outcome = await scene.app.launch()
        #expect(outcome.list.prefix(5) == [Call.reachability, Call.status, Call.login, Call.probe, Call.login])
        #expect(scene.app.state.usedToken == "once")
        scene.app.state.commonToken = nil
        scene.app.state.applicationToken = nil
        let again = await scene.app.launch()
        #expect(again.list.prefix(4) == [Call.reachability, Call.status, Call.probe, Call.login])
    }

    @Test func `A later launch sends logs, reports success, then asks the console`() async throws {
        var scene = try Scene()
        await scene.launched()
        scene.app.log("left over")
        let outcome = await scene.app.launch()
        #expect(
            outcome.list == [
                Call.logging, Call.reachability, Call.status, Call.reachability, Call.profile, Call.beacon,
                Call.processor,
            ])
        #expect(outcome.reports == [nil])
        #expect(scene.app.state.unsentLogs.isEmpty)
        scene.clock.advance(86_400)
        #expect(await scene.app.launch().list.contains(Call.pins))
    }

    @Test func `Coming back asks for status after an hour and for the profile after four`() async throws {
        var scene = try Scene()
        await scene.launched()
        _ = await scene.app.launch()
        for (seconds, expected) in [
            (30.0, [Call.beacon, Call.processor]),
            (70, [Call.beacon, Call.beacon, Call.processor]),
            (3600, [Call.beacon, Call.reachability, Call.status, Call.beacon, Call.processor]),
            (
                11_000,
                [
                    Call.beacon, Call.reachability, Call.status, Call.reachability, Call.profile, Call.beacon,
                    Call.processor,
                ]
            ),
        ] {
            scene.clock.advance(seconds)
            #expect(await scene.app.foreground().list == expected, "\(seconds)")
        }
    }

    @Test func `A standalone app finds its console by e-mail domain`() async throws {
        var scene = try Scene(.standalone(domain: "example.test", server: nil, group: nil))
        scene.console.answer(
            Call.discovery,
            .console(
                #"{"EnrollmentUrl":"https://uem.example.test/DeviceManagement/Enrollment","GroupId":"found"}"#,
                version: nil))
        scene.console.answer("HEAD /", .console("", status: 404))
        let outcome = await scene.app.launch()
        #expect(outcome.list == [Call.discovery, "HEAD /"] + Call.firstLaunch)
        #expect(scene.app.state.server == "https://uem.example.test")
        #expect(scene.app.state.group == "found")
        #expect(scene.app.state.device?.value.count == 40)
        #expect(scene.console.requests[1].headers.contains { $0.name == "User-Agent" && $0.value == "Airwatch" })
    }

    @Test func `What is typed stands in for a domain that is not listed, and redirects are followed`() async throws {
        var scene = try Scene(.standalone(domain: "example.test", server: "https://uem.example.test/", group: "typed"))
        scene.console.answer(Call.discovery, .console("", status: 204, version: nil))
        scene.console.answer("HEAD /") { _ in
            ClientResponse(status: 302, headers: ["location": "/there"], body: Data())
        }
        scene.console.answer("HEAD /there", .console("", version: nil))
        scene.console.answer("HEAD /deviceservices/AuthenticationEndpoint.aws", .console(""))
        let outcome = await scene.app.launch()
        #expect(
            outcome.list.prefix(4) == [
                Call.discovery, "HEAD /", "HEAD /there", "HEAD /deviceservices/AuthenticationEndpoint.aws",
            ])
        #expect(outcome.error == nil)
        #expect(scene.app.state.group == "typed")
    }
}
