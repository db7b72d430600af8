import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Names in the order of a sandbox can be told apart.
struct SandboxNameTests {
    @Test(arguments: ["name", "user"])
    func `A name that looks like another is refused with its reason`(member: String) async throws {
        try await withConsole { console in
            let answer = try await console.admin(
                .post, "/_mock/sandboxes", text: "{\"\(member)\": \"tester\u{200B}\"}")
            #expect(answer.status == .badRequest && answer.text.contains("\(member) must not have"), "\(answer.text)")
        }
    }
}
