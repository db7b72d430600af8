import Foundation
import MockUEMTesting
import Testing

/// Each example of the article "Coming from WireMock" is posted to a console.
struct ComingFromWireMockTests {
    /// Examples by the section they stand in.
    private static func examples() throws -> [String: [String]] {
        let path = "Sources/MockConsole/MockConsole.docc/ComingFromWireMock.md"
        let article = try String(contentsOfFile: RecipeTests.root + path, encoding: .utf8)
        var found: [String: [String]] = [:]
        for section in article.components(separatedBy: "\n## ").dropFirst() {
            let lines = section.split(separator: "\n")
            let rows = lines.filter { $0.hasPrefix("| ") }
            let cells = rows.compactMap { $0.split(separator: " | ").last }
            let code = cells.flatMap { $0.matches(of: /`(\{[^`]*\})`/).map { String($0.1) } }
            found[String(lines[0])] = code
        }
        return found
    }

    /// Expects that a console takes a body.
    private func expect(_ mock: some MockSurface, takes body: JSONValue, at path: String) async {
        do {
            try await mock.call("POST", path, body)
        } catch {
            Issue.record("\(body): \(error)")
        }
    }

    @Test(arguments: ["Matching requests", "Conditions for values", "Bodies"])
    func `Matchers are taken`(section: String) async throws {
        let mock = try await MockUEM.shared
        let examples = try #require(try Self.examples()[section])
        #expect(examples.count >= 10)
        for example in examples {
            let match = try JSONValue(json: Data(example.utf8))
            await expect(mock, takes: ["match": match, "atLeast": 0], at: "/_mock/verify")
        }
    }

    @Test func `Faults are taken`() async throws {
        try await MockUEM.started { mock in
            let examples = try #require(try Self.examples()["Faults"])
            #expect(examples.count >= 20)
            for example in examples {
                await expect(mock, takes: try JSONValue(json: Data(example.utf8)), at: "/_mock/faults")
                try await mock.removeFaults()
            }
        }
    }

    @Test func `Expectations are taken, and waited for`() async throws {
        let mock = try await MockUEM.shared
        let examples = try #require(try Self.examples()["Verifying"])
        #expect(examples.count >= 8)
        for example in examples {
            let body = try JSONValue(json: Data(example.utf8))
            await expect(mock, takes: body, at: body["timeoutSeconds"] == nil ? "/_mock/verify" : "/_mock/wait")
        }
    }

    @Test func `What has no example says why`() throws {
        let path = "Sources/MockConsole/MockConsole.docc/ComingFromWireMock.md"
        let article = try String(contentsOfFile: RecipeTests.root + path, encoding: .utf8)
        let rows = article.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.hasSuffix(" |") }
        #expect(rows.count > 80)
        for row in rows where row.contains("not here") { #expect(row.contains("because"), "\(row)") }
        for row in rows { #expect(row.split(separator: "|", omittingEmptySubsequences: false).count == 5, "\(row)") }
    }
}
