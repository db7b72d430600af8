import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Figures of a console at `/metrics`.
struct MetricsTests {
    private static let token = "a-token-for-prometheus"

    private func metrics(_ console: TestConsole) async throws -> PrometheusLines {
        let response = try await console.admin(.get, "/metrics")
        #expect(response.status == .ok, "\(response.text)")
        #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = try PrometheusLines(response.text)
        #expect(lines.problems.isEmpty, "\(lines.problems)")
        return lines
    }

    @Test func `Requests are counted by route, method and status`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            for _ in 0..<3 { _ = try await console.admin(.get, "/_mock/devices") }
            let found = try await metrics(console)
            let devices = ["method": "GET", "route": "/_mock/devices", "status": "200"]
            #expect(found.value("mockuem_http_requests_total", devices) == 3)
            #expect(
                found.value("mockuem_http_request_duration_seconds_count", ["route": "/_mock/devices"]) == 3)
            #expect(found.value("mockuem_devices", ["status": "Enrolled"]) == 1)
        }
    }

    @Test func `A route has one name, whether it answers, refuses, or a fault answers in its place`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            let routes = try console.routers().list.all.values.map(\.path)
            for path in ["/deviceservices/awmdmsdk/v1/platform/2/uid/\(device.device)/status", "/API/MDM/Devices/1"] {
                _ = try await console.admin(.get, path)
                _ = try await console.send(.get, path)
                _ = try await console.admin(
                    .post, "/_mock/faults", text: #"{"action": {"refuse": "sessionRevoked"}, "times": 1}"#)
                _ = try await console.admin(.get, path)
                _ = try await console.admin(
                    .post, "/_mock/faults", text: #"{"action": {"status": 418}, "times": 1}"#)
                _ = try await console.admin(.get, path)
            }
            let samples = try #require(try await metrics(console).families["mockuem_http_requests_total"]?.samples)
            let labels = Set(samples.compactMap { $0.labels["route"] }.filter { $0 != "unmatched" })
            #expect(labels.count > 2)
            #expect(labels.count == Set(labels.map { $0.lowercased() }).count, "\(labels.sorted())")
            let known = Set(routes.map { $0.lowercased() })
            let unknown = Set(labels.map { $0.lowercased() }).subtracting(known)
            #expect(unknown.isEmpty, "\(unknown)")
        }
    }

    @Test func `Labels never have what somebody made up`() async throws {
        try await withConsole { console in
            for number in 0..<20 { _ = try await console.send(.get, "/deviceservices/made-up-\(number)") }
            for number in 0..<5 {
                let method = try #require(HTTPRequest.Method("MADEUP\(number)"))
                _ = try await console.client.executeRequest(uri: "/nowhere", method: method, headers: [:], body: nil)
            }
            let found = try await metrics(console)
            #expect(
                found.value("mockuem_http_requests_total", ["method": "GET", "route": "unmatched", "status": "404"])
                    == 20)
            let samples = try #require(found.families["mockuem_http_requests_total"]?.samples)
            #expect(!samples.contains { "\($0.labels)".lowercased().contains("made") })
            #expect(samples.filter { $0.labels["method"] == "other" }.reduce(0) { $0 + $1.value } == 5)
        }
    }

    @Test func `Logins and refusals are counted by code`() async throws {
        try await withConsole { console in
            var device = try await console.signedInDevice()
            try await device.logIn(username: "demo", password: "wrong", organizationGroup: "demo")
            _ = try await console.send(.get, "/_mock/devices", headers: ["Authorization": "Bearer nonsense"])
            let found = try await metrics(console)
            let logins = try #require(found.families["mockuem_logins_total"]?.samples)
            #expect(logins.contains { $0.labels == ["surface": "device", "code": "ok"] && $0.value >= 1 }, "\(logins)")
            #expect(
                logins.contains { $0.labels == ["surface": "device", "code": "AUTH-1001"] && $0.value == 1 },
                "\(logins)")
            let refusals = ["surface": "mock", "code": "unauthorized"]
            #expect(found.value("mockuem_refusals_total", refusals) == 1)
        }
    }

    @Test func `Journal, database, process and build are there`() async throws {
        try await withConsole([\.journalEntries: "3"]) { console in
            for number in 0..<5 { _ = try await console.send(.get, "/deviceservices/\(number)") }
            _ = try await console.admin(.post, "/_mock/groups/demo/terms-of-use", text: "{}")
            let found = try await metrics(console)
            #expect(found.value("mockuem_journal_entries") == 3)
            #expect(found.value("mockuem_journal_evicted_total") == 2)
            #expect(try #require(found.value("mockuem_journal_bytes")) > 0)
            for name in ["mockuem_waits", "mockuem_streams", "mockuem_database_queue_length"] {
                #expect(found.value(name) == 0, "\(name)")
            }
            #expect(try #require(found.value("mockuem_database_pages", ["state": "used"])) > 10)
            #expect(try #require(found.value("mockuem_database_bytes", ["file": "database"])) > 10_000)
            #expect(found.value("mockuem_build_info", ["version": MockUEMVersion.current]) == 1)
            #expect(try #require(found.value("process_cpu_seconds_total")) > 0)
            #expect(found.value("process_start_time_seconds") == Double(TestClock().now.milliseconds) / 1000)
        }
    }

    @Test func `Commits are counted with their sizes`() async throws {
        try await withConsole { console in
            let before = try await metrics(console)
            _ = try await console.signedInDevice()
            let after = try await metrics(console)
            let name = "mockuem_database_commit_units"
            #expect(try #require(after.value("\(name)_count")) > before.value("\(name)_count") ?? 0)
            let (sum, count) = (try #require(after.value("\(name)_sum")), after.value("\(name)_count") ?? 0)
            #expect(sum >= count)
            #expect(after.value("mockuem_database_commit_seconds_count") == after.value("\(name)_count"))
        }
    }

    @Test func `The token of the configuration reads figures, and nothing else`() async throws {
        try await withConsole([\.metricsToken: Self.token]) { console in
            func expect(_ path: String, _ token: String, _ status: HTTPResponse.Status) async throws {
                let response = try await console.send(.get, path, headers: ["Authorization": "Bearer \(token)"])
                #expect(response.status == status, "\(path): \(response.text)")
            }
            try await expect("/metrics", Self.token, .ok)
            try await expect("/metrics", Self.token + "x", .unauthorized)
            try await expect("/metrics", String(Self.token.dropLast()), .unauthorized)
            try await expect("/_mock/devices", Self.token, .unauthorized)
            try await expect("/_mock/stream", Self.token, .unauthorized)
        }
    }

    @Test func `Others are refused with a challenge`() async throws {
        try await withConsole { console in
            for header in [
                [:], ["Authorization": "Bearer "], ["Authorization": "Basic x"], ["Authorization": "Digest x"],
            ] {
                let response = try await console.send(.get, "/metrics", headers: header)
                #expect(response.status == .unauthorized, "\(header)")
                let challenge = try #require(response.headers[.wwwAuthenticate])
                #expect(challenge.hasPrefix("Basic realm=") && challenge.contains("Bearer"))
            }
        }
    }

    @Test func `Administrators of everything read figures, others do not`() async throws {
        try await withConsole { console in
            let own = "Basic \(Data("\(console.api.username):\(console.api.password)".utf8).base64EncodedString())"
            #expect(try await console.send(.get, "/metrics", headers: ["Authorization": own]).status == .ok)
            let demo = try await console.api(.readOnly, of: "demo")
            let theirs = "Basic \(Data("\(demo.username):\(demo.password)".utf8).base64EncodedString())"
            let response = try await console.send(.get, "/metrics", headers: ["Authorization": theirs])
            #expect(response.status == .forbidden, "\(response.text)")
        }
    }

    @Test func `A token that is too short stops the start`() throws {
        let error = #expect(throws: ConfigurationError.self) {
            _ = try ConsoleConfiguration.test([\.metricsToken: "short"])
        }
        #expect(error?.description.contains("16 characters") == true && error?.description.contains("short\"") == false)
    }

    @Test func `An open stream counts as long as it is open`() async throws {
        try await withConsole { console in
            async let stream = console.stream("kind=request&limit=1")
            while try console.streams.count < 1 { await Task.yield() }
            #expect(try await metrics(console).value("mockuem_streams") == 1)
            while try console.streams.count > 0 {
                _ = try await console.send(.get, "/deviceservices/x")
                await Task.yield()
            }
            _ = try await stream
            #expect(try await metrics(console).value("mockuem_streams") == 0)
        }
    }
}
