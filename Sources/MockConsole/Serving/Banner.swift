import DeviceProtocol
import Foundation

/// The text that a start prints for people.
package struct Banner: Sendable {
    /// When passwords and tokens are shown.
    package enum Secrets: String, CaseIterable, Sendable {
        /// Where a person reads it: in a log they would stay.
        case terminal
        case always
        case never

        /// Whether they are.
        package func areShown(onTerminal isTerminal: Bool) -> Bool {
            self == .always || (self == .terminal && isTerminal)
        }
    }

    /// The lines, ready to print.
    package let text: String

    /// The banner of a console that listens.
    ///
    /// - Parameters:
    ///   - ready: URLs and credentials.
    ///   - folder: The data folder, or a note that there is none.
    ///   - configuration: Says where clients find the console; without it they are taken to be on this machine.
    ///   - exposure: What others can do with passwords everybody knows, if they can.
    ///   - showsSecrets: Whether passwords and tokens are shown; otherwise it says where they are.
    package init(
        _ ready: ReadyFile, folder: String, configuration: ConsoleConfiguration? = nil, exposure: Exposure? = nil,
        showsSecrets: Bool = true
    ) {
        let access = configuration.map { ClientAccess($0, names: ready.certificateNames) }
        let origins = access?.origins(ports: ready.ports) ?? (server: ready["https"], plain: ready["http"])
        let ca = ready["ca"]
        let certificate = access?.certificateText(authority: ca) ?? ca
        // Commands have to work here, whatever a proxy or the names of other machines are.
        let target =
            access?.curlTarget(reachedAt: ready.host, port: ready.ports.https) ?? CurlTarget(origin: ready["https"])
        let plain =
            if let administration = ready.administration {
                "administration  \(administration)"
            } else {
                origins.plain.isEmpty ? "behind it  \(ready["http"])" : "or without TLS  \(origins.plain)"
            }
        let warning = exposure.map { "\n  Warning: \($0.danger)\n  \($0.remedy)\n" } ?? ""
        text = """

            MockUEM \(MockUEMVersion.current) is ready.
            \(warning)
              Server URL    \(origins.server)     \(plain)
            \(Self.user(ready, showsSecrets))
              Certificate   \(certificate)
            \(showsSecrets ? Self.administration(ready) : Self.whereSecretsAre)
              Data          \(folder)
            \(showsSecrets ? Self.examples(ready, target) : "")


            """
    }

    /// What a person types into an app.
    private static func user(_ ready: ReadyFile, _ showsSecrets: Bool) -> String {
        guard !ready["user"].isEmpty else {
            return "  (the environment was not seeded: mockuem export shows its groups and users)"
        }
        let password = showsSecrets ? "     Password  \(ready["password"])" : ""
        return """
              Group ID      \(ready["groupId"])
              User          \(ready["user"])\(password)
              App           \(ready["bundleId"])\(discovery(ready["emailDomains"]))
            """
    }

    /// The credentials of administrators.
    private static func administration(_ ready: ReadyFile) -> String {
        """
          Administrator \(ready["adminUser"])     Password  \(ready["adminPassword"])     aw-tenant-code  \(ready["tenantCode"])
          Admin token   \(ready["adminToken"])
          OAuth client  \(ready["oauthClientId"])     Secret  \(ready["oauthClientSecret"])
        """
    }

    private static let whereSecretsAre =
        "  Passwords     in credentials.json of the data folder; --set banner.secrets=always shows them here"

    /// Commands that reach the console.
    private static func examples(_ ready: ReadyFile, _ target: CurlTarget) -> String {
        let (authority, bearer) = (ready["ca"], "Authorization: Bearer \(ready["adminToken"])")
        let devices = ["-H \(ShellWord.quoted(bearer))"]
        let administration = ready.administration.map {
            CurlTarget(origin: $0).command("/_mock/devices", trusting: nil, devices)
        }
        return """

            Try it:

              \(target.command(login, trusting: authority, ["-I"]))

              \(target.command(login, trusting: authority, body(ready)))

              \(administration ?? target.command("/_mock/devices", trusting: authority, devices))
            """
    }

    private static let login = "/deviceservices/AuthenticationEndpoint.aws"

    /// The options that sign the demo user in.
    private static func body(_ ready: ReadyFile) -> [String] {
        let members: [(name: String, value: String)] = [
            ("Username", ready["user"]), ("Password", ready["password"]), ("ActivationCode", ready["groupId"]),
            ("Udid", "0123456789abcdef0123456789abcdef01234567"), ("DeviceType", "2"),
            ("BundleId", ready["bundleId"]), ("AuthenticationType", "2"),
        ]
        let fields = JSONValue.object(members.map { JSONMember(name: $0.name, value: .string($0.value)) })
        let text = String(decoding: fields.encoded(), as: UTF8.self)
        return ["-H 'Content-Type: application/json'", "-d \(ShellWord.quoted(text))"]
    }

    /// The line about autodiscovery, if there is something to discover.
    private static func discovery(_ domains: String) -> String {
        domains.isEmpty ? "" : "\n  E-mail        any address of \(domains.replacing(", ", with: " or "))"
    }
}
