import ConsoleModel

/// The domain of an e-mail address, as autodiscovery is asked for it (DeviceServices, section 5.3).
struct EmailDomain: Hashable, Sendable {
    /// The domain in lower case, without a full stop at its end.
    let value: String

    /// Takes a domain or a whole address; nil for what can be neither.
    init?(_ text: String) {
        var domain = text.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        if domain.hasSuffix(".") { domain.removeLast() }
        guard GroupSettingText.domain.accepts(domain) else { return nil }
        value = domain.lowercased()
    }
}
