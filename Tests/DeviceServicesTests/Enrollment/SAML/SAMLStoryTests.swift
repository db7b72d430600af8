import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// From the probe to a registered app, and what a token of the identity provider is good for (DeviceServices, 7.4).
struct SAMLStoryTests {
    @Test func `A sign-in leads from the probe through the page to an app with its profile`() async throws {
        try await withConsole { console in
            try await console.offerSAML()
            var device = try console.device()
            let browser = try await console.samlBrowser(device)
            #expect(try await browser.page().status == .ok)
            let token = try await browser.token()
            let answer = try await device.logIn(token: token, authenticationGroup: device.commonGroup)
            #expect(answer.status == .success && answer.username == "demo")
            try await device.registerApplication()
            #expect(try await device.fetchProfile()?.displayName == "Review")
            #expect(try await device.user().userName == "demo")
            #expect(try await device.userDetails().userName == "demo")
            #expect(try await device.status()?.enrollmentStatus == .enrolled)
            #expect(try await device.status()?.groupCode == "demo")
            try await device.sendBeacon(device.beacon())
        }
    }

    @Test func `A user of a group above signs in too, and the device stays in its group`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(
                "{version: 1, organizationGroups: [{path: global}, {path: global/demo}, {path: global/demo/east}]}")
            try await console.offerSAML()
            var device = try console.device()
            let token = try await console.samlBrowser(device, group: "east").token()
            #expect(try await device.logIn(token: token).status == .success)
            #expect(try await device.status()?.groupCode == "east")
        }
    }

    @Test func `A token is spent by its first use and ends after five minutes`() async throws {
        try await withConsole { console in
            try await console.offerSAML()
            var device = try console.device()
            let first = try await console.samlBrowser(device).token()
            let second = try await console.samlBrowser(device).token()
            console.clock.advance(seconds: 299)
            #expect(try await device.logIn(token: first).status == .success)
            #expect(try await device.logIn(token: first).status == .invalidToken)
            console.clock.advance(seconds: 1)
            #expect(try await device.logIn(token: second).status == .invalidToken)
        }
    }

    @Test func `A token is no use on another device or in another group`() async throws {
        try await withConsole { console in
            try await console.offerSAML()
            let device = try console.device()
            let token = try await console.samlBrowser(device).token()
            var other = try console.device("ffff")
            #expect(try await other.logIn(token: token).status == .invalidToken)
            #expect(try await console.admin(.get, "/_mock/devices/ffff").status == .notFound)
            for (group, code) in [("appreview", "AUTH-1005"), ("nobody", "AUTH--1"), ("DEMO", "AUTH-0")] {
                let answer = try await console.logIn(
                    console.login { ($0.authorizationCode, $0.activationCode) = (token, group) })
                #expect(answer["StatusCode"] == code, "\(group)")
            }
        }
    }

    @Test(arguments: [
        #"{"authenticationTypes":["usernameAndPassword","token"]}"#, #"{"forceToken":true}"#,
    ])
    func `A token is no use once the group does not offer SAML any more`(settings: String) async throws {
        try await withConsole { console in
            try await console.offerSAML()
            var device = try console.device()
            let token = try await console.samlBrowser(device).token()
            _ = try await console.admin(.patch, "/_mock/groups/demo/settings", text: settings)
            #expect(try await device.logIn(token: token).status == .serverNotConfigured)
            try await console.offerSAML()
            _ = try await console.admin(.patch, "/_mock/groups/demo/settings", text: #"{"forceToken":null}"#)
            #expect(try await device.logIn(token: token).status == .success)
        }
    }

    @Test func `A token is listed without its text, kept as a hash, and not exported`() async throws {
        try await withConsole { console in
            try await console.offerSAML()
            let token = try await console.samlBrowser().token()
            #expect(try await !console.contents().values.flatMap { $0 }.joined().contains(token))
            let list = try await console.admin(.get, "/_mock/users/demo/tokens")
            let item = (try list.json()["items"] as? [[String: Any]])?.first
            let device = try console.device().device.value
            #expect(
                item?["kind"] as? String == "saml" && item?["device"] as? String == device)
            #expect(!list.text.contains(token))
            #expect(try await !console.admin(.get, "/_mock/environment").text.contains("tokenHash"))
        }
    }

    @Test func `A first sign-in makes the user if the group says so`() async throws {
        try await withConsole { console in
            try await console.offerSAML(provisions: true)
            var device = try console.device()
            let browser = try await console.samlBrowser(device)
            #expect(try await browser.page().text.contains("first sign-in"))
            let token = try await browser.token("dana", password: "", email: "Dana@acme.example")
            #expect(try await device.logIn(token: token).username == "dana")
            #expect(try await device.userDetails().email == "Dana@acme.example")
            #expect(try await device.user().accountType == "Saml")
            let event = try await console.parts.core.database.read { db in
                try EventLogRecord.filter(sql: "action = 'user.provisioned'").fetchOne(db)
            }
            #expect(event?.subject == "dana" && event?.actor == device.device.value)
            #expect(
                try await console.logIn(console.login { ($0.username, $0.password) = ("dana", "x") })["StatusCode"]
                    == "AUTH-1001")
            // Known now: by the same address, even when nobody is made any more.
            try await console.offerSAML(provisions: false)
            let later = try await console.samlBrowser(device)
            _ = try await later.token("DANA", password: "", email: "dana@acme.example")
            for email in ["other@acme.example", ""] {
                let page = try await later.submit("dana", password: "x", email: email)
                #expect(page.headers[.location] == nil && page.text.contains("is wrong"))
            }
        }
    }

    @Test(arguments: ["", "dana", "@acme.example", "dana@", "da na@acme.example", "a@b@acme.example", "d@a..b"])
    func `A first sign-in asks for an address`(email: String) async throws {
        try await withConsole { console in
            try await console.offerSAML(provisions: true)
            let browser = try await console.samlBrowser()
            let page = try await browser.submit("dana", email: email)
            #expect(page.status == .ok && page.text.contains("Enter your e-mail address"))
            let unnamed = try await browser.submit(" ", email: "dana@acme.example")
            #expect(unnamed.status == .ok && unnamed.text.contains("Enter a user name"))
            #expect(
                try await console.parts.model.users.user(
                    named: "dana", in: try #require(try await console.parts.model.groups.group(code: "demo"))) == nil)
        }
    }

    @Test func `Who has a password cannot leave it out, and nobody new comes in unless the group says so`() async throws
    {
        try await withConsole { console in
            try await console.offerSAML()
            let browser = try await console.samlBrowser()
            for name in ["demo", "dana"] {
                let page = try await browser.submit(name, email: "demo@example.test")
                #expect(page.headers[.location] == nil && page.text.contains("is wrong"), "\(name)")
            }
            try await console.execute("UPDATE enrollmentUser SET passwordHash = NULL WHERE username = 'demo'")
            #expect(try await browser.submit("demo", email: "demo@example.test").headers[.location] == nil)
        }
    }

    @Test func `Wrong addresses lock an account as wrong passwords do`() async throws {
        try await withConsole { console in
            try await console.offerSAML(provisions: true)
            try await console.set("maximumFailedLogins", "2", of: "demo")
            let browser = try await console.samlBrowser()
            _ = try await browser.token("dana", password: "", email: "dana@acme.example")
            for _ in 1...2 { _ = try await browser.submit("dana", email: "x@acme.example") }
            #expect(try await browser.submit("dana", email: "dana@acme.example").text.contains("locked"))
        }
    }

    @Test func `Of first sign-ins at the same time one makes the user`() async throws {
        try await withConsole { console in
            try await console.offerSAML(provisions: true)
            let browser = try await console.samlBrowser()
            let locations = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<12 {
                    let email = number < 6 ? "dana@acme.example" : "x\(number)@acme.example"
                    group.addTask { try await browser.submit("dana", email: email).headers[.location] }
                }
                return try await group.reduce(into: [String]()) { if let location = $1 { $0.append(location) } }
            }
            #expect(!locations.isEmpty && Set(locations).count == locations.count)
            let count = try await console.parts.core.database.read { db in
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM enrollmentUser WHERE username = 'dana'")
            }
            #expect(count == 1)
        }
    }
}
