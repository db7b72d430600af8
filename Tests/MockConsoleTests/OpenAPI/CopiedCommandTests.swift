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
        let operation: APIDescription.Operation

        /// When it is run: what adds things first, then what reads them, then what changes them, and last what ends them,
        /// the parts before the whole.
        var turn: [Int] { [rank, rank == 4 ? -operation.path.count { $0 == "/" } : 0] }

        private var rank: Int {
            let words = "\(operation.id) \(operation.path)".lowercased()
            let ends = [
                "delete", "unenroll", "wipe", "deactivate", "revoke", "unassign", "remove", "clear", "uninstall",
            ]
            if operation.method == "DELETE" || ends.contains(where: words.contains) { return 4 }
            if ["GET", "HEAD"].contains(operation.method) { return 2 }
            let adds = ["add", "create", "upload", "store", "register", "send"]
            guard adds.contains(where: operation.id.hasPrefix) else { return 3 }
            return operation.path.contains("blob") ? 0 : 1
        }
    }

    /// Operations that refuse their command, and why.
    private static let refused: Set<String> = unconfigured.union(unmade).union(ofFiles).union(opposed).union(ended)

    /// What a console of this version has no service for.
    private static let unconfigured: Set<String> = [
        "checkInToSecureChannel", "listDerivedCredentials", "getPolicySigningCertificate", "requestCertificate",
        "reportDerivedCredentials", "getManagedAdministratorOfDevice", "getRecoveryKeyOfDevice",
        "changeAdministratorPassword",
    ]

    /// What the command names by a uuid, or a number, that it gets only when it is made.
    private static let unmade: Set<String> = [
        "getTermsOfUseDecision", "fetchTermsOfUse", "fetchTermsOfUseContent", "fetchBrandingImage", "fetchAppIcon",
        "listCredentialsOfGroup", "getRestrictionPolicyBelowMdm", "getEnrollmentTokenOfGroup", "getRestrictionPolicy",
        "getDeviceByEasId", "getDeviceByImei", "getDeviceByMacAddress", "getDeviceBySerialNumber", "getMessage",
        "getNotificationSecret", "getDataUsageReport", "getPushToken", "getCommand", "getComplianceRule",
        "getMockAdministrator", "getApiKey", "getOauthClient", "getDelivery", "getPublicApp", "getPurchasedApp",
        "changeRestrictionPolicyBelowMdm", "changeRestrictionPolicy", "tagDevice", "orderBulkCommandV2",
        "replaceNotificationSecret", "testNotification", "replaceComplianceRule", "changeMockAdministrator",
        "setMockAdministratorPassword", "changeOauthClient", "rotateOauthClientSecret", "changePublicApp",
        "activatePublicApp", "installPublicApp", "assignPublicAppToSmartGroup", "assignPurchasedApp",
        "installPurchasedApp", "removePublicAppFromSmartGroup", "deactivatePublicApp", "uninstallPublicApp",
        "uninstallPurchasedApp", "deletePublicApp", "removeAppFromAppGroup", "deleteEnrollmentTokenOfGroup",
        "untagDevice", "withdrawTermsOfUse", "deleteNoteOfDeviceByAlternateId", "deletePurchasedApplication",
        "revokeApiKey", "deletePushToken", "deleteComplianceRule", "deleteMockAdministrator", "deleteApiKey",
        "deleteOauthClient", "getInternalAppStatusOnDevice", "installInternalApp", "mergeBlobChunks",
        "changeMdmProfile", "replaceAssignmentRulesOfAppV1", "replaceAssignmentRulesOfApp", "setApplicationProfile",
        "registerDeviceOfUser", "showSamlSignIn", "submitSamlSignIn", "checkDeviceOut", "reportMdmProfileOfDevice",
        "restoreSdkProfileVersion",
    ]

    /// What takes a file of a form that the file of this test does not have.
    private static let ofFiles: Set<String> = [
        "addInternalAppInSnakeCase", "addInternalApp", "addMacosApp", "processCommands", "exchangeSamples",
        "storeImageOfGroup", "importEnvironment", "addSslPins",
    ]

    /// What something stands against: it is so already, it is needed, or it would lock everybody out.
    private static let opposed: Set<String> = [
        "addAdministrator", "addInternalAppAssignments", "activateUser", "assignInternalAppToSmartGroup",
        "deleteInternalAppAssignments", "deleteAdministrator", "deleteAdministratorV2", "deleteGroup",
        "deleteSmartGroup", "deleteSdkProfile", "deleteImageOfGroup", "redeliverDelivery",
    ]

    /// What a command before has ended: a device, its token, a user, a blob.
    private static let ended: Set<String> = [
        "unenroll", "unenrollByPost", "deleteEnrollmentTokenOfUser", "deleteUserV2", "deleteDevice", "deleteBlob",
        "removeCustomAttributesOfDeviceByAlternateId", "deleteEscrowedKeysOfDevice", "deleteDeviceByAlternateId",
        "deleteMockDevice",
    ]

    /// The beginning of a command as the shell runs it here: with the status on a line of its own at the end.
    private static let silent = #"curl --silent --show-error --max-time 30 --write-out '\n%{http_code}'"#

    private static func unescaped(_ html: Substring) -> String {
        String(html).replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }

    /// The commands of all pages of a console.
    private static func commands(of console: ServedProgram) async throws -> [Command] {
        let overview = try await curl(["\(console.http)/openapi"]).output
        let document = try APIDescription(try await curl(["\(console.http)/openapi.json"]).output)
        let operations = Dictionary(document.operations.map { ($0.id, $0) }) { first, _ in first }
        var commands: [Command] = []
        for page in overview.matches(of: /<h2><a href="(\/openapi\/[a-z0-9-]+)">/) {
            let html = try await curl(["\(console.http)\(page.1)"]).output
            for part in html.matches(of: /(?s)<section id="([^"]+)">.*?<pre class="command">(.*?)<\/pre>/) {
                let operation = try #require(operations[String(part.1)])
                commands.append(Command(text: unescaped(part.2), operation: operation))
            }
        }
        #expect(commands.count == document.operations.count)
        return commands
    }

    /// Runs a command as a shell does.
    ///
    /// - Returns: The status, and the body.
    private static func run(
        _ command: String, _ variables: [String: String], in folder: String
    ) async throws -> (status: Int, body: String) {
        let text = silent + command.dropFirst("curl".count)
        let program = try RunningProgram("/bin/sh", ["-c", text], environment: variables, folder: folder)
        let lines = try await program.outcome().output.split(separator: "\n", omittingEmptySubsequences: false)
        return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
    }

    /// The commands in the order they are run in.
    private static func ordered(_ commands: [Command]) -> [Command] {
        commands.enumerated().sorted { first, second in
            let (turn, other) = (first.element.turn, second.element.turn)
            return turn == other ? first.offset < second.offset : turn.lexicographicallyPrecedes(other)
        }.map(\.element)
    }

    /// The variables that the pages speak of, with the token of the device that the copied login enrolls.
    private static func variables(
        _ console: ServedProgram, _ commands: [Command], in folder: String
    ) async throws -> [String: String] {
        var variables = [
            "TOKEN": console.ready["adminToken"] ?? "", "CLIENT_ID": console.ready["oauthClientId"] ?? "",
            "CLIENT_SECRET": console.ready["oauthClientSecret"] ?? "",
        ]
        let signIn = try #require(commands.first { $0.operation.id == "signIn" })
        let login = try await run(signIn.text, variables, in: folder)
        let answer = try JSONSerialization.jsonObject(with: Data(login.body.utf8)) as? [String: Any]
        variables["ACCESS_TOKEN"] = try #require(answer?["AccessToken"] as? String)
        return variables
    }

    @Test(.enabled(if: Program.isBuilt), .timeLimit(.minutes(5)))
    func `Commands work as copied, or the console says what it does not have`() async throws {
        try await withTemporaryFolder { folder in
            try Data("some bytes".utf8).write(to: URL(filePath: "\(folder)/FILE"))
            try await withServedProgram(["--ephemeral"], in: folder) { console in
                let commands = Self.ordered(try await Self.commands(of: console))
                let variables = try await Self.variables(console, commands, in: folder)
                for command in commands {
                    let (status, body) = try await Self.run(command.text, variables, in: folder)
                    guard !(200..<400).contains(status) else { continue }
                    let id = command.operation.id
                    let isExpected = Self.refused.contains(id) && (400..<500).contains(status)
                    #expect(isExpected, "\(id) \(status): \(command.text)\n\(body.prefix(300))")
                    // Never for how the command is written: its method, its media type, its credential.
                    #expect(![403, 405, 406, 411, 413, 415].contains(status), "\(id) \(status)")
                }
                #expect(Self.refused.isSubset(of: Set(commands.map(\.operation.id))), "a name is out of date")
                #expect(Self.refused.count < commands.count / 4)
            }
        }
    }
}
