import ConsoleModel

/// Public keys clients are to pin, by host (DeviceServices, section 20).
struct PublicKeyPins: Hashable, Sendable {
    /// Keys in lower-case hexadecimal, by host in lower case.
    private(set) var keys: [String: [String]] = [:]

    /// Pins from texts of the form `host=hex`, each once, in the order given.
    init(_ texts: [String]) {
        for text in texts {
            let parts = text.lowercased().split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, keys[parts[0]]?.contains(parts[1]) != true else { continue }
            keys[parts[0], default: []].append(parts[1])
        }
    }

    /// The pins that hold for a host: of the host itself, or of a domain it is in.
    func covering(_ host: String) -> PublicKeyPins {
        var pins = self
        pins.keys = keys.filter { host == $0.key || host.hasSuffix(".\($0.key)") }
        return pins
    }

    /// The keys that both have, for whichever of the hosts, which are in both cases those that hold for one host.
    func common(with other: PublicKeyPins) -> PublicKeyPins {
        let shared = Set(keys.values.joined()).intersection(other.keys.values.joined())
        var pins = self
        pins.keys = keys.merging(other.keys) { own, others in own + others.filter { !own.contains($0) } }
            .mapValues { $0.filter(shared.contains) }.filter { !$0.value.isEmpty }
        return pins
    }
}

/// A host as clients ask for it: by itself, or as part of a URL.
struct PinnedHost: Hashable, Sendable {
    /// The host in lower case.
    let value: String

    /// Takes a host or a URL; nil for what has no host.
    init?(_ text: String) {
        var rest = Substring(text)
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { !"/?#".contains($0) }
        if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
        if let colon = rest.lastIndex(of: ":") {
            guard rest[rest.index(after: colon)...].allSatisfy(\.isWholeNumber) else { return nil }
            rest = rest[..<colon]
        }
        if rest.hasSuffix(".") { rest.removeLast() }
        guard GroupSettingText.domain.accepts(String(rest)) else { return nil }
        value = rest.lowercased()
    }
}
