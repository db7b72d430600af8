import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Clocks, snapshots and sandboxes as pages.
struct ClockPagesTests {
    private func withBrowser(
        _ body: @escaping @Sendable (TestConsole, WebClient) async throws -> Void
    ) async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            try await body(console, browser)
        }
    }

    @Test func `A clock is frozen, set, moved on, and follows the machine again`() async throws {
        try await withBrowser { console, browser in
            #expect(try await browser.page("/console/clocks").text.contains("/console/clocks/demo"))
            let own = "/console/clocks/demo"
            let frozen = try await browser.submit("\(own)/freeze", on: own, ["frozen": "2027-01-31T08:00:00Z"])
            #expect(frozen.words.contains("The clock shows 2027-01-31 08:00:00 UTC."))
            #expect(frozen.words.contains("Stands still"))
            let moved = try await browser.submit("\(own)/advance", on: own, ["duration": "P1D"])
            #expect(moved.words.contains("The clock shows 2027-02-01 08:00:00 UTC."))
            let offset = try await browser.submit("\(own)/offset", on: own, ["offset": "-3600"])
            #expect(offset.words.contains("−1 h"))
            let set = try await browser.submit("\(own)/set", on: own, ["set": "2030-01-01T00:00:00Z"])
            #expect(set.words.contains("Runs by itself"))
            #expect(try await browser.page("/console/clocks").words.contains("1 group has a clock of its own"))
            let machine = try await browser.submit("\(own)/machine", on: own)
            #expect(machine.words.contains("The machine's"))
            #expect(try await console.items("/_mock/clocks").isEmpty)
        }
    }

    @Test func `The topmost group goes by the machine, unless a group above it that is not seen has a clock`()
        async throws
    {
        try await withBrowser { console, browser in
            let all = try await browser.page("/console/clocks").words
            #expect(all.contains("The machine's") && all.contains("Goes by the group above it"))
            _ = try await console.admin(
                .post, "/_mock/administrators",
                text: #"{"username": "ann", "password": "ann-secret", "role": "Read Only", "group": "demo"}"#)
            let reader = WebClient(console)
            try await reader.signIn("ann", "ann-secret")
            let own = try await reader.page("/console/clocks").words
            #expect(own.contains("The machine's") && !own.contains("Goes by the group above it"))
            let set = try await console.admin(.put, "/_mock/clocks/global", text: #"{"offset": "P1D"}"#)
            #expect(set.status == .ok, "\(set.text)")
            let below = try await reader.page("/console/clocks").words
            #expect(!below.contains("The machine's") && below.contains("Goes by the group above it"))
            #expect(
                try await reader.page("/console/clocks/demo").words.contains("Goes by the clock of a group above it"))
        }
    }

    @Test func `A time that cannot be is refused beside its field`() async throws {
        try await withBrowser { console, browser in
            let page = try await browser.submit("/console/clocks/demo/set", on: "/console/clocks/demo", ["set": "soon"])
            #expect(page.words.contains("Not done") && page.text.contains("value=\"soon\""))
            #expect(try await console.items("/_mock/clocks").isEmpty)
            #expect(
                try await browser.send(.get, "/console/clocks/choose?group=demo").headers[.location]
                    == "/console/clocks/demo")
            let choice = try await browser.page("/console/clocks").text
            #expect(choice.contains("<select id=\"field-group\" name=\"group\"") && choice.contains("value=\"demo\""))
            #expect(try await browser.send(.get, "/console/clocks/nowhere").status == 404)
        }
    }

    @Test func `A snapshot is taken, restored and deleted`() async throws {
        try await withBrowser { console, browser in
            let page = "/console/snapshots"
            #expect(try await browser.page(page).words.contains("No snapshots yet"))
            let taken = try await browser.submit("\(page)/take", on: page, ["name": "before"])
            #expect(taken.words.contains("The snapshot before was taken."))
            let again = try await browser.submit("\(page)/take", on: page, ["name": "before"])
            #expect(again.words.contains("Not done"))
            try await browser.submit("\(page)/take", on: page, ["name": "before", "replace": "true"])
            _ = try await console.signedInDevice()
            #expect(try await console.items("/_mock/devices").count == 1)
            let restored = try await browser.submit("\(page)/before/restore", on: page)
            #expect(restored.words.contains("The console is as it was in the snapshot before."))
            #expect(try await console.items("/_mock/devices").isEmpty)
            try await browser.submit("\(page)/before/delete", on: page)
            #expect(try await console.items("/_mock/snapshots").isEmpty)
        }
    }

    @Test func `A reset goes back to the environment file, after a question`() async throws {
        try await withBrowser { console, browser in
            _ = try await console.signedInDevice()
            let before = try await browser.page("/console/snapshots")
            #expect(before.text.contains("data-confirm=\"Reset the whole console"))
            let page = try await browser.submit(
                "/console/snapshots/reset", on: "/console/snapshots", ["keepJournal": "true"])
            #expect(page.words.contains("the journal was kept"))
            #expect(try await console.items("/_mock/devices").isEmpty)
            #expect(try await !console.items("/_mock/journal").isEmpty)
        }
    }

    @Test func `A sandbox is made, its secrets are shown once, and it is removed`() async throws {
        try await withBrowser { console, browser in
            let page = "/console/sandboxes"
            let made = try await browser.submit("\(page)/make", on: page, ["name": "<b>mine", "ttl": "600"])
            let sandbox = try #require(try await console.items("/_mock/sandboxes").first)
            let id = try #require(sandbox["id"] as? String)
            let token = try #require(sandbox["adminToken"] as? String)
            #expect(made.text.contains(token) && !made.text.contains("<b>mine"))
            #expect(try await !browser.page(page).text.contains(token))
            let own = "\(page)/\(id)"
            let shown = try await browser.page(own)
            #expect(shown.text.contains("class=\"badge plain\">\(id)</span>"))
            #expect(shown.words.contains("Group ID") && !shown.text.contains(token))
            #expect(try await browser.submit("\(own)/credentials", on: own).text.contains(token))
            #expect(try await browser.submit("\(own)/reset", on: own).words.contains("is as it was made"))
            #expect(try await browser.submit("\(own)/delete", on: own).words.contains("No sandboxes"))
            #expect(try await console.items("/_mock/sandboxes").isEmpty)
        }
    }

    @Test func `A sandbox without a name of its own shows its id once`() async throws {
        try await withBrowser { console, browser in
            let page = "/console/sandboxes"
            try await browser.submit("\(page)/make", on: page)
            let id = try #require(try await console.items("/_mock/sandboxes").first?["id"] as? String)
            let shown = try await browser.page("\(page)/\(id)")
            #expect(shown.text.contains("<h1>\(id)</h1>") && !shown.text.contains("class=\"badge plain\">\(id)"))
        }
    }

    @Test func `Who may only read is offered no buttons`() async throws {
        try await withConsole { console in
            _ = try await console.admin(
                .post, "/_mock/administrators",
                text: #"{"username": "ann", "password": "ann-secret", "role": "Read Only", "group": "demo"}"#)
            _ = try await console.admin(.post, "/_mock/faults", text: #"{"preset": "slow network"}"#)
            let browser = WebClient(console)
            try await browser.signIn("ann", "ann-secret")
            for name in ["faults", "scenarios", "clocks", "clocks/demo", "sandboxes", "snapshots", "lint"] {
                let page = try await browser.page("/console/\(name)")
                // Signing out is the only form.
                #expect(page.text.split(separator: "method=\"post\"").count == 2, "\(name)")
            }
            #expect(try await browser.page("/console/snapshots").words.contains("take an administrator of the topmost"))
            _ = try await browser.send(
                .post, "/console/faults/preset",
                body: WebClient.encoded(["formToken": browser.formToken, "preset": "console down"]))
            #expect(try await console.items("/_mock/faults").count == 1)
        }
    }
}
