import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Signing in to the console's pages, and what keeps others out.
struct SignInTests {
    @Test func `Who has not signed in is asked to, and comes back`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            let sent = try await browser.send(.get, "/console/parts?page=2")
            #expect(sent.status == 303)
            #expect(sent.headers[.location] == "/console/sign-in?next=%2Fconsole%2Fparts%3Fpage%3D2")
            let page = try await browser.page("/console/sign-in?next=%2Fconsole%2Fparts%3Fpage%3D2")
            #expect(page.text.contains("name=\"next\" value=\"/console/parts?page=2\""))
            let signedIn = try await browser.send(
                .post, "/console/sign-in",
                body: WebClient.encoded(["name": "admin", "password": "admin", "next": "/console/parts?page=2"]))
            #expect(signedIn.status == 303 && signedIn.headers[.location] == "/console/parts?page=2")
            let cookie = try #require(signedIn.headers[.setCookie])
            #expect(
                cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && cookie.contains("Path=/console"))
            _ = try await browser.page("/console/parts?page=2")
        }
    }

    @Test(arguments: ["https://evil.example", "//evil.example", "/console/\\evil.example", "/api/system/info"])
    func `Nobody is sent elsewhere after signing in`(next: String) async throws {
        try await withConsole { console in
            let answer = try await WebClient(console).send(
                .post, "/console/sign-in",
                body: WebClient.encoded(["name": "admin", "password": "admin", "next": next]))
            #expect(answer.headers[.location] == "/console/")
        }
    }

    @Test func `A wrong password says so, and begins nothing`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            let answer = try await browser.send(
                .post, "/console/sign-in", body: WebClient.encoded(["name": "<b>admin", "password": "wrong"]))
            #expect(answer.status == 422)
            #expect(answer.words.contains("User name or password is wrong."))
            #expect(!answer.text.contains("<b>admin"))
            #expect(!browser.isSignedIn)
        }
    }

    @Test func `Many wrong passwords are refused for a while`() async throws {
        try await withConsole([\.adminSignInFailures: "3"]) { console in
            let browser = WebClient(console)
            var statuses: [Int] = []
            for _ in 0..<5 {
                let answer = try await browser.send(
                    .post, "/console/sign-in", body: WebClient.encoded(["name": "admin", "password": "wrong"]))
                statuses.append(answer.status)
            }
            #expect(statuses.contains(429))
        }
    }

    @Test func `Who signs out is out`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            _ = try await browser.page("/console/")
            let cookie = browser.cookie
            let answer = try await browser.send(
                .post, "/console/sign-out", body: WebClient.encoded(["formToken": browser.formToken]))
            #expect(answer.headers[.location] == "/console/sign-in")
            let after = try await browser.send(.get, "/console/", headers: ["Cookie": cookie])
            #expect(after.status == 303)
        }
    }

    @Test func `Signing in again ends the session whose cookie came with the form, a wrong password does not`()
        async throws
    {
        try await withConsole { console in
            let browser = WebClient(console)
            let other = WebClient(console)
            try await browser.signIn()
            try await other.signIn()
            let former = browser.cookie
            let wrong = try await browser.send(
                .post, "/console/sign-in", body: WebClient.encoded(["name": "admin", "password": "wrong"]))
            #expect(wrong.status == 422)
            #expect(try await browser.send(.get, "/console/", headers: ["Cookie": former]).status == 200)
            try await browser.signIn()
            let cookie = browser.cookie
            #expect(cookie != former)
            for alive in [cookie, other.cookie] {
                #expect(try await browser.send(.get, "/console/", headers: ["Cookie": alive]).status == 200)
            }
            #expect(try await browser.send(.get, "/console/", headers: ["Cookie": former]).status == 303)
        }
    }

    @Test func `A new password, or a deactivated account, ends sessions`() async throws {
        try await withConsole { console in
            _ = try await console.admin(
                .post, "/_mock/administrators",
                text: #"{"username": "ann", "password": "ann-secret", "role": "Read Only", "group": "global"}"#)
            let browser = WebClient(console)
            try await browser.signIn("ann", "ann-secret")
            _ = try await browser.page("/console/")
            let list = try await console.adminJSON("/_mock/administrators")
            let rows = (list.values.compactMap { $0 as? [[String: Any]] }.first ?? [])
            let ann = try #require(rows.first { $0["username"] as? String == "ann" }?["uuid"] as? String)
            _ = try await console.admin(
                .put, "/_mock/administrators/\(ann)/password", text: #"{"password": "another-secret"}"#)
            #expect(try await browser.send(.get, "/console/").status == 303)
        }
    }

    @Test func `A form without its token changes nothing`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            _ = try await browser.page("/console/parts")
            for token in ["", String(repeating: "0", count: 64)] {
                let answer = try await browser.send(
                    .post, "/console/parts/done", body: WebClient.encoded(["formToken": token]))
                #expect(answer.status == 403)
            }
            let foreign = try await browser.send(
                .post, "/console/parts/done", headers: ["Origin": "https://evil.example"],
                body: WebClient.encoded(["formToken": browser.formToken]))
            #expect(foreign.status == 403)
        }
    }

    @Test func `A refused form keeps what was typed, with the reason beside the field`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            let page = try await browser.submit(
                "/console/parts/refused", on: "/console/parts", ["name": "Typed \"name\"", "kind": "one"])
            #expect(page.words.contains("This form is always refused."))
            #expect(page.text.contains("value=\"Typed &quot;name&quot;\""))
            #expect(page.text.contains("aria-invalid=\"true\""))
            // It is told once.
            #expect(try await !browser.page("/console/parts").words.contains("This form is always refused."))
        }
    }

    @Test func `Pages are not to be framed, stored or scripted by others`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            let page = try await browser.page("/console/parts")
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe"))
            #expect(page.headers[.cacheControl] == "no-store")
            #expect(!page.text.contains("<script>alert"))
            #expect(page.text.contains("&lt;script&gt;alert"))
            #expect(!page.text.contains(" style=") && !page.text.contains(" onclick="))
        }
    }

    @Test func `The page says what to type only where nobody else can read it`() async throws {
        func words(_ settings: ConfigurationSettings, host: String = "localhost") async throws -> String {
            try await withConsole(settings) { console in
                try await WebClient(console).send(.get, "/console/sign-in", headers: ["Host": host]).words
            }
        }
        #expect(try await words([:]).contains("admin and admin"))
        #expect(try await !words([\.adminPassword: "something-else"]).contains("something-else"))
        #expect(try await !words([\.httpHost: "0.0.0.0"]).contains("admin and admin"))
    }

    @Test func `The page names no password that was changed, and nothing behind a proxy`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            func words(_ headers: [String: String] = [:]) async throws -> String {
                try await browser.send(.get, "/console/sign-in", headers: headers).words
            }
            #expect(try await words().contains("admin and admin"))
            for name in ["Forwarded", "X-Forwarded-For"] {
                #expect(try await !words([name: "for=192.0.2.1"]).contains("admin and admin"), "\(name)")
            }
            let list = try await console.items("/_mock/administrators")
            let admin = try #require(list.first { $0["username"] as? String == "admin" }?["uuid"] as? String)
            let changed = try await console.admin(
                .put, "/_mock/administrators/\(admin)/password", text: #"{"password": "another-secret"}"#)
            try #require(changed.status.code < 300)
            #expect(try await !words().contains("admin and admin"))
        }
    }

    @Test(arguments: [
        ("/console", ["name": "admin", "password": "admin"]),
        ("/mydevice", ["group": "demo", "name": "demo", "password": "demo"]),
    ])
    func `A browser signs in with the form of its own page only`(root: String, fields: [String: String]) async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            let own = ["Sec-Fetch-Site": "same-origin"]
            func send(_ token: String?, headers: [String: String]) async throws -> WebClient.Answer {
                let form = token.map { fields.merging(["formToken": $0]) { _, new in new } } ?? fields
                return try await browser.send(
                    .post, "\(root)/sign-in", headers: headers, body: WebClient.encoded(form))
            }
            let page = try await browser.page("\(root)/sign-in")
            let found = page.text.firstMatch(of: /name="formToken" value="(?<token>[0-9a-f]{64})"/)
            let token = String(try #require(found).token)
            let cookie = try #require(page.headers[.setCookie])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
            #expect(cookie.contains("Path=\(root)"))
            for wrong in [nil, "", String(repeating: "0", count: 64)] {
                // Whoever sent it gets the form again, with what was typed.
                let answer = try await send(wrong, headers: own)
                #expect(answer.status == 403 && answer.text.contains(token), "\(wrong ?? "none")")
                #expect(answer.text.contains("value=\"\(fields["name"] ?? "")\""))
            }
            // Another page is given the same, so that windows do not disturb each other.
            let second = try await browser.page("\(root)/sign-in")
            #expect(second.text.contains(token) && second.headers[.setCookie] == nil)
            let foreign = try await send(token, headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(foreign.status == 403 && !browser.isSignedIn)
            #expect(try await send(token, headers: own).status == 303 && browser.isSignedIn)
            // A program holds no cookie and says nothing of a page.
            let program = WebClient(console)
            let answer = try await program.send(.post, "\(root)/sign-in", body: WebClient.encoded(fields))
            #expect(answer.status == 303 && program.isSignedIn)
        }
    }
}
