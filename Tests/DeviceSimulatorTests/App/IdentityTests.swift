import DeviceProtocol
import Foundation
import Testing

@testable import DeviceSimulator

/// Logins, refused credentials, users (ClientSequence, section 5; DeviceServices, section 4.2.6).
struct IdentityTests {
    @Test func `A refused application identity is made anew and the call replayed`() async throws {
        var scene = try Scene()
        await scene.launched()
        scene.console.answer(Call.profile, .console("", status: 403), .profile([:]))
        let outcome = await scene.app.launch()
        #expect(
            outcome.list == [
                Call.reachability, Call.status, Call.reachability, Call.profile, Call.login, Call.user, Call.details,
                Call.profile, Call.beacon, Call.processor,
            ])
        #expect(outcome.error == nil)
    }

    @Test func `A refused common identity makes the user sign in again, then the call is replayed`() async throws {
        var scene = try Scene()
        scene.console.answer(Call.profile, .profile(["PasscodePoliciesV2": ["EnableSingleSignOn": .bool(true)]]))
        scene.console.answer(Call.register, .console("", status: 403), .console(Body.registration))
        let outcome = await scene.app.launch()
        #expect(
            outcome.list == [
                Call.probe, Call.login, Call.reachability, Call.profile, Call.register, Call.probe, Call.login,
                Call.register, Call.user, Call.details,
            ] + Call.service)
        #expect(outcome.error == nil)
    }

    @Test func `A credential that is refused again and again is not made for ever`() async throws {
        var scene = try Scene()
        await scene.launched()
        scene.console.answer(Call.beacon, .console("", status: 403))
        let outcome = await scene.app.launch()
        #expect(outcome.list.filter { $0 == Call.beacon }.count == 2)
        #expect(outcome.overlooked.contains { $0.reason.contains("403") })
    }

    @Test func `A silent login that fails forgets the account and asks the user`() async throws {
        var scene = try Scene()
        scene.console.answer(
            Call.login, .console(Body.login), .console(Body.refusal("AUTH-1001")), .console(Body.login))
        let outcome = await scene.app.launch()
        var expected = Call.firstLaunch
        expected.insert(contentsOf: [Call.probe, Call.login], at: 5)
        #expect(outcome.list == expected)
        #expect(outcome.error == nil)
    }

    @Test(arguments: [
        (#"{"NextStep":{"Type":20,"EnrollmentBlockedMessage":"retired"}}"#, 2, "retired"),
        (#"{"NextStep":{"Type":4}}"#, 7, "next step"), (#"{"NextStep":{"Type":"27"}}"#, 7, "cannot be read"),
        ("{}", 7, "cannot be read"), (#"{"NextStep":{"Type":27}}"#, 7, "DeviceAuthenticationToken"),
    ])
    func `A registration that does not complete ends the launch`(body: String, code: Int, words: String) async throws {
        var scene = try Scene { $0.user.token = "typed" }
        scene.console.answer(Call.register, .console(body))
        let outcome = await scene.app.launch()
        #expect(outcome.setupErrorCode == code)
        #expect(outcome.error?.reason.contains(words) == true, "\(outcome.reports)")
        #expect(outcome.list.last == Call.register)
    }

    @Test func `A changed user loses the settings and starts over`() async throws {
        var scene = try Scene()
        await scene.launched()
        scene.app.log("a line")
        scene.console.answer(Call.details, .console(Body.details(firstName: "Erin")))
        scene.console.answer(Call.profile, .console("", status: 403), .profile([:]))
        let outcome = await scene.app.launch()
        #expect(outcome.restarts == 1)
        #expect(outcome.error == nil)
        #expect(scene.app.state.user?.firstName == "Erin")
        #expect(scene.app.state.isSecured)
    }

    @Test func `Signing in again replaces both credentials`() async throws {
        var scene = try Scene()
        await scene.launched()
        let outcome = await scene.app.noting { try await $0.reenroll() }
        #expect(outcome.list == [Call.probe, Call.login, Call.login, Call.user, Call.details])
    }
}

/// Sign-in on web pages (DeviceServices, section 7.4).
struct WebSignInTests {
    private static let page = """
        <html><body><FORM action="/_mock/saml/login?x=1&amp;y=2" method="post">
        <input type="hidden" name="RelayState" value="a&quot;b"><input name=user>
        <input type='password' name='pass'/><input type="submit" name="go" value="Go"></FORM></body></html>
        """

    private static func redirect(_ location: String) -> ClientResponse {
        ClientResponse(status: 302, headers: ["location": location, "set-cookie": "s=1; Path=/"], body: Data())
    }

    private func scene(ending: ClientResponse) throws -> Scene {
        let scene = try Scene()
        scene.console.answer(
            Call.probe, .console(#"{"RedirectUrl":"https://uem.example.test/_mock/saml/start"}"#, status: 401))
        scene.console.answer("GET /_mock/saml/start", Self.redirect("login"))
        scene.console.answer("GET /_mock/saml/login", .console(Self.page, version: nil))
        scene.console.answer("POST /_mock/saml/login", ending)
        return scene
    }

    @Test func `The user signs in on the page, and the token signs the app in`() async throws {
        var scene = try scene(ending: Self.redirect("sdksampleapp://samlauthentication?token=t%2D1"))
        let outcome = await scene.app.launch()
        let web = ["GET /_mock/saml/start", "GET /_mock/saml/login", "POST /_mock/saml/login"]
        #expect(
            outcome.list == [Call.probe] + web + [
                Call.login, Call.reachability, Call.profile, Call.register, Call.user, Call.details,
            ] + Call.service)
        #expect(outcome.error == nil, "\(outcome.overlooked)")
        let post = try #require(scene.console.requests.first { $0.target.hasPrefix("/_mock/saml/login?x=1&y=2") })
        #expect(String(decoding: post.body, as: UTF8.self) == "RelayState=a%22b&user=dana&pass=secret")
        #expect(post.headers.contains { $0.name == "Cookie" && $0.value == "s=1" })
        #expect(scene.console.bodies(Call.login).first?.contains(#""AuthorizationCode":"t-1""#) == true)
    }

    @Test(arguments: [
        (redirect("sdksampleApp://SAMLAuthentication?token="), "no token"),
        (redirect("sdksampleApp://SAMLAuthentication?token=a=b"), "no token"),
        (redirect("sdksampleApp://SAMLAuthentication?Token=a"), "no token"),
        (redirect("https://elsewhere.test/"), "leads away"), (.console("nothing", version: nil), "no form"),
        (.console(page, version: nil), "asks again"),
    ])
    func `A sign-in that brings no token leads to user name and password`(
        ending: ClientResponse, words: String
    ) async throws {
        var scene = try scene(ending: ending)
        let outcome = await scene.app.launch()
        #expect(outcome.error == nil)
        let noted = outcome.overlooked.map(\.reason).joined()
        #expect(noted.contains(words), "\(noted)")
        #expect(scene.console.bodies(Call.login).first?.contains(#""Username":"dana""#) == true)
    }

    @Test(arguments: ["{}", #"{"RedirectUrl":7}"#, #"{"RedirectUrl":"https://elsewhere.test/"}"#])
    func `A 401 without a usable page leads to user name and password`(body: String) async throws {
        var scene = try Scene()
        scene.console.answer(Call.probe, .console(body, status: 401))
        #expect(await scene.app.launch().list == Call.firstLaunch)
    }

    @Test func `A form that nobody has to fill is sent on`() throws {
        let page =
            #"<form method=post action=https://x.test/acs><input type=hidden name=SAMLResponse value="a+b="></form>"#
        let form = try #require(SignInForm(page: page))
        #expect(!form.asksForPassword)
        #expect(form.action == "https://x.test/acs")
        #expect(form.encoded == "SAMLResponse=a%2Bb%3D")
        #expect(SignInForm(page: "<p>none</p>") == nil)
    }

    @Test(arguments: [
        ("/a?b=c", nil, "/a?b=c"), ("c", nil, "/x/c"), ("https://h.test:8/p?q", "h.test:8", "/p?q"),
        ("https://h.test", "h.test", "/"),
    ])
    func `A URL is resolved where it stands`(url: String, authority: String?, target: String) throws {
        let resolved = try #require(WebTarget(url, from: "/x/y"))
        #expect(resolved.authority == authority)
        #expect(resolved.target == target)
    }
}
