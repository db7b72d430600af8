import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Faults and scenarios as pages.
struct FaultPagesTests {
    private func withBrowser(
        _ body: @escaping @Sendable (TestConsole, WebClient) async throws -> Void
    ) async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            try await body(console, browser)
        }
    }

    @Test func `A preset is put in force with a button, and removed with another`() async throws {
        try await withBrowser { console, browser in
            let empty = try await browser.page("/console/faults")
            #expect(empty.words.contains("No faults") && empty.words.contains("captive portal"))
            let page = try await browser.submit(
                "/console/faults/preset", on: "/console/faults", ["preset": "maintenance page"])
            #expect(page.words.contains("The fault maintenance page is in force."))
            #expect(try await console.send(.get, "/deviceservices/nowhere").status == .serviceUnavailable)
            let id = try #require(try await console.items("/_mock/faults").first?["id"] as? Int)
            try await browser.submit("/console/faults/\(id)/remove", on: "/console/faults")
            #expect(try await console.items("/_mock/faults").isEmpty)
            #expect(try await console.send(.get, "/deviceservices/nowhere").status == .notFound)
        }
    }

    @Test func `A preset is narrowed to a device, and to some requests`() async throws {
        try await withBrowser { console, browser in
            try await browser.submit(
                "/console/faults/preset", on: "/console/faults",
                [
                    "preset": "maintenance page", "presetDevice": "3f1c9a5d", "presetGroup": "demo", "presetTimes": "2",
                    "presetSeconds": "60",
                ])
            let fault = try #require(try await console.items("/_mock/faults").first)
            let match = try #require(fault["match"] as? [String: Any])
            #expect(match["device"] as? String == "3f1c9a5d" && match["group"] as? String == "demo")
            #expect(fault["times"] as? Int == 2 && fault["expiresAt"] != nil)
            #expect(try await console.send(.get, "/deviceservices/nowhere").status == .notFound)
            try await browser.submit(
                "/console/faults/add", on: "/console/faults",
                ["name": "mine", "effect": "preset.slow network", "path": "/deviceservices/**", "status": "503"])
            let mine = try #require(try await console.items("/_mock/faults").first { $0["name"] as? String == "mine" })
            #expect(mine["preset"] as? String == "slow network")
        }
    }

    @Test func `A fault of one's own changes the answers it means`() async throws {
        try await withBrowser { console, browser in
            let page = try await browser.submit(
                "/console/faults/add", on: "/console/faults",
                [
                    "name": "flaky", "method": "GET", "path": "/deviceservices/**",
                    "effect": "status", "status": "418", "times": "1", "retryAfter": "7",
                ])
            #expect(page.words.contains("The fault flaky is in force."))
            let answer = try await console.send(.get, "/deviceservices/nowhere")
            #expect(answer.status.code == 418 && answer.headers[.retryAfter] == "7")
            #expect(try await console.send(.get, "/deviceservices/nowhere").status == .notFound)
            #expect(try await browser.page("/console/faults").words.contains("Spent"))
            let entry = try await browser.page("/console/journal?fault=flaky")
            #expect(entry.words.contains("418"))
        }
    }

    @Test func `A fault that cannot be is refused, and what was typed stays`() async throws {
        try await withBrowser { console, browser in
            let page = try await browser.submit(
                "/console/faults/add", on: "/console/faults",
                ["name": "flaky", "effect": "status", "status": "9999", "path": "/<script>"])
            #expect(page.words.contains("Not done"))
            #expect(page.text.contains("value=\"flaky\"") && page.text.contains("aria-invalid=\"true\""))
            #expect(!page.text.contains("/<script>"))
            #expect(try await console.items("/_mock/faults").isEmpty)
            let words = try await browser.submit(
                "/console/faults/add", on: "/console/faults", ["effect": "none", "action": "[]"]
            ).words
            #expect(words.contains("action has to be a JSON object."))
        }
    }

    @Test func `All faults are removed at once`() async throws {
        try await withBrowser { console, browser in
            for name in ["console down", "slow network"] {
                _ = try await console.admin(.post, "/_mock/faults", text: #"{"preset": "\#(name)"}"#)
            }
            let page = try await browser.submit("/console/faults/remove-all", on: "/console/faults")
            #expect(page.words.contains("Faults removed: 2."))
            #expect(try await console.items("/_mock/faults").isEmpty)
        }
    }

    @Test func `A scenario begins with a template and is moved, reset, stopped and deleted`() async throws {
        try await withBrowser { console, browser in
            let page = try await browser.submit(
                "/console/scenarios/template", on: "/console/scenarios",
                ["template": "wipe", "wipe-scenario": "lost phone", "wipe-enrolled": "2", "wipe-pending": "1"])
            #expect(page.words.contains("lost phone is in force."))
            let own = "/console/scenarios/lost%20phone"
            #expect(
                try await browser.page(own).words.contains(
                    "No device has a state yet It gets one with its first request."))
            let moved = try await browser.submit("\(own)/move", on: own, ["key": "3f1c9a5d", "to": "wipe pending"])
            #expect(moved.words.contains("3f1c9a5d wipe pending"))
            let reset = try await browser.submit("\(own)/reset", on: own, ["key": "3f1c9a5d"])
            #expect(reset.words.contains("3f1c9a5d is in the first state."))
            #expect(try await browser.submit("\(own)/stop", on: own).words.contains("Stopped"))
            #expect(try await browser.submit("\(own)/start", on: own).words.contains("acts again"))
            #expect(try await browser.submit("\(own)/delete", on: own).words.contains("No scenarios"))
            #expect(try await console.items("/_mock/scenarios").isEmpty)
        }
    }

    @Test func `A scenario is written, and one that cannot be says why`() async throws {
        try await withBrowser { console, browser in
            let written = try await browser.submit(
                "/console/scenarios/write", on: "/console/scenarios",
                ["definition": "name: busy\nkey: everything\nstates: {a: {answers: [{action: {status: 503}}]}}\n"])
            #expect(written.words.contains("busy is in force."))
            #expect(try await console.send(.get, "/deviceservices/nowhere").status == .serviceUnavailable)
            let refused = try await browser.submit(
                "/console/scenarios/write", on: "/console/scenarios", ["definition": "name: <b>x"])
            #expect(refused.words.contains("Not done") && !refused.text.contains("<b>x"))
        }
    }

    @Test func `Lint groups findings by rule and links to entries`() async throws {
        try await withBrowser { console, browser in
            #expect(try await browser.page("/console/lint").words.contains("No requests to look at"))
            for _ in 0..<6 {
                _ = try await console.send(
                    .get,
                    "/deviceservices/awmdmsdk/v1/platform/apple/uid/3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c/status")
            }
            _ = try await console.signedInDevice()
            let findings = try await console.adminJSON("/_mock/lint")["findings"] as? [[String: Any]] ?? []
            let page = try await browser.page("/console/lint")
            for finding in findings {
                #expect(page.words.contains(try #require(finding["message"] as? String)))
                let id = try #require((finding["entries"] as? [Int])?.first)
                #expect(page.text.contains("/console/journal/\(id)\""))
            }
            #expect(page.words.contains("All rules") && page.words.contains("retry-storm"))
            #expect(try await browser.page("/console/lint?rules=nothing").words.contains("Problem"))
            let report = try await browser.send(.get, "/console/lint/report?format=sarif")
            #expect(report.status == 200 && report.text.contains("2.1.0"))
        }
    }
}
