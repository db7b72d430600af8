import Foundation

/// What a console that others can reach lets them do with passwords that everybody knows.
package struct Exposure: Sendable {
    /// What is open, and to whom, as a sentence.
    package let danger: String
    /// How to close it, as a sentence.
    package let remedy: String

    /// Nil if only this machine reaches the console, or the administrator's password is not the default.
    package init?(_ configuration: ConsoleConfiguration, _ console: Console) {
        self.init(configuration, console.credentials)
    }

    init?(_ configuration: ConsoleConfiguration, _ credentials: ConsoleCredentials) {
        let whole = ["0.0.0.0", "::"].contains(configuration.host)
        let everybody: String
        if let origin = configuration.publicURL?.absoluteString {
            everybody = "Everybody who reaches \(origin)"
        } else if Self.isLoopback(configuration.host) {
            return nil
        } else {
            everybody = "Everybody who reaches \(whole ? "any address of this machine" : configuration.host)"
        }
        guard credentials.adminPassword == ConfigurationKey.adminPassword.defaultText else { return nil }
        let user =
            credentials.user.isEmpty || credentials.user != credentials.password
            ? "" : ", and enroll devices as \(credentials.user) with the password \(credentials.password)"
        danger =
            "\(everybody) can administer this console as \(credentials.adminUser) with the password "
            + "\(credentials.adminPassword), read what devices sent\(user)."
        remedy =
            "Set admin.password (MOCKUEM_ADMIN_PASSWORD)"
            + (configuration.publicURL == nil ? ", or listen on this machine only with --host 127.0.0.1." : ".")
    }

    /// Whether an address is reached from this machine only.
    static func isLoopback(_ host: String) -> Bool {
        host.hasPrefix("127.") || ["::1", "localhost"].contains(host.lowercased())
    }
}
