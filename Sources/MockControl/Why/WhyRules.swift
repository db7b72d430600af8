/// What the explainer knows of how the console checks signatures.
package struct WhyRules: Sendable {
    /// Hosts and ports that clients may know the console by.
    let authorities: [String]
    /// Whether a signature that does not match is accepted.
    let isLenient: Bool

    /// Rules.
    ///
    /// - Parameters:
    ///   - authorities: Hosts and ports that clients may know the console by.
    ///   - isLenient: Whether a signature that does not match is accepted.
    package init(authorities: [String], isLenient: Bool) {
        self.authorities = authorities
        self.isLenient = isLenient
    }
}
