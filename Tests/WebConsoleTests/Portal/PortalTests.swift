import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// The self-service portal: users see and touch what is their own.
struct PortalTests {
    /// A browser with which a user has signed in to the portal.
    private static func browser(
        _ console: TestConsole, _ name: String = "demo", _ password: String = "demo"
    ) async throws -> WebClient {
        let browser = WebClient(console)
        let answer = try await signIn(browser, name, password)
        try #require(answer.status == 303, "\(answer.words)")
        return browser
    }

    private static func signIn(
        _ browser: WebClient, _ name: String, _ password: String, group: String = "demo"
    ) async throws -> WebClient.Answer {
        try await browser.send(
            .post, "/mydevice/sign-in",
            body: WebClient.encoded(["group": group, "name": name, "password": password]))
    }

    /// The address of the only device on the list.
    private static func device(_ browser: WebClient) async throws -> String {
        let list = try await browser.page("/mydevice/")
        let found = list.text.firstMatch(of: /href="(?<path>\/mydevice\/devices\/[^"]+)"/)
        return String(try #require(found, "\(list.words)").path)
    }

    /// Makes another user of the demo group.
    private static func addUser(_ console: TestConsole, _ name: String) async throws -> String {
        let answer = try await console.admin(
            .post, "/api/system/users/adduser",
            text: #"{"UserName":"\#(name)","Password":"secret-\#(name)","SecurityType":"Basic","Status":"true"}"#)
        try #require(answer.status.code < 300, "\(String(buffer: answer.body))")
        let users = try await console.adminJSON("/api/system/users/search?username=\(name)")
        let user = try #require((users["Users"] as? [[String: Any]])?.first)
        let id = (user["Id"] as? [String: Any])?["Value"] ?? user["Uuid"] ?? ""
        _ = try await console.admin(.post, "/api/system/users/\(id)/changelocationgroup?targetLG=demo")
        return "\(id)"
    }

    @Test func `Nobody is let in without signing in, and the way back does not say more`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            for path in ["/mydevice/", "/mydevice/tokens", "/mydevice/devices/1"] {
                let answer = try await browser.send(.get, path)
                #expect(answer.status == 303 && answer.headers[.location] == "/mydevice/sign-in")
            }
            #expect(try await browser.send(.get, "/mydevice").headers[.location] == "/mydevice/")
            let wrong = try await Self.signIn(browser, "demo", "wrong")
            let unknown = try await Self.signIn(browser, "nobody", "demo")
            let nowhere = try await Self.signIn(browser, "demo", "demo", group: "nowhere")
            for answer in [wrong, unknown, nowhere] {
                #expect(answer.status == 422)
                #expect(answer.words.contains("Group ID, user name or password is wrong."))
            }
            let written = try await Self.signIn(browser, "<script>alert(1)</script>", "x")
            #expect(!written.text.contains("<script>alert"))
        }
    }

    @Test func `A guess stands in the log with its name and address, and never with its password`() async throws {
        try await withWatchedConsole { console, log in
            #expect(try await Self.signIn(WebClient(console), "demo", "wrong-password").status == 422)
            let line = try #require(log.lines.first { $0.message == "Sign-in failed" })
            #expect(line.level == .notice && line.metadata["name"] == "demo" && line.metadata["group"] == "demo")
            #expect(line.metadata["address"] != nil)
            #expect(!log.lines.contains { "\($0)".contains("wrong-password") })
        }
    }

    @Test func `Signing in again ends the session whose cookie came with the form`() async throws {
        try await withConsole { console in
            let browser = try await Self.browser(console)
            let former = browser.cookie
            #expect(try await Self.signIn(browser, "demo", "wrong").status == 422)
            #expect(try await browser.send(.get, "/mydevice/", headers: ["Cookie": former]).status == 200)
            #expect(try await Self.signIn(browser, "demo", "demo").status == 303)
            #expect(try await browser.send(.get, "/mydevice/").status == 200)
            #expect(try await browser.send(.get, "/mydevice/", headers: ["Cookie": former]).status == 303)
        }
    }

    @Test func `A user of the topmost group reaches no device of a customer with the same identifier`() async throws {
        try await withConsole { console in
            _ = try await console.importEnvironment(
                """
                version: 2
                organizationGroups:
                  - {path: global, users: [{username: gus, password: gus}], settings: {requireMDMEnrollment: false}}
                  - {path: global/north, type: Customer, users: [{username: nora, password: nora}]}
                """)
            var north = try console.device()
            try await north.logIn(username: "nora", password: "nora", organizationGroup: "north")
            var global = try console.device()
            try await global.logIn(username: "gus", password: "gus", organizationGroup: "Global")
            let browser = WebClient(console)
            let answer = try await Self.signIn(browser, "gus", "gus", group: "Global")
            try #require(answer.status == 303, "\(answer.words)")
            let path = try await Self.device(browser)
            let wiped = try await browser.submit("\(path)/enterprise-wipe", on: path, ["confirmed": "true"])
            #expect(wiped.words.contains("is taken off the device"))
            #expect(try await north.user().userName == "nora")
            await #expect(throws: (any Error).self) { try await global.user() }
        }
    }

    @Test func `The cookie is of the portal alone`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            let answer = try await Self.signIn(browser, "demo", "demo")
            let cookie = answer.headers[.setCookie] ?? ""
            for word in ["; Path=/mydevice", "; HttpOnly", "; SameSite=Strict"] { #expect(cookie.contains(word)) }
            #expect(try await browser.send(.get, "/console/").status == 303)
            let page = try await browser.page("/mydevice/")
            #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            let out = try await browser.send(
                .post, "/mydevice/sign-out", body: WebClient.encoded(["formToken": browser.formToken]))
            #expect(out.headers[.location] == "/mydevice/sign-in")
        }
    }

    @Test func `A user sees a device, locks it and wipes it, and the event log has the user`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await Self.browser(console)
            let path = try await Self.device(browser)
            #expect(try await browser.page(path).words.contains("Enrolled"))
            let locked = try await browser.submit("\(path)/lock", on: path)
            #expect(locked.words.contains("The lock is queued"))
            let unsure = try await browser.submit("\(path)/enterprise-wipe", on: path)
            #expect(unsure.words.contains("tick the box"))
            let wiped = try await browser.submit("\(path)/enterprise-wipe", on: path, ["confirmed": "true"])
            #expect(wiped.words.contains("is taken off the device"))
            #expect(wiped.words.contains("nothing on it to lock or to wipe"))
            let events = try await console.adminJSON("/_mock/events?pageSize=100")
            let items = try #require(events["items"] as? [[String: Any]])
            let own = items.filter { $0["actorKind"] as? String == "user" && $0["actor"] as? String == "demo" }
            #expect(own.contains { $0["action"] as? String == "command.queued" }, "\(items)")
            #expect(own.contains { ($0["action"] as? String ?? "").lowercased().contains("wipe") }, "\(own)")
        }
    }

    @Test func `Devices and tokens of others are not there`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let owner = try await Self.browser(console)
            let path = try await Self.device(owner)
            try await owner.submit("/mydevice/tokens", on: "/mydevice/tokens", ["expiresInMinutes": "60"])
            let tokens = try await owner.page("/mydevice/tokens")
            let token = String(
                try #require(tokens.text.firstMatch(of: /action="(?<path>\/mydevice\/tokens\/\d+\/delete)"/)).path)
            _ = try await Self.addUser(console, "eve")
            let other = try await Self.browser(console, "eve", "secret-eve")
            #expect(try await other.page("/mydevice/").words.contains("You have no devices yet"))
            #expect(try await other.send(.get, path).status == 404)
            let form = WebClient.encoded(["formToken": other.formToken, "confirmed": "true"])
            for action in ["\(path)/lock", "\(path)/device-wipe", token] {
                #expect(try await other.send(.post, action, body: form).status == 404, "\(action)")
            }
            #expect(try await owner.page(path).words.contains("Enrolled"))
            #expect(try await owner.page("/mydevice/tokens").text.contains(token))
        }
    }

    @Test func `A token is shown once, signs an app in, and can be taken back`() async throws {
        try await withConsole { console in
            let browser = try await Self.browser(console)
            let page = "/mydevice/tokens"
            let made = try await browser.submit(page, on: page, ["expiresInMinutes": "60"])
            let token = String(try #require(made.text.firstMatch(of: /class="copied">(?<text>[^<]+)</)).text)
            #expect(!(try await browser.page(page)).text.contains(token))
            var app = try console.device()
            let answer = try await app.logIn(token: token)
            #expect(answer.status == .success)
            #expect(try await browser.page(page).words.contains("You have no open tokens"))
            let again = try await browser.submit(page, on: page, ["expiresInMinutes": "1440"])
            let action = String(
                try #require(again.text.firstMatch(of: /action="(?<path>\/mydevice\/tokens\/\d+\/delete)"/)).path)
            let back = try await browser.submit(action, on: page)
            #expect(back.words.contains("The token was taken back."))
            let refused = try await browser.submit(page, on: page, ["expiresInMinutes": "9999999"])
            #expect(refused.words.contains("Choose how long"))
        }
    }

    @Test func `Forms of other sites and without a token are refused`() async throws {
        try await withConsole { console in
            let browser = try await Self.browser(console)
            let form = WebClient.encoded(["expiresInMinutes": "60"])
            #expect(try await browser.send(.post, "/mydevice/tokens", body: form).status == 403)
            let foreign = try await browser.send(
                .post, "/mydevice/sign-in", headers: ["origin": "https://evil.example"],
                body: WebClient.encoded(["group": "demo", "name": "demo", "password": "demo"]))
            #expect(foreign.status == 403)
        }
    }

    @Test func `A user who is deactivated is out at once`() async throws {
        try await withConsole { console in
            let id = try await Self.addUser(console, "eve")
            let browser = try await Self.browser(console, "eve", "secret-eve")
            _ = try await browser.page("/mydevice/")
            _ = try await console.admin(.post, "/api/system/users/\(id)/deactivate")
            #expect(try await browser.send(.get, "/mydevice/").status == 303)
            let answer = try await Self.signIn(browser, "eve", "secret-eve")
            #expect(answer.words.contains("This account is inactive."))
        }
    }

    @Test func `Too many failures lock the account`() async throws {
        try await withConsole { console in
            _ = try await console.admin(
                .patch, "/_mock/groups/demo/settings", text: #"{"maximumFailedLogins": 3, "lockoutMinutes": 10}"#)
            let browser = WebClient(console)
            for _ in 0..<3 { #expect(try await Self.signIn(browser, "demo", "wrong").status == 422) }
            let locked = try await Self.signIn(browser, "demo", "demo")
            #expect(locked.status == 422 && locked.words.contains("locked after too many failed sign-ins"))
        }
    }

    @Test func `A group that does not exist takes the work of a wrong password, and counts as one`() async throws {
        try await withWatchedConsole([\.passwordsFailures: "2", \.passwordsPause: "1"]) { console, log in
            let browser = WebClient(console)
            var texts: Set<String> = []
            for _ in 0..<4 { texts.insert(try await Self.signIn(browser, "demo", "wrong", group: "nowhere").text) }
            #expect(texts.count == 1)
            #expect(log.lines.contains { $0.message.contains("(passwords.failures)") }, "\(log.lines.map(\.message))")
        }
    }

    @Test func `Many wrong passwords of a user are refused for a while, and no administrator is`() async throws {
        try await withConsole([\.adminSignInFailures: "3"]) { console in
            let browser = WebClient(console)
            var statuses: [Int] = []
            for _ in 0..<4 { statuses.append(try await Self.signIn(browser, "demo", "wrong").status) }
            #expect(statuses == [422, 422, 422, 429])
            let right = try await Self.signIn(browser, "demo", "demo")
            #expect(right.status == 429 && right.headers[.retryAfter] != nil && !browser.isSignedIn)
            #expect(try await Self.signIn(browser, "eve", "demo").status == 422)
            try await WebClient(console).signIn()
            console.clock.advance(seconds: 61)
            #expect(try await Self.signIn(browser, "demo", "demo").status == 303)
        }
    }

    @Test func `What is not there is said within the portal`() async throws {
        try await withConsole { console in
            let browser = try await Self.browser(console)
            for path in ["/mydevice/devices/ffff", "/mydevice/nowhere", "/mydevice/a/b/c"] {
                let answer = try await browser.send(.get, path)
                #expect(answer.status == 404 && answer.words.contains("Not found"), "\(path)")
                #expect(answer.text.contains("href=\"/mydevice/tokens\""), "\(path)")
            }
        }
    }

    @Test func `Guesses at users are counted by name, and hide no guess at an administrator`() async throws {
        try await withConsole([\.adminSignInFailures: "3"]) { console in
            let browser = WebClient(console)
            // A NUL ends what the database compares, and so what is counted.
            for _ in 0..<3 { _ = try await Self.signIn(browser, "demo", "wrong") }
            #expect(try await Self.signIn(browser, "demo", "demo", group: "demo\0").status == 429)
            #expect(try await Self.signIn(browser, "eve", "wrong", group: "demo\0").status == 422)
            for number in 0..<12 { _ = try await Self.signIn(browser, "nobody\(number)", "wrong") }
            _ = try await browser.send(
                .post, "/console/sign-in", body: WebClient.encoded(["name": "admin", "password": "wrong"]))
            let events = try await console.adminJSON("/_mock/events?action=administrator.signInFailed")
            #expect(events["total"] as? Int == 1, "\(events)")
        }
    }
}
