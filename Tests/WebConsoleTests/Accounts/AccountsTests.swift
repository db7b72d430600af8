import DeviceSimulator
import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport

/// Users, user groups and administrators on pages.
struct AccountsTests {
    /// Lends a browser that an administrator has signed in with.
    private func withBrowser(_ test: @escaping @Sendable (TestConsole, WebClient) async throws -> Void) async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            try await test(console, browser)
        }
    }

    /// The address of a page that a list links to by a name.
    private static func link(_ name: String, in page: WebClient.Answer) throws -> String {
        let links = page.text.matches(of: /<a href="(?<path>[^"]*)">(?<name>[^<]*)<\/a>/)
        return String(try #require(links.first { $0.name == name }, "\(page.words.prefix(2000))").path)
    }

    @Test func `A user is added, changed, deactivated and deleted`() async throws {
        try await withBrowser { console, browser in
            let added = try await browser.submit(
                "/console/users/new", on: "/console/users/new",
                [
                    "UserName": "ada", "Password": "secret", "SecurityType": "basic", "FirstName": "<i>Ada</i>",
                    "group": "demo",
                ])
            #expect(added.words.contains("ada was added."))
            #expect(added.text.contains("&lt;i&gt;Ada") && !added.text.contains("<i>Ada"))
            var app = try console.device()
            try await app.logIn(username: "ada", password: "secret", organizationGroup: "demo")
            let page = try Self.link("ada", in: try await browser.page("/console/users?find=ada"))
            let changed = try await browser.submit("\(page)/edit", on: page, ["FirstName": "Ada", "LastName": "L"])
            #expect(changed.words.contains("Ada L") && changed.text.contains("<h3>Password</h3>"))
            #expect(changed.text.contains("badge good\">Enrolled"))
            let out = try await browser.submit("\(page)/deactivate", on: page)
            #expect(out.words.contains("Inactive"))
            let user = try await console.adminJSON("/api/system/users/search?username=ada")
            let first = try #require((user["Users"] as? [[String: Any]])?.first)
            #expect("\(first["Status"] ?? "")".lowercased().contains("in") || "\(first["Status"] ?? "")" == "0")
            // Whoever has an enrolled device stays.
            let refused = try await browser.submit("\(page)/delete", on: page)
            #expect(refused.words.contains("Not done."))
        }
    }

    @Test func `A name that is taken is refused beside what was typed`() async throws {
        try await withBrowser { _, browser in
            let page = try await browser.submit(
                "/console/users/new", on: "/console/users/new",
                [
                    "UserName": "demo", "Password": "x-secret-x", "SecurityType": "basic", "Email": "a@example.test",
                    "group": "demo",
                ])
            #expect(page.words.contains("Not done."))
            #expect(page.text.contains("value=\"a@example.test\""))
            #expect(!page.text.contains("x-secret-x"))
        }
    }

    @Test func `A token is shown once, and signs a device in`() async throws {
        try await withBrowser { console, browser in
            let page = try Self.link("demo", in: try await browser.page("/console/users?find=demo"))
            let made = try await browser.submit(
                "\(page)/tokens", on: page, ["name": "demo", "group": "demo", "expiresInMinutes": "5"])
            let token = try #require(made.text.firstMatch(of: /<code class="copied">(?<token>[^<]*)<\/code>/)?.token)
            #expect(!token.isEmpty)
            #expect(try await !browser.page(page).text.contains(token))
            #expect(try await browser.page(page).words.contains("unused"))
            let wrong = try await browser.submit(
                "\(page)/tokens", on: page, ["name": "demo", "group": "demo", "expiresInMinutes": "x"])
            #expect(wrong.words.contains("Not done."))
        }
    }

    @Test func `Chosen users are deactivated together`() async throws {
        try await withBrowser { _, browser in
            let list = try await browser.page("/console/users?find=demo")
            let key = try #require(list.text.firstMatch(of: /name="key" value="(?<key>\d+)"/)?.key)
            #expect(list.text.contains("aria-label=\"Choose demo\""))
            let after = try await browser.submit(
                "/console/users/chosen", on: "/console/users?find=demo", ["key": String(key), "action": "deactivate"])
            #expect(after.words.contains("1 user was deactivated."))
            let none = try await browser.submit(
                "/console/users/chosen", on: "/console/users?find=demo", ["action": "deactivate"])
            #expect(none.words.contains("Not done. Choose at least one user."))
        }
    }

    @Test func `A user group takes users in and out`() async throws {
        try await withBrowser { _, browser in
            let page = try await browser.submit(
                "/console/user-groups/new", on: "/console/user-groups", ["GroupName": "Testers", "group": "demo"])
            #expect(page.words.contains("Testers was added."))
            let path = try Self.link("Testers", in: try await browser.page("/console/user-groups"))
            let with = try await browser.submit("\(path)/add", on: path, ["UserName": "demo"])
            #expect(with.words.contains("demo was taken in."))
            let user = try #require(with.text.firstMatch(of: /name="user" value="(?<id>\d+)"/)?.id)
            let without = try await browser.submit("\(path)/remove", on: path, ["user": String(user)])
            #expect(without.words.contains("No users in this group"))
            #expect(
                try await browser.submit("\(path)/add", on: path, ["UserName": "nobody"]).words.contains(
                    "Not done. There is no user nobody."))
            let gone = try await browser.submit("\(path)/delete", on: path)
            #expect(gone.words.contains("its users stay"))
        }
    }

    @Test func `An administrator is added and sees what the role allows`() async throws {
        try await withBrowser { console, browser in
            let added = try await browser.submit(
                "/console/administrators/new", on: "/console/administrators",
                ["username": "ann", "password": "ann-secret", "role": "Read Only", "group": "demo"])
            #expect(added.words.contains("ann was added."))
            let reader = WebClient(console)
            try await reader.signIn("ann", "ann-secret")
            for path in ["/console/users", "/console/user-groups", "/console/administrators", "/console/groups"] {
                let page = try await reader.page(path)
                #expect(!page.text.contains("class=\"bulk\""), "\(path)")
                #expect(!page.text.contains("method=\"post\" action=\"\(path)"), "\(path)")
            }
            // A form that is not shown is refused all the same.
            let answer = try await reader.send(
                .post, "/console/users/new",
                body: WebClient.encoded([
                    "formToken": reader.formToken, "formPage": "/console/users", "UserName": "eve", "Password": "eve",
                ]))
            #expect(answer.status == 303)
            #expect(try await reader.page("/console/users").words.contains("permission"))
            let users = try await console.adminJSON("/api/system/users/search?username=eve")
            #expect((users["Users"] as? [Any])?.isEmpty ?? true)
        }
    }

    @Test func `An administrator sees their own groups only`() async throws {
        try await withBrowser { console, browser in
            _ = try await browser.submit(
                "/console/groups/global/add", on: "/console/groups/global",
                ["Name": "Other", "GroupId": "other", "LocationGroupType": "Customer"])
            _ = try await browser.submit(
                "/console/users/new", on: "/console/users/new",
                ["UserName": "hidden", "Password": "secret", "SecurityType": "basic", "group": "other"])
            let hidden = try Self.link("hidden", in: try await browser.page("/console/users?find=hidden"))
            _ = try await browser.submit(
                "/console/administrators/new", on: "/console/administrators",
                ["username": "dan", "password": "dan-secret", "role": "Console Administrator", "group": "demo"])
            let other = WebClient(console)
            try await other.signIn("dan", "dan-secret")
            #expect(try await !other.page("/console/users").words.contains("hidden"))
            #expect(try await !other.page("/console/groups").words.contains("Other"))
            #expect(try await other.send(.get, hidden).status == 404)
            #expect(try await other.send(.get, "/console/groups/other").status == 404)
        }
    }
}
