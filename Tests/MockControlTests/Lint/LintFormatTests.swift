import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOFoundationCompat
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Reports in the forms that other programs read.
struct LintFormatTests {
    /// A console whose journal has a warning and a note.
    private func withFindings(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole { console in
            let world = LintWorld(console: console, device: try await console.launched())
            try await world.beacon { $0["B<a>\"&tery"] = "full" }
            try await world.beacon { $0["Name"] = nil }
            try await body(console)
        }
    }

    @Test func `SARIF has the members that version 2.1.0 asks for`() async throws {
        try await withFindings { console in
            let response = try await console.admin(.get, "/_mock/lint?format=sarif")
            #expect(response.headers[.contentType] == "application/sarif+json")
            let log = try response.json()
            #expect(
                log["version"] as? String == "2.1.0" && (log["$schema"] as? String)?.contains("sarif-2.1.0") == true)
            let runs = try #require(log["runs"] as? [[String: Any]])
            let run = try #require(runs.first)
            #expect(runs.count == 1)
            let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
            #expect(
                driver["name"] as? String == "MockUEM lint" && driver["version"] as? String == MockUEMVersion.current)
            #expect(URL(string: driver["informationUri"] as? String ?? "")?.scheme == "http")
            let rules = try #require(driver["rules"] as? [[String: Any]])
            #expect(rules.count == LintRule.all.count)
            for rule in rules {
                #expect((rule["shortDescription"] as? [String: String])?["text"]?.hasSuffix(".") == true)
                #expect((rule["fullDescription"] as? [String: String])?["text"]?.isEmpty == false)
                #expect(URL(string: rule["helpUri"] as? String ?? "")?.fragment == rule["id"] as? String)
                let level = (rule["defaultConfiguration"] as? [String: String])?["level"]
                #expect(["error", "warning", "note"].contains(level))
            }
            try expectResults(run, rules)
        }
    }

    private func expectResults(_ run: [String: Any], _ rules: [[String: Any]]) throws {
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.compactMap { $0["ruleId"] as? String } == ["beacon-field-missing", "beacon-unknown-field"])
        #expect(results.compactMap { $0["level"] as? String } == ["warning", "note"])
        for result in results {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
            #expect((result["message"] as? [String: String])?["text"]?.isEmpty == false)
            #expect(result["occurrenceCount"] as? Int == 1)
            #expect((result["partialFingerprints"] as? [String: String])?.count == 1)
            let location = try #require((result["locations"] as? [[String: Any]])?.first)
            let physical = try #require(location["physicalLocation"] as? [String: [String: String]])
            #expect(physical["artifactLocation"]?["uri"]?.contains("/_mock/journal/") == true)
            #expect((location["logicalLocations"] as? [[String: String]])?.first?["fullyQualifiedName"] != nil)
        }
        #expect((run["invocations"] as? [[String: Any]])?.first?["executionSuccessful"] as? Bool == true)
    }

    @Test func `JUnit has a case for each rule, and fails for what is bad enough`() async throws {
        try await withFindings { console in
            let response = try await console.admin(.get, "/_mock/lint?format=junit")
            #expect(response.headers[.contentType]?.hasPrefix("application/xml") == true)
            let suite = try #require(try JUnitReader.read(Data(buffer: response.body)))
            #expect(suite.tests == LintRule.all.count && suite.cases.map(\.name) == LintRule.all.map(\.id))
            #expect(suite.failures == 1)
            let failed = suite.cases.filter { $0.failure != nil }
            #expect(
                failed.map(\.name) == ["beacon-field-missing"]
                    && failed[0].failure == "A beacon without a field it always has")
            let noted = try #require(suite.cases.first { $0.name == "beacon-unknown-field" })
            #expect(noted.failure == nil && noted.text.contains("The beacon has B<a>\"&tery."), "\(noted.text)")
            let strict = try await console.admin(.get, "/_mock/lint?format=junit&failOn=note")
            #expect(try JUnitReader.read(Data(buffer: strict.body))?.failures == 2)
            #expect(strict.headers[try #require(HTTPField.Name("x-lint-failures"))] == "2")
        }
    }

    @Test func `Only the latest entries may be asked about`() async throws {
        try await withFindings { console in
            let all = try await console.admin(.get, "/_mock/lint").json()
            let entries = try #require(all["entries"] as? Int)
            #expect(entries > 1)
            for (latest, looked) in [(1, 1), (entries * 9, entries)] {
                let some = try await console.admin(.get, "/_mock/lint?latest=\(latest)").json()
                #expect(some["entries"] as? Int == looked)
            }
            for wrong in ["0", "-1", "x", "9999999999999999999999"] {
                #expect(try await console.admin(.get, "/_mock/lint?latest=\(wrong)").status == .badRequest)
            }
        }
    }

    @Test func `Text is for people`() async throws {
        try await withFindings { console in
            let text = try await console.admin(.get, "/_mock/lint?format=text").text
            #expect(
                text.hasPrefix("warning: beacon-field-missing: A beacon without a field it always has\n"), "\(text)")
            #expect(text.contains("\nnote: beacon-unknown-field: "))
            #expect(text.contains("  com.example.demo on 3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c: Missing: Name.\n"))
            #expect(text.contains("2 findings (0 errors, 1 warning, 1 note) in "))
        }
        try await withConsole { console in
            let text = try await console.admin(.get, "/_mock/lint?format=text").text
            #expect(text == "No findings in 0 requests, \(LintRule.all.count) rules.\n")
        }
    }

    @Test(arguments: [
        ("application/sarif+json", "application/sarif+json"), ("text/plain", "text/plain; charset=utf-8"),
        ("application/xml", "application/xml; charset=utf-8"), ("*/*", "application/json; charset=utf-8"),
        ("application/json", "application/json; charset=utf-8"),
    ])
    func `The format follows from Accept`(accept: String, type: String) async throws {
        try await withConsole { console in
            let response = try await console.send(
                .get, "/_mock/lint",
                headers: ["Authorization": "Bearer \(console.console.credentials.adminToken)", "Accept": accept])
            #expect(response.status == .ok && response.headers[.contentType] == type)
        }
    }

    @Test func `Characters that XML has no place for are left out`() {
        #expect(LintJUnit.escaped("a\u{0}\u{1B}<b>&\"\n") == "a&lt;b&gt;&amp;&quot;\n")
    }
}

/// Reads a JUnit file.
private enum JUnitReader {
    struct Suite {
        let tests: Int
        let failures: Int
        let cases: [Case]
    }

    struct Case {
        let name: String
        /// Message of its failure; nil if it has none.
        let failure: String?
        let text: String
    }

    /// The suite; nil for what is no XML.
    static func read(_ data: Data) throws -> Suite? {
        let document = try XMLDocument(data)
        #expect(document.root == "testsuites")
        let text = String(decoding: data, as: UTF8.self)
        let suite = try #require(text.firstMatch(of: #/<testsuite name="[^"]+" tests="(\d+)" failures="(\d+)"/#))
        let cases = text.matches(
            of: #/<testcase [^>]*? name="([^"]+)"[^>]*?(?:/>|>(.*?)</testcase>)/#.dotMatchesNewlines())
        return Suite(
            tests: try #require(Int(suite.1)), failures: try #require(Int(suite.2)),
            cases: cases.map { match in
                let content = String(match.2 ?? "")
                let failure = content.firstMatch(of: #/<failure message="([^"]*)"/#).map { String($0.1) }
                return Case(name: String(match.1), failure: failure, text: unescaped(content))
            })
    }

    private static func unescaped(_ text: String) -> String {
        let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        return names.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
