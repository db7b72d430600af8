import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Names that accounts of the whole console share tell nothing of other customers (Security, "Customers").
struct TakenNameTests {
    @Test func `A name that another customer's account has is refused without saying whose it is`() async throws {
        try await withConsole { console async throws in
            let own = try await console.api(.consoleAdministrator, of: "demo", username: "demo-admin")
            _ = try await console.api(.readOnly, of: "appreview", username: "theirs")
            _ = try await console.api(.readOnly, of: "demo", username: "ours")
            for (name, sentence) in [
                ("theirs", "The name theirs cannot be taken; choose another one."),
                ("ours", "There is an administrator ours already."),
            ] {
                let answer = try await own.mock(
                    .post, "administrators", #"{"username":"\#(name)","password":"p"}"#)
                #expect(answer.status == .conflict && answer.text.contains(sentence), "\(answer.text)")
            }
            _ = try await console.admin(.post, "/_mock/oauth-clients", text: #"{"clientId":"theirs"}"#)
            let client = try await own.mock(.post, "oauth-clients", #"{"clientId":"theirs"}"#)
            #expect(!client.text.contains("There is an OAuth client"))
        }
    }

    @Test func `Names within groups are free for every customer`() async throws {
        try await withConsole { console async throws in
            for group in ["demo", "appreview"] {
                let own = try await console.api(.consoleAdministrator, of: group, username: "of-\(group)")
                let device = try await own.mock(.post, "devices", #"{"udid":"abcdabcd","group":"\#(group)"}"#)
                #expect(device.status != .conflict, "\(device.text)")
            }
        }
    }
}
