import DeviceSimulator
import MockUEMTesting
import Testing

/// The client lint in tests.
struct LintTests {
    @Test func `A client that has done nothing wrong is clean`() async throws {
        try await MockUEM.started { mock in
            try await mock.assertClean()
            let report = try await mock.lint()
            #expect(report.clean && !report.failed && report.findings.isEmpty)
        }
    }

    @Test func `What a client does wrong is a failure at the line of the call`() async throws {
        try await MockUEM.started { mock in
            try await TestedApp.installed(at: mock.access) { app in
                _ = try await app.send(ClientRequest(method: "GET", target: "/deviceservices/x?password=secret"))
            }
            let report = try await mock.lint()
            let finding = try #require(report.findings.first { $0.rule == "credentials-in-query" })
            #expect(report.failed && finding.severity == "error" && finding.entries.count == 1 && !finding.why.isEmpty)
            let line = #line + 2
            try await withKnownIssue {
                try await mock.assertClean()
            } matching: { issue in
                let text = issue.comments.first?.rawValue ?? ""
                return issue.sourceLocation?.line == line && text.hasPrefix("The client is not clean:\n")
                    && text.contains("error credentials-in-query: The query has password.")
            }
            let others = report.findings.map(\.rule)
            try await mock.assertClean(ignoring: others)
        }
    }

    @Test func `An unknown rule is refused`() async throws {
        let mock = try await sharedConsole()
        let error = await #expect(throws: MockUEMError.self) { try await mock.lint(ignoring: ["no-such-rule"]) }
        #expect(error?.status == 400)
    }
}
