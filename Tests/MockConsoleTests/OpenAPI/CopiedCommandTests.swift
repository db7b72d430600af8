import DeviceProtocol
import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Every command of the pages about routes, run by a shell as it stands there, against a demo console.
struct CopiedCommandTests {
    /// A command as the page of its family shows it.
    private struct Command {
        let text: String
        let id: String

        /// What a shell runs here: the command, silent, with the status of its own call on a line at the end.
        ///
        /// Before that call every variable has to have got a value: what comes before it has to work as well.
        var script: String {
            let steps = text.components(separatedBy: "\ncurl ")
            let isFirst = steps.count == 1
            let before = steps.dropLast().joined(separator: "\ncurl ")
            let call = isFirst ? String(text.dropFirst("curl ".count)) : steps[steps.count - 1]
            // In a pipe nothing can stand between its ends.
            let check = before.hasSuffix("|") || isFirst ? "" : Self.check(before)
            let status = #"curl --silent --show-error --max-time 30 --write-out '\n%{http_code}' "#
            return (isFirst ? [] : [before, check]).joined(separator: "\n") + "\n" + status + call
        }

        private static func check(_ steps: String) -> String {
            steps.matches(of: /(?m)^([A-Z_]+)=/).map { ": \"${\($0.1):?got nothing}\"" }.joined(separator: "\n")
        }
    }

    /// Operations that no console of this version can answer with a success, with what they say instead.
    private static let unanswerable: [String: String] = [
        "requestCertificate": "A certificate authority is not configured",
        "checkInToSecureChannel": "The secure channel is not configured",
        "listDerivedCredentials": "A service for derived credentials is not configured",
        "reportDerivedCredentials": "A service for derived credentials is not configured",
        "getPolicySigningCertificate": "A policy-signing certificate is not configured",
        "getManagedAdministratorOfDevice": "The device has reported nothing of the kind",
        "getRecoveryKeyOfDevice": "The device has reported nothing of the kind",
        "changeAdministratorPassword": "Passwords are no longer changed through this API",
    ]

    private static func unescaped(_ html: Substring) -> String {
        String(html).replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }

    /// The commands of all pages of a console, in the order of the pages.
    private static func commands(of console: ServedProgram) async throws -> [Command] {
        let overview = try await curl(["\(console.http)/openapi"]).output
        let document = try APIDescription(try await curl(["\(console.http)/openapi.json"]).output)
        var commands: [Command] = []
        for page in overview.matches(of: /<h2><a href="(\/openapi\/[a-z0-9-]+)">/) {
            let html = try await curl(["\(console.http)\(page.1)"]).output
            for part in html.matches(of: /(?s)<section id="([^"]+)">.*?<pre class="command">(.*?)<\/pre>/) {
                commands.append(Command(text: unescaped(part.2), id: String(part.1)))
            }
        }
        #expect(Set(commands.map(\.id)) == Set(document.operations.map(\.id)))
        return commands
    }

    /// Runs a command as a shell does.
    ///
    /// - Returns: The status, and the body with what the shell says.
    private static func run(
        _ command: Command, _ variables: [String: String], in folder: String
    ) async throws -> (status: Int, body: String) {
        let program = try RunningProgram(
            "/bin/sh", ["-c", command.script], environment: variables, folder: folder)
        let outcome = try await program.outcome()
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n") + outcome.errors)
    }

    /// The variables that the pages speak of, with the token of the device that the copied login enrolls.
    private static func variables(
        _ console: ServedProgram, _ commands: [Command], in folder: String
    ) async throws -> [String: String] {
        var variables = [
            "TOKEN": console.ready["adminToken"] ?? "", "CLIENT_ID": console.ready["oauthClientId"] ?? "",
            "CLIENT_SECRET": console.ready["oauthClientSecret"] ?? "",
        ]
        let signIn = try #require(commands.first { $0.id == "signIn" })
        let login = try await run(signIn, variables, in: folder)
        let answer = try JSONSerialization.jsonObject(with: Data(login.body.utf8)) as? [String: Any]
        variables["ACCESS_TOKEN"] = try #require(answer?["AccessToken"] as? String)
        return variables
    }

    /// Nobody copies all of them in order, so they work in another one, too: none needs or spoils what others do.
    @Test(.enabled(if: Program.isBuilt), .timeLimit(.minutes(10)), arguments: [false, true])
    func `Every command works as copied, one after the other on one console`(isReversed: Bool) async throws {
        try await withTemporaryFolder { folder in
            try await withServedProgram(["--ephemeral"], in: folder) { console in
                let commands = try await Self.commands(of: console)
                let variables = try await Self.variables(console, commands, in: folder)
                let ordered = isReversed ? commands.reversed() : commands
                // A reset un-enrolls the device that the commands of device services speak for.
                for command in ordered.filter({ $0.id != "resetConsole" }) + ordered.filter({ $0.id == "resetConsole" })
                {
                    let (status, body) = try await Self.run(command, variables, in: folder)
                    if let refusal = Self.unanswerable[command.id] {
                        let isRefused = (400..<500).contains(status) && body.contains(refusal)
                        #expect(isRefused, "\(command.id) \(status): \(body.prefix(300))")
                    } else {
                        let works = (200..<400).contains(status)
                        #expect(works, "\(command.id) \(status): \(command.text)\n\(body.prefix(300))")
                    }
                }
            }
        }
    }
}
