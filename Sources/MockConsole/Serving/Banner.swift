import DeviceProtocol
import Foundation

/// The text that a start prints for people.
package struct Banner: Sendable {
    /// The lines, ready to print.
    package let text: String

    /// The banner of a console that listens.
    ///
    /// - Parameters:
    ///   - ready: URLs and credentials.
    ///   - folder: The data folder, or a note that there is none.
    ///   - configuration: Says where clients find the console; without it they are taken to be on this machine.
    ///   - exposure: What others can do with passwords everybody knows, if they can.
    package init(
        _ ready: ReadyFile, folder: String, configuration: ConsoleConfiguration? = nil, exposure: Exposure? = nil
    ) {
        let access = configuration.map { ClientAccess($0, names: ready.certificateNames) }
        let origins = access?.origins(ports: ready.ports) ?? (server: ready["https"], plain: ready["http"])
        let ca = ready["ca"]
        let certificate = access?.certificateText(authority: ca) ?? ca
        // Commands have to work here, whatever a proxy or the names of other machines are.
        let target =
            access?.curlTarget(reachedAt: ready.host, port: ready.ports.https) ?? CurlTarget(origin: ready["https"])
        let plain = origins.plain.isEmpty ? "behind it  \(ready["http"])" : "or without TLS  \(origins.plain)"
        let user =
            ready["user"].isEmpty
            ? "  (the environment was not seeded: mockuem export shows its groups and users)"
            : """
              Group ID      \(ready["groupId"])
              User          \(ready["user"])     Password  \(ready["password"])
              App           \(ready["bundleId"])\(Self.discovery(ready["emailDomains"]))
            """
        let warning = exposure.map { "\n  Warning: \($0.danger)\n  \($0.remedy)\n" } ?? ""
        let bearer = "Authorization: Bearer \(ready["adminToken"])"
        text = """

            MockUEM \(MockUEMVersion.current) is ready.
            \(warning)
              Server URL    \(origins.server)     \(plain)
            \(user)
              Certificate   \(certificate)
              Administrator \(ready["adminUser"])     Password  \(ready["adminPassword"])     aw-tenant-code  \(ready["tenantCode"])
              Admin token   \(ready["adminToken"])
              OAuth client  \(ready["oauthClientId"])     Secret  \(ready["oauthClientSecret"])
              Data          \(folder)

            Try it:

              \(target.command(Self.login, trusting: ca, ["-I"]))

              \(target.command(Self.login, trusting: ca, Self.body(ready)))

              \(target.command("/_mock/devices", trusting: ca, ["-H \(ShellWord.quoted(bearer))"]))


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
