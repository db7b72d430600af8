import DeviceSimulator
import MockUEMTesting
import Testing

/// Verifying and waiting, and how failures look.
struct VerifyTests {
    @Test func `What was sent is counted`() async throws {
        let (mock, device) = (try await sharedConsole(), TestedApp.newDevice())
        try await TestedApp.signedIn(at: mock.access, device: device) { app in
            try await app.sendBeacon(app.beacon())
            try await app.sendBeacon(app.beacon())
        }
        let beacon = RequestMatch.post("/deviceservices/**beacon**").device(device).status(200)
        let found = try await mock.verify(beacon, exactly: 2)
        #expect(found.passed && found.count == 2 && found.matched.count == 2 && found.last != nil)
        try await mock.verify(beacon)
        try await mock.verify(beacon, atLeast: 1, atMost: 2)
        try await mock.verify(never: beacon.status(500))
        try await mock.verify(inOrder: [.post("/deviceservices/AuthenticationEndpoint.aws"), beacon])
        try await mock.verify(never: beacon.after(try #require(found.last)))
    }

    @Test func `A failure shows the nearest misses at the line of the call`() async throws {
        let (mock, device) = (try await sharedConsole(), TestedApp.newDevice())
        try await TestedApp.signedIn(at: mock.access, device: device) { try await $0.sendBeacon($0.beacon()) }
        let wanted = RequestMatch.post("/deviceservices/**beacon**").device(device).header("X-Build", "17")
        let line = #line + 2
        try await withKnownIssue {
            let found = try await mock.verify(wanted, exactly: 1)
            #expect(!found.passed && found.nearest.first?.differs.first?.member == "header.X-Build")
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return issue.sourceLocation?.line == line && issue.sourceLocation?.fileName == "VerifyTests.swift"
                && text.hasPrefix("Expected exactly 1: POST /deviceservices/**beacon** {")
                && text.contains("There are 0.\nNearest:\n  #")
                && text.contains("was answered 200\n      header.X-Build: expected \"17\", there is none")
        }
    }

    @Test func `A sequence or a refused request that fails says so`() async throws {
        let (mock, device) = (try await sharedConsole(), TestedApp.newDevice())
        try await TestedApp.signedIn(at: mock.access, device: device) { try await $0.sendBeacon($0.beacon()) }
        try await withKnownIssue {
            try await mock.verify(inOrder: [.post("/**").device(device), .delete("/x")])
        } matching: {
            $0.comments.first?.rawValue.hasPrefix("Expected in this order: POST /** {") == true
        }
        try await withKnownIssue {
            try await mock.verify(never: .post("/**").device(device))
        } matching: {
            $0.comments.first?.rawValue.hasPrefix("Expected no request: POST /** {") == true
        }
    }

    @Test func `A wait ends with the request`() async throws {
        let (mock, device) = (try await sharedConsole(), TestedApp.newDevice())
        async let waited = mock.wait(for: .device(device).path("/deviceservices/**beacon**"), timeout: .seconds(30))
        async let both = mock.wait(
            forOrder: [.path("/**.aws"), .device(device).path("/**beacon**")], timeout: .seconds(30))
        try await TestedApp.signedIn(at: mock.access, device: device) { app in
            try await mock.wait(for: .enrollment(of: device))
            try await app.sendBeacon(app.beacon())
            let records = try await mock.wait(for: .records("beacons", of: device))
            #expect(records.count == 1)
        }
        #expect(try await waited.count == 1)
        #expect(try await both.passed)
    }

    @Test func `A wait that is in vain fails at its line, once, and ends the test`() async throws {
        let mock = try await sharedConsole()
        let line = #line + 2
        try await withKnownIssue {
            try await mock.wait(for: .get("/nobody/asks/for/this"), timeout: .milliseconds(20))
            Issue.record("the test goes on")
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.comments.first?.rawValue.hasPrefix("Expected within 0.02 seconds at least 1: GET /nobody")
                    == true
        }
    }

    @Test func `A wait for a state that does not come shows the state`() async throws {
        let (mock, device) = (try await sharedConsole(), TestedApp.newDevice())
        try await TestedApp.signedIn(at: mock.access, device: device) { _ in }
        try await withKnownIssue {
            try await mock.wait(for: .enrollment(of: device, is: "unenrolled"), timeout: .milliseconds(20))
        } matching: { issue in
            issue.comments.first?.rawValue.contains("It is ") == true
        }
    }

    @Test func `Where no test of Swift Testing runs, a failure is thrown`() async throws {
        let mock = try await sharedConsole()
        let thrown = await Task.detached { () -> (any Error)? in
            do {
                try await mock.verify(.get("/nobody/asks/for/this"), atLeast: 2, atMost: 3)
                return nil
            } catch { return error }
        }.value
        let failure = try #require(thrown as? VerificationFailure)
        #expect(
            failure.description.hasPrefix("Expected at least 2 and at most 3: GET /nobody/asks/for/this\nThere are 0."))
    }
}
