import DeviceServices
import Foundation
import MockControl

/// What the public profile does not start with (Configuration, "The public profile").
enum PublicProfile {
    /// Fewest characters of a password of administrators, and of users in an environment file.
    static let leastPassword = 12, leastUserPassword = 8
    /// Fewest characters of tokens, keys and secrets.
    private static let leastSecret = 16
    /// Words that are tried first.
    static let common: Set<String> = [
        "admin", "administrator", "changeme", "changeit", "demo", "letmein", "mockuem", "password", "passw0rd",
        "qwerty", "secret", "test", "welcome",
    ]

    /// Checks what is configured.
    ///
    /// - Throws: ``ConfigurationError`` with a sentence for each value that is too weak or opens too much.
    static func check(_ values: ResolvedConfiguration) throws {
        let problems = passwords(values) + openings(values) + guards(values)
        guard problems.isEmpty else {
            throw ConfigurationError(
                "The public profile does not start like this:\n" + problems.map { "  \($0)" }.joined(separator: "\n"))
        }
    }

    private static func passwords(_ values: ResolvedConfiguration) -> [String] {
        let keys = ConfigurationKeys.all
        var problems: [String] = []
        if let weakness = weakness(of: values.adminPassword, user: values.adminUser, least: leastPassword) {
            problems.append("admin.password (MOCKUEM_ADMIN_PASSWORD) \(weakness).")
        }
        let secrets = [keys.adminToken, keys.adminTenantCode, keys.adminOAuthClientSecret].map(\.key)
        for key in secrets where (1..<leastSecret).contains(values.text(key).count) {
            problems.append(
                "\(key.name) is too short; it has to have \(leastSecret) characters or more, or be left to be made.")
        }
        if values.environmentFile == nil {
            problems.append(
                "environment.file is empty: the environment that is built in has users whose passwords everybody knows."
            )
        }
        return problems
    }

    private static func openings(_ values: ResolvedConfiguration) -> [String] {
        var problems: [String] = []
        if !Exposure.isLoopback(values.adminHost), !values.adminExposed {
            problems.append(
                "admin.host is \(values.adminHost): others could reach what administrates the console. Set admin.exposed "
                    + "to true if a firewall or the mapping of a container's port keeps them out.")
        }
        if !values.sandboxesPorts.isEmpty {
            problems.append("sandboxes.ports opens ports on which everything is served.")
        }
        if values.signatureMode == .lenient {
            problems.append("signature.mode is lenient, which takes requests with wrong signatures.")
        }
        if values.journalSecrets == .keep {
            problems.append("journal.secrets is keep, which keeps passwords as they were sent.")
        }
        if values.publicURL?.lowercased().hasPrefix("http://") == true {
            problems.append("public.url begins with http://, and without TLS everybody on the way reads along.")
        }
        let ports = [values.httpsPort, values.adminPort] + (values.httpRedirect ? [values.httpPort] : [])
        if Set(ports.filter { $0 != 0 }).count < ports.filter({ $0 != 0 }).count {
            problems.append("https.port, admin.port and http.port have to differ.")
        }
        return problems
    }

    /// What slows down or keeps out strangers, and is off.
    private static func guards(_ values: ResolvedConfiguration) -> [String] {
        var problems: [String] = []
        if values.passwordsFailures == 0 {
            problems.append("passwords.failures is 0, with which passwords of users may be guessed at full speed.")
        }
        if !values.passwordsUniformRefusals {
            problems.append("passwords.uniformRefusals is false, which tells strangers what users there are.")
        }
        if values.adminSignInFailures == 0 {
            problems.append("admin.signInFailures is 0, with which passwords of administrators may be guessed.")
        }
        if values.lookupsMisses == 0 {
            problems.append("lookups.misses is 0, with which codes of groups and tokens may be tried at full speed.")
        }
        if values.notificationsAllowPrivateTargets {
            problems.append(
                "notifications.allowPrivateTargets is true, which lets administrators call hosts of the network inside."
            )
        }
        return problems
    }

    /// What is wrong with a password, as the end of a sentence; nil if nothing is.
    static func weakness(of password: String, user: String, least: Int) -> String? {
        let plain = password.lowercased()
        if plain == user.lowercased() { return "is the name of its user" }
        if common.contains(plain.trimmingCharacters(in: .decimalDigits)) { return "is one that everybody tries first" }
        if password.count < least { return "is too short: it has to have \(least) characters or more" }
        return Set(plain).count < 5 ? "has too few different characters" : nil
    }
}
