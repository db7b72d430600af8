import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Rules over the journal.
struct LintTests {
    @Test(arguments: BadClient.all)
    func `A bad client trips its rule and no other`(bad: BadClient) async throws {
        try await withConsole { console in
            try await bad.prepare(console)
            let world = LintWorld(console: console, device: try await console.launched())
            let before = try await console.lint("?failOn=note")
            #expect(before.clean && !before.failed, "\(before.findings)")
            try await bad.act(world)
            let report = try await console.lint("?failOn=note")
            #expect(report.rules == [bad.rule], "\(report.findings)")
            #expect(report.failed && !report.clean)
            let finding = try #require(report.findings.first)
            #expect(!finding.entries.isEmpty && finding.count >= finding.entries.count)
            #expect(finding.documentation.hasSuffix("/docs/Lint#\(bad.rule)"))
            for id in finding.entries { #expect(try console.journal.entry(id) != nil) }
        }
    }

    @Test func `Every rule has its bad client, a reason, and a name of its own`() {
        #expect(LintRule.all.count >= 30)
        #expect(Set(BadClient.all.map(\.rule)) == Set(LintRule.all.map(\.id)))
        #expect(LintRule.byID.count == LintRule.all.count)
        for rule in LintRule.all {
            #expect(!rule.title.isEmpty && rule.why.hasSuffix("."), "\(rule.id)")
        }
    }

    @Test func `Every rule has its section in the article`() async throws {
        try await withConsole { console in
            let article = try await console.send(.get, "/docs/Lint.md").text
            let sections = article.matches(of: #/\n### ([a-z0-9-]+)\n\n\*\*(\w+)\.\*\*/#).map {
                [$0.1, $0.2.lowercased()[...]]
            }
            #expect(sections == LintRule.all.map { [$0.id[...], $0.severity.rawValue[...]] })
            let page = try await console.send(.get, "/docs/Lint").text
            for rule in LintRule.all { #expect(page.contains("id=\"\(rule.id)\""), "\(rule.id)") }
        }
    }

    @Test func `What was found is told once for each client, with all entries`() async throws {
        try await withConsole { console in
            let world = LintWorld(console: console, device: try await console.launched())
            let other = LintWorld(
                console: console, device: try await console.launched(String(repeating: "b", count: 40)))
            for _ in 0..<30 { try await world.send(world.request("GET", "/deviceservices/nowhere")) }
            try await other.send(other.request("GET", "/deviceservices/nowhere"))
            let report = try await console.lint()
            #expect(report.rules == ["unknown-path", "unknown-path"])
            #expect(report.findings.map(\.count) == [30, 1])
            #expect(report.findings[0].entries.count == LintFinding.entryLimit)
            #expect(report.findings[0].subject == "com.example.demo on 3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c")
            let narrowed = try await console.lint("?device=\(other.device.device)")
            // Its refused calls have no credential that was checked.
            #expect(narrowed.findings.count <= 1)
        }
    }

    @Test func `Rules are chosen, ignored, and fail from a severity on`() async throws {
        try await withConsole { console in
            let world = LintWorld(console: console, device: try await console.launched())
            try await world.beacon { $0["Batery"] = "full" }
            try await world.beacon { $0["Name"] = nil }
            #expect(try await console.lint().rules == ["beacon-field-missing", "beacon-unknown-field"])
            #expect(try await console.lint("?rules=beacon-unknown-field").rules == ["beacon-unknown-field"])
            #expect(try await console.lint("?ignore=beacon-unknown-field").rules == ["beacon-field-missing"])
            #expect(try await console.lint("?rules=plain-http,unsigned").clean)
            #expect(try await !console.lint("?failOn=error").failed)
            #expect(try await console.lint("?failOn=Warning").failed)
            #expect(try await !console.lint("?rules=beacon-unknown-field").failed)
            #expect(try await console.lint("?rules=beacon-unknown-field&failOn=note").failed)
        }
    }

    @Test func `What cannot be asked for is refused with what can`() async throws {
        try await withConsole { console in
            let vectors: [(String, String)] = [
                ("rules=plain-htp", "Did you mean plain-http?"), ("ignore=x", "ignore has an unknown rule"),
                ("format=yaml", "json, text, sarif and junit"), ("failOn=fatal", "error, warning and note"),
                ("rule=plain-http", "rule"), ("status=x", "status"),
            ]
            for (query, sentence) in vectors {
                let response = try await console.admin(.get, "/_mock/lint?\(query)")
                #expect(response.status == .badRequest && response.text.contains(sentence), "\(response.text)")
            }
        }
    }

    @Test func `The rules are listed with severity, reason and where they are described`() async throws {
        try await withConsole { console in
            let items = try #require(try await console.adminJSON("/_mock/lint/rules")["items"] as? [[String: Any]])
            #expect(items.compactMap { $0["id"] as? String } == LintRule.all.map(\.id))
            #expect(
                items.allSatisfy { ($0["documentation"] as? String)?.hasPrefix("http://localhost/docs/Lint#") == true })
        }
    }

    @Test func `An administrator of another group sees nothing of it`() async throws {
        try await withConsole { console in
            let imported = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global, id: 7, type: Global}
                  - {path: global/other, name: Other, type: Customer}
                """)
            #expect(imported.status == .ok)
            let world = LintWorld(console: console, device: try await console.launched())
            try await world.beacon { $0["Batery"] = "full" }
            let other = try await console.api(.readOnly, of: "other")
            let report = try await other.mock(.get, "lint").json()
            #expect(report["entries"] as? Int == 0 && report["clean"] as? Bool == true)
        }
    }

    @Test func `What was sent once more by an administrator is no client's fault`() async throws {
        try await withConsole { console in
            let world = LintWorld(console: console, device: try await console.launched())
            try await world.send(world.user)
            let id = try #require(try await console.journalItems("?pageSize=1").first?["id"] as? Int)
            console.clock.advance(seconds: 3600)
            let replay = try await console.admin(.post, "/_mock/journal/\(id)/replay")
            #expect(replay.status == .ok)
            #expect(try await console.lint("?failOn=note").clean)
        }
    }

    // MARK: Profiles

    @Test func `A log is judged by the profile that the app had, not by the one of today`() async throws {
        try await withConsole { console in
            let device = try await console.launched()
            try await device.uploadLog("as detailed as the profile of that moment wants")
            try await console.change("LoggingLevel: 2", to: "LoggingLevel: 0")
            #expect(try await console.lint("?failOn=note").clean)
            // The app has not fetched the new one yet.
            try await device.uploadLog("as detailed as the profile it knows")
            #expect(try await console.lint("?failOn=note").clean)
            _ = try await device.status()
            _ = try await device.fetchProfile()
            try await device.sendBeacon(device.beacon())
            try await device.uploadLog("more than it may now")
            let report = try await console.lint("?failOn=note")
            #expect(report.rules == ["log-level"] && report.findings.first?.count == 1, "\(report.findings)")
        }
    }

    @Test func `Where the journal has no profile, the version of that time is looked up`() async throws {
        try await withConsole { console in
            let device = try await console.launched()
            try await device.uploadLog("allowed")
            console.clock.advance(seconds: 60)
            try await console.change("LoggingLevel: 2", to: "LoggingLevel: 0")
            console.clock.advance(seconds: 60)
            try await device.uploadLog("not allowed")
            let last = try #require(try await console.journalItems("?pageSize=1").first?["id"] as? Int64)
            try console.journal.remove { $0.request.path.lowercased().contains("settingsendpoint") }
            let report = try await console.lint("?failOn=note&path=logging")
            #expect(report.rules == ["log-level"] && report.findings.first?.entries == [last], "\(report.findings)")
        }
    }

    @Test func `A profile that a command installs counts once it was acknowledged`() async throws {
        try await withConsole { console in
            let device = try await console.launched()
            let name = try await profileName(console)
            try await console.change("EnableAnalytics: true", to: "EnableAnalytics: false")
            let body = "{\"requestType\": \"InstallProfile\", \"profile\": \"\(name)\"}"
            let queued = try await console.admin(.post, "/_mock/devices/\(device.device)/commands", text: body)
            #expect(queued.status == .created || queued.status == .ok, "\(queued.text)")
            let event = DeviceSimulator.AnalyticsEvent(
                name: "a", session: "0F5A6C1E-2B3D-4E5F-8A9B-0C1D2E3F4A5B", occurredAt: console.clock.now.date)
            try await device.sendAnalytics([event])
            #expect(try await console.lint("?failOn=note").clean)
            let command = try #require(try await device.idle())
            _ = try await device.process(
                ProcessorMessage(
                    status: .acknowledged, device: device.device, commandUUID: command.uuid,
                    requestor: "com.example.demo"))
            try await device.sendAnalytics([event])
            #expect(try await console.lint("?failOn=note").rules == ["analytics-off"])
        }
    }

    private func profileName(_ console: TestConsole) async throws -> String {
        try #require(
            try await console.parts.core.database.read { db in
                try String.fetchOne(
                    db,
                    sql: """
                        SELECT sdkProfile.name FROM installation JOIN sdkProfile ON sdkProfile.id = profileId LIMIT 1
                        """)
            })
    }

    // MARK: Bounds

    @Test func `Findings are bounded, and what is left out is counted`() throws {
        var findings = LintFindings(rules: ["unknown-path"])
        for number in 0..<1500 {
            let entry = JournalWorld.entry(Int64(number + 1), .get, "/deviceservices/x", status: 404) {
                $0.device = "\(number)"
            }
            findings.report("unknown-path", try #require(LintExchange(entry)), "It is unknown.")
        }
        #expect(findings.all.count == LintFindings.limit && findings.omitted == 500)
        findings.report(
            "plain-http", try #require(LintExchange(JournalWorld.entry(1, .get, "/deviceservices/x"))), "Not asked for."
        )
        #expect(findings.all.count == LintFindings.limit && findings.omitted == 500)
    }

    @Test func `Ten thousand entries take little time`() async throws {
        try await withConsole { console in
            _ = try await console.launched()
            let models = try console.journal.entries()
            var linter = Linter(rules: Set(LintRule.all.map(\.id)), isComplete: true)
            let start = ContinuousClock.now
            for number in 0..<10_000 { linter.add(models[number % models.count]) }
            linter.end()
            let time = ContinuousClock.now - start
            print("10,000 entries were linted in \(time)")
            #expect(time < .seconds(20))
            #expect(linter.count == 10_000)
        }
    }

    @Test func `Entries that were evicted are spoken of`() async throws {
        try await withConsole([\.journalEntries: "5"]) { console in
            _ = try await console.launched()
            let report = try await console.lint("?failOn=note")
            #expect(report.notice?.contains("evicted") == true)
            #expect(report.clean, "\(report.findings)")
        }
    }
}
