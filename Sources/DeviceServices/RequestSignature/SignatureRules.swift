package import Foundation

/// How strictly signatures are taken (Configuration, "Device services").
package struct SignatureRules: Sendable {
    let mode: SignatureMode
    /// Seconds the `DATE` header may be off; 0 takes any.
    package let freshness: Int
    /// What happens to a request that was answered before.
    let replay: ReplayRule
    let publicURL: URL?

    /// Rules.
    ///
    /// - Parameters:
    ///   - mode: What happens to a request whose signature is missing or wrong.
    ///   - freshness: Seconds the `DATE` header may be off; 0 takes any, and any format.
    ///   - replay: What happens to a request that was answered before.
    ///   - publicURL: Origin of the console behind a proxy; nil without one.
    package init(mode: SignatureMode, freshness: Int, replay: ReplayRule, publicURL: URL?) {
        self.mode = mode
        self.freshness = freshness
        self.replay = replay
        self.publicURL = publicURL
    }

    /// Whether a signature that does not match is accepted.
    package var isLenient: Bool { mode == .lenient }

    /// Hosts and ports a client may have signed that differ from those a proxy hands on: those of the public origin,
    /// with and without the port.
    package var authorities: [String] {
        guard let publicURL, let name = publicURL.host() else { return [] }
        let host = name.contains(":") ? "[\(name)]" : name
        let port = publicURL.port ?? (publicURL.scheme == "https" ? 443 : 80)
        return [host, "\(host):\(port)"]
    }
}
