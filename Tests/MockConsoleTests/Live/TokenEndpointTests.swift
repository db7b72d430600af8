import Foundation
import Testing

@testable import ConsoleTestSupport

/// The token endpoint over TLS, as clients meet it, and the address a throttle sees.
@Suite(.enabled(if: Program.isBuilt)) struct TokenEndpointTests {
    @Test func `A token is fetched and used over both versions of HTTP`() async throws {
        try await withServedProgram { served in
            for (version, name) in TransportTests.versions {
                let common = [version, "--cacert", served.ca]
                let pair = "\(served.ready["oauthClientId"] ?? ""):\(served.ready["oauthClientSecret"] ?? "")"
                let answer = try await curl(
                    common + [
                        "--user", pair, "--data", "grant_type=client_credentials", "--write-out",
                        "\n%{content_type} %{http_version}", served.https + "/connect/token",
                    ])
                let lines = answer.output.split(separator: "\n")
                #expect(lines.last == "application/json; charset=UTF-8 \(name)", "\(answer.output)")
                let body = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
                let token = try #require(body?["access_token"] as? String)
                let used = try await curl(
                    common + ["--header", "Authorization: Bearer \(token)", served.https + "/api/system/info"])
                #expect(used.output.contains("\"ProductVersion\""), "\(used.output)")
            }
        }
    }

    @Test func `Failures count for the address of the connection, over either version of HTTP`() async throws {
        try await withServedProgram(["--ephemeral", "--set", "admin.signInFailures=2"]) { served in
            let common = ["--cacert", served.ca, "--output", "/dev/null", "--write-out", "%{http_code}"]
            var codes: [String] = []
            for version in ["--http1.1", "--http2", "--http2", "--http1.1"] {
                let wrong = [version, "--user", "admin:wrong", served.https + "/_mock/devices"]
                codes.append(try await curl(common + wrong).output)
            }
            #expect(codes == ["401", "401", "429", "429"])
            let token = "Authorization: Bearer \(served.ready["adminToken"] ?? "")"
            let events = try await curl(
                ["--cacert", served.ca, "--header", token, served.https + "/_mock/events?action=administrator.*"])
            #expect(
                events.output.contains("\"address\":\"127.0.0.1\"") || events.output.contains("\"address\":\"::1\""),
                "\(events.output)")
        }
    }
}
