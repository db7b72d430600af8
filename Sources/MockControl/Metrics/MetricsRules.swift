import ConsolePlatform
import Foundation

/// Who may read figures beside administrators, and what a program says of itself (Metrics).
package struct MetricsRules: Sendable {
    /// Where figures are kept.
    package let registry: MetricRegistry
    /// SHA-256 of the token that may read them; nil if there is none.
    let token: Data?
    /// Version the console says it is.
    let consoleVersion: String
    /// Routes that are logins, or hand out tokens.
    let logins: [String]

    /// Made of its parts.
    package init(_ registry: MetricRegistry, token: String?, consoleVersion: String, logins: [String]) {
        self.registry = registry
        self.token = token.map(SecretHash.sha256)
        self.consoleVersion = consoleVersion
        self.logins = logins
    }

    /// Whether somebody has the token.
    func accepts(_ text: String) -> Bool {
        guard let token else { return false }
        return SecretHash.areEqual(SecretHash.sha256(text), token)
    }
}
