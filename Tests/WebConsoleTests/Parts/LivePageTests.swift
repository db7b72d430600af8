import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// What pages make anew while somebody looks at them, and how they write times.
struct LivePageTests {
    private static let device = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"

    private static func browser(_ console: TestConsole) async throws -> WebClient {
        let browser = WebClient(console)
        try await browser.signIn()
        return browser
    }

    @Test func `Lists are live on their first page only`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await Self.browser(console)
            let device = "/console/devices/\(Self.device)"
            for (path, section) in [
                ("/console/journal", "requests"), ("/console/devices", "devices"), ("/console/users", "users"),
                ("/console/sandboxes", "sandboxes"), ("/console/clocks", "clocks"), ("/console/app-logs", "logs"),
                ("/console/smart-groups", "smart-groups"), ("\(device)/beacons", "beacons"),
                ("\(device)/commands", "commands"), ("\(device)/logs", "logs"), ("\(device)/requests", "requests"),
            ] {
                let first = try await browser.page(path)
                #expect(first.text.contains("id=\"\(section)\" data-live=\""), "\(path)")
                let second = try await browser.page("\(path)?page=1")
                #expect(!second.text.contains("data-live"), "\(path)")
            }
        }
    }

    @Test func `Figures of the journal and findings of lint are live, and so are lead and badges of each page`()
        async throws
    {
        try await withConsole { console in
            let browser = try await Self.browser(console)
            let journal = try await browser.page("/console/journal").text
            let section = try #require(journal.firstRange(of: "id=\"requests\" data-live")).lowerBound
            #expect(journal[section...].contains("<ul class=\"figures\">"))
            #expect(try await browser.page("/console/lint").text.contains("id=\"found\" data-live=\"request\""))
            let list = try await browser.page("/console/devices").text
            #expect(list.contains("id=\"lead\">0 devices") && list.contains("id=\"badges\""))
        }
    }

    @Test func `What a clock shows goes on while it runs, and does not while it stands still`() async throws {
        try await withConsole { console in
            let browser = try await Self.browser(console)
            _ = try await console.admin(.put, "/_mock/clocks/demo", text: #"{"set": "2030-01-01T00:00:00Z"}"#)
            for path in ["/console/clocks", "/console/clocks/demo", "/console/"] {
                let page = try await browser.page(path).text
                #expect(page.contains("data-clock=\"2030-01-01T00:00:00"), "\(path)")
            }
            _ = try await console.admin(.put, "/_mock/clocks/demo", text: #"{"frozen": "2030-01-01T00:00:00Z"}"#)
            for path in ["/console/clocks", "/console/clocks/demo", "/console/"] {
                let page = try await browser.page(path)
                #expect(!page.text.contains("data-clock=\"2030"), "\(path)")
                #expect(page.words.contains("2030-01-01 00:00:00 UTC"), "\(path)")
            }
        }
    }

    @Test func `Ends of faults and of commands are times like all others`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await Self.browser(console)
            _ = try await console.admin(
                .post, "/_mock/faults", text: #"{"preset": "session revoked", "seconds": 60, "times": 3}"#)
            #expect(try await browser.page("/console/faults").text.contains("<small>3 times, ends <time datetime="))
            #expect(try await browser.page("/console/").text.contains("<small>0 hits, ends <time datetime="))
            let path = "/_mock/devices/\(Self.device)/commands"
            _ = try await console.admin(
                .post, path, text: #"{"requestType": "Hello", "allApps": true, "expiresInMinutes": 60}"#)
            let commands = try #require(try await console.adminJSON(path)["items"] as? [[String: Any]])
            let id = try #require(commands.first?["id"])
            let command = try await browser.page("/console/devices/\(Self.device)/commands/\(id)").text
            #expect(command.contains("<small>It expires <time datetime="))
        }
    }

    @Test func `Branches are told apart by what is above them`() async throws {
        try await withConsole { console in
            let groups = try await Self.browser(console).page("/console/groups").text
            #expect(groups.contains("<span class=\"hidden\">What is below Global</span>"))
        }
    }
}
