import Foundation
import Testing

@testable import ConsoleTestSupport

/// Clients that leave in the middle of something are no fault of the console.
@Suite(.enabled(if: Program.isBuilt)) struct AbortTests {
    private static let heads = [
        "POST /deviceservices/AuthenticationEndpoint.aws HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 5000\\r\\n\\r\\n{",
        "POST /deviceservices/AWMDMSDK/v3/apps/logs HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n5\\r\\nab",
        "POST /connect/token HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 100\\r\\n\\r\\ngrant",
        "POST /_mock/environment HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 100\\r\\n\\r\\n",
        "POST /_mock/saml/signin HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 100\\r\\n\\r\\nuser",
        "GET /openapi.json HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n",
        "GET /openapi/devices HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\nGET /docs HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n",
    ]

    @Test func `Those who leave are neither an error in the log nor in the way of others`() async throws {
        try await withServedProgram { served in
            let port = try #require(served.http.split(separator: ":").last)
            for head in Self.heads {
                let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); printf '\(head)' >&3; exec 3>&-"
                let outcome = try await run("/usr/bin/env", ["bash", "-c", script])
                #expect(outcome.status == 0, "\(outcome.errors)")
            }
            let upload = [
                "--cacert", served.ca, "--http2", "--limit-rate", "1k", "--max-time", "1", "--data-binary", "@-",
                served.https + "/deviceservices/AuthenticationEndpoint.aws",
            ]
            let script = "head -c 60000 /dev/zero | curl -s \"$@\"; true"
            _ = try await run("/usr/bin/env", ["bash", "-c", script, "bash"] + upload)
            #expect(try await curl([served.http + "/livez"]).output == "ok\n")
            served.program.signal(SIGTERM)
            let outcome = try await served.program.outcome()
            let lines = outcome.errors.split(separator: "\n")
            #expect(lines.filter { $0.contains(" error ") || $0.contains("status=500") }.isEmpty, "\(lines)")
            #expect(outcome.status == 0)
        }
    }
}
