/// What a start prints for the person in front of it.
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
        let isNamed = access.map { $0.hasOwnCertificate && $0.publicURL == nil } ?? false
        let https = isNamed ? origins.server : ready["https"]
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
        let login = """
            {"Username":"\(ready["user"])","Password":"\(ready["password"])","ActivationCode":"\(ready["groupId"])",\
            "Udid":"0123456789abcdef0123456789abcdef01234567","DeviceType":"2","BundleId":"\(ready["bundleId"])",\
            "AuthenticationType":"2"}
            """
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

              curl --cacert \(ca) -I \(https)/deviceservices/AuthenticationEndpoint.aws

              curl --cacert \(ca) \(https)/deviceservices/AuthenticationEndpoint.aws -H 'Content-Type: application/json' -d '\(login)'

              curl --cacert \(ca) -H 'Authorization: Bearer \(ready["adminToken"])' \(https)/_mock/devices


            """
    }

    /// The line about autodiscovery, if there is something to discover.
    private static func discovery(_ domains: String) -> String {
        domains.isEmpty ? "" : "\n  E-mail        any address of \(domains.replacing(", ", with: " or "))"
    }
}
