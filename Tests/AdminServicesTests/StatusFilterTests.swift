import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// The filter `status` of lists of the admin REST API.
struct StatusFilterTests {
    @Test func `Each list takes the words of every version`() async throws {
        try await withConsole { console in
            for path in [
                "system/users/search", "mdm/profiles/search", "mdm/compliancepolicy/search",
                "system/eventnotifications/search",
            ] {
                for word in ["Active", "inactive", "true", "0", "Enabled", "All", ""] {
                    let answer = try await console.api.call(.get, "\(path)?status=\(word)")
                    #expect([200, 204].contains(answer.status.code), "\(path) \(word): \(answer.text)")
                }
                let answer = try await console.api.call(.get, "\(path)?status=maybe")
                #expect(answer.status == .badRequest, "\(path): \(answer.text)")
            }
        }
    }
}
