import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Passwords of administrators have a length, wherever they are set (Configuration, "Administrators").
struct AdministratorPasswordTests {
    private static let long: ConfigurationSettings = [
        \.adminMinimumPasswordLength: "12", \.adminPassword: "twelve chars",
    ]

    @Test func `A short one is refused with a sentence, a long one is taken`() async throws {
        try await withConsole(Self.long) { console async throws in
            let short = #"{"UserName":"dora","Password":"elevenchars","LocationGroupId":"7","Roles":[]}"#
            let refused = try await console.api.call(.post, "system/admins/addadminuser", short)
            #expect(refused.status == .badRequest && refused.text.contains("at least 12 characters"))
            for (body, status) in [
                (#"{"username":"eve","password":"elevenchars"}"#, 400),
                (#"{"username":"eve","password":"é€🏔456789abc"}"#, 201),
            ] {
                let answer = try await console.admin(.post, "/_mock/administrators", text: body)
                #expect(Int(answer.status.code) == status, "\(answer.text)")
            }
            let list = try await console.adminJSON("/_mock/administrators?pageSize=100")
            let eve = (list["items"] as? [[String: Any]])?.first { $0["username"] as? String == "eve" }
            let path = "/_mock/administrators/\(eve?["uuid"] as? String ?? "")/password"
            let kept = try await console.admin(.put, path, text: #"{"password":"short"}"#)
            #expect(kept.status == .badRequest && kept.text.contains("admin.minimumPasswordLength"))
            let changed = try await console.admin(.put, path, text: #"{"password":"quite long enough"}"#)
            #expect(changed.status == .noContent)
            #expect(
                try await console.status(.get, "/_mock/devices", TestConsole.basic("eve", "quite long enough")) == 200)
        }
    }

    @Test func `The start refuses a short one in the configuration, and takes the default as it is`() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ConsoleConfiguration.test([\.adminMinimumPasswordLength: "12"])
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("at least 12 characters"))
        _ = try ConsoleConfiguration.test([:])
        _ = try ConsoleConfiguration.test(Self.long)
    }

    @Test func `A length is said in good English`() {
        #expect(AdministratorPasswords(minimumLength: 1).problem(of: "")?.contains("at least 1 character ") == true)
        #expect(AdministratorPasswords(minimumLength: 1).problem(of: "x") == nil)
    }
}
