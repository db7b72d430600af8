import DeviceProtocol

/// Warnings about tunnels and restrictions (SDKProfile, sections 3.5 and 3.6).
extension ProfileWarnings {
    /// A tunnel that is switched on: to nowhere, or for what never passes through one.
    static func tunnel(_ payload: ProfilePayload) -> [String] {
        let mode = payload.settings["AppTunnelMode"]?.integerValue ?? 0
        let missing: String? =
            switch mode {
            case 1: payload.isEmpty("MAGProxyServer") ? "MAGProxyServer" : nil
            case 2: payload.isEmpty("F5ProxyServer") ? "F5ProxyServer" : nil
            case 3: payload.isEmpty("ProxyUrl") && !hasAutomaticProxy(payload) ? "ProxyUrl" : nil
            default: "AppTunnelMode"
            }
        let proxy = missing.map { "AppTunnelingPoliciesV2 switches the tunnel on without a proxy: it lacks \($0)." }
        return (proxy.map { [$0] } ?? []) + domains(payload.settings["AppTunnelDomains"]?.coercedStrings ?? [])
    }

    private static func hasAutomaticProxy(_ payload: ProfilePayload) -> Bool {
        payload.settings["AutoConfig"] == .bool(true) && !payload.isEmpty("UrlSource")
    }

    /// Listed hosts that never go through a tunnel.
    private static func domains(_ domains: [String]) -> [String] {
        guard let phrase = phrase(domains.filter(isLocal)) else { return [] }
        return [
            "AppTunnelingPoliciesV2.AppTunnelDomains has \(phrase): what ends in .local never goes through the tunnel, listed or not."
        ]
    }

    /// Whether a name ends in `.local`; an entry may be written as an address, and with a port.
    private static func isLocal(_ text: String) -> Bool {
        let address = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        let authority = address.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // Colons of an IPv6 address stand in brackets.
        let tail = authority.lastIndex(of: "]").map { authority[$0...] } ?? authority
        let colon = tail.firstIndex(of: ":") ?? authority.endIndex
        let host = authority[..<colon].lowercased()
        return host == "local" || host.hasSuffix(".local") || host.hasSuffix(".local.")
    }

    private static func phrase(_ domains: [String]) -> String? {
        guard let first = domains.first else { return nil }
        return first.prefix(100) + (domains.count > 1 ? " and \(domains.count - 1) more" : "")
    }

    /// Restrictions that contradict each other.
    static func restrictions(_ payload: ProfilePayload) -> [String] {
        guard let old = payload.settings["EnableCopyPaste"], let new = payload.settings["EnableCopyPasteOut"],
            old != new
        else { return [] }
        return [
            "DataLossPreventionV2 has EnableCopyPaste and EnableCopyPasteOut with different values: the latter counts."
        ]
    }
}

extension ProfilePayload {
    /// Whether a setting is missing, or a text or list without anything in it.
    func isEmpty(_ name: String) -> Bool {
        switch settings[name] {
        case nil: true
        case .string(let text)?: text.isEmpty
        case .array(let values)?: values.allSatisfy { $0 == .string("") }
        case .data(let data)?: data.isEmpty
        default: false
        }
    }
}
