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
    ///   - secrets: The file that has passwords and tokens while the console runs; nil to show them here.
    package init(
        _ ready: ReadyFile, folder: String, configuration: ConsoleConfiguration? = nil, exposure: Exposure? = nil,
        secrets: String? = nil
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
            \(Self.user(ready, secrets == nil))
              Certificate   \(certificate)
            \(secrets.map(Self.whereSecretsAre) ?? Self.administration(ready))
              Data          \(folder)
            \(Self.examples(ready, target, secrets))


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

    private static func whereSecretsAre(_ file: String) -> String {
        """
          Credentials   passwords and tokens are in \(file)
                        --set banner.secrets=always shows them here
        """
    }

    /// Commands that reach the console; secrets that are not shown are read from their file.
    private static func examples(_ ready: ReadyFile, _ target: CurlTarget, _ secrets: String?) -> String {
        let authority = ready["ca"]
        let devices = [header(ready, secrets)]
        let administration = ready.administration.map {
            CurlTarget(origin: $0).command("/_mock/devices", trusting: nil, devices)
        }
        return """

            Try it:

              \(target.command(login, trusting: authority, ["-I"]))

              \(target.command(login, trusting: authority, body(ready, secrets)))

              \(administration ?? target.command("/_mock/devices", trusting: authority, devices))
            """
    }

    private static let login = "/deviceservices/AuthenticationEndpoint.aws"

    /// The option with the token of the administrator.
    private static func header(_ ready: ReadyFile, _ secrets: String?) -> String {
        guard let secrets else { return "-H \(ShellWord.quoted("Authorization: Bearer \(ready["adminToken"])"))" }
        return "-H \"Authorization: Bearer \(value("adminToken", in: secrets))\""
    }

    /// A value of a file with one key on each line, as a part of a command.
    private static func value(_ key: String, in file: String) -> String {
        #"$(sed -n 's/.*"\#(key)": "\(.*\)".*/\1/p' \#(ShellWord.quoted(file)))"#
    }

    /// The options that sign the demo user in.
    private static func body(_ ready: ReadyFile, _ secrets: String?) -> [String] {
        let password = secrets == nil ? ready["password"] : placeholder
        let members: [(name: String, value: String)] = [
            ("Username", ready["user"]), ("Password", password), ("ActivationCode", ready["groupId"]),
            ("Udid", "0123456789abcdef0123456789abcdef01234567"), ("DeviceType", "2"),
            ("BundleId", ready["bundleId"]), ("AuthenticationType", "2"),
        ]
        let fields = JSONValue.object(members.map { JSONMember(name: $0.name, value: .string($0.value)) })
        var text = ShellWord.quoted(String(decoding: fields.encoded(), as: UTF8.self))
        if let secrets {
            // The shell leaves its quotation marks for the command that reads the password.
            text = text.replacing(placeholder, with: "'\"\(value("password", in: secrets))\"'")
        }
        return ["-H 'Content-Type: application/json'", "-d \(text)"]
    }

    /// What stands for a password that is not shown.
    private static let placeholder = "PASSWORD-OF-THE-FILE"

    /// The line about autodiscovery, if there is something to discover.
    private static func discovery(_ domains: String) -> String {
        domains.isEmpty ? "" : "\n  E-mail        any address of \(domains.replacing(", ", with: " or "))"
    }
}
