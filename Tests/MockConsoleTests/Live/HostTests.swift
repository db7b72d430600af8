import Foundation
import Testing

@testable import ConsoleTestSupport

/// Requests for hosts under which the console is not known (Security, "Hosts").
@Suite(.enabled(if: Program.isBuilt)) struct HostTests {
    @Test func `In the local profile they are answered, and no link names them`() async throws {
        try await withServedProgram { served in
            let port = served.http.split(separator: ":").last ?? ""
            for path in [
                "/deviceservices/trustservicesettings", "/", "/DeviceManagement/Enrollment",
                "/openapi/tags", "/autodiscovery/awcredentials.aws/v2/domainlookup/domain/example.test",
            ] {
                let answer = try await curl([
                    "--include", "-H", "Host: evil.example:1234", "-H", "Accept: text/html", served.http + path,
                ]).output
                #expect(!answer.contains("evil.example"), "\(path)")
                #expect(!answer.contains("421 Misdirected"), "\(path)")
                #expect(!answer.contains("<dt>Password</dt><dd><code>"), "a name may be led here for a while")
            }
            let known = try await curl(["-H", "Host: box.localhost:\(port)", served.http + "/openapi/tags"]).output
            #expect(known.contains("http://box.localhost:\(port)/"))
            served.program.signal(SIGTERM)
            let lines = try await served.program.outcome().errors.split(separator: "\n")
            #expect(lines.filter { $0.contains("hosts that are none of this console's") }.count == 1)
        }
    }
}
