import NIOConcurrencyHelpers
package import NIOCore

/// The hosts under which this console is known, since anybody may write any `Host` into a request (Security, "Hosts").
///
/// Known are the names it was given and all below them, this machine's addresses, and `localhost` with what is below it.
package struct KnownHosts: Sendable {
    private let names: Set<String>
    /// What stands in links for an unknown host.
    private let fallback: String
    private let addresses: @Sendable () -> Set<String>
    private let now: @Sendable () -> NIODeadline
    /// Authorities that are known, as they were written, and until when: nearly all requests come with one of a few.
    private let recent = NIOLockedValueBox<[String: NIODeadline]>([:])
    private static let recentCount = 64
    /// How long an address of this machine is believed to be one.
    private static let addressLifetime = TimeAmount.seconds(1)

    /// Hosts of a console.
    ///
    /// - Parameters:
    ///   - names: Names and addresses it was given; a leading `*.` is a wildcard.
    ///   - fallback: What stands in links for an unknown host.
    ///   - addresses: Asks for the addresses of this machine, which change as it moves between networks.
    ///   - now: The time by which it is asked again.
    package init(
        names: [String], fallback: String,
        addresses: @escaping @Sendable () -> Set<String> = Self.addressesOfThisMachine,
        now: @escaping @Sendable () -> NIODeadline = NIODeadline.now
    ) {
        let hosts = names.map { Self.canonical(Self.plain($0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0)) }
        self.names = Set(hosts + ["localhost"])
        self.fallback = fallback
        self.addresses = addresses
        self.now = now
    }

    /// The addresses of this machine's interfaces.
    package static let addressesOfThisMachine: @Sendable () -> Set<String> = {
        let devices = (try? System.enumerateDevices()) ?? []
        return Set(devices.compactMap { $0.address?.ipAddress.map { String($0.prefix { $0 != "%" }) } })
    }

    /// Whether the console is known under the host of an authority; a request without one goes to nobody else.
    package func contains(_ authority: String?) -> Bool {
        guard let authority, !authority.isEmpty else { return true }
        if let end = recent.withLockedValue({ $0[authority] }), end == .distantFuture || now() < end { return true }
        let isKnown = finds(authority)
        if isKnown, authority.utf8.count <= Self.longestName {
            // This machine has other addresses elsewhere, but its names and the way to itself stay.
            let end = Self.isPassing(authority) ? now() + Self.addressLifetime : .distantFuture
            recent.withLockedValue { recent in
                if recent.count >= Self.recentCount { recent.removeAll() }
                recent[authority] = end
            }
        }
        return isKnown
    }

    /// Whether the host of an authority is an address that this machine may lose.
    private static func isPassing(_ authority: String) -> Bool {
        isAddress(authority) && !isLoopback(canonical(plain(host(of: authority))))
    }

    /// Bytes of the longest authority that is remembered: names have no more than 253, and a port follows.
    private static let longestName = 260

    /// Looks for the host of an authority.
    private func finds(_ authority: String) -> Bool {
        // What follows the host could be another one, for whoever reads it otherwise.
        guard Self.isWhole(authority) else { return false }
        let host = Self.canonical(Self.plain(Self.host(of: authority)))
        if names.contains(host) { return true }
        if Self.socketAddress(host) != nil { return Self.isLoopback(host) || addresses().contains(host) }
        var parent = host[...]
        while let dot = parent.firstIndex(of: ".") {
            parent = parent[parent.index(after: dot)...]
            if names.contains(String(parent)) { return true }
        }
        return false
    }

    /// An authority if its host is known, else one that is; its port stays.
    package func known(_ authority: String?) -> String {
        guard let authority, !authority.isEmpty else { return fallback }
        return contains(authority) ? authority : fallback + Self.port(of: authority)
    }

    /// The host of an authority, an IPv6 address in brackets.
    package static func host(of authority: String) -> String {
        authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
    }

    /// Whether the host of an authority is an address, which nobody can lead elsewhere as they can a name.
    package static func isAddress(_ authority: String) -> Bool { socketAddress(plain(host(of: authority))) != nil }

    /// Whether an authority is a host and nothing else, or a host and a port.
    private static func isWhole(_ authority: String) -> Bool {
        let host = host(of: authority)
        return (host == authority || !port(of: authority).isEmpty) && (!host.hasPrefix("[") || authority.contains("]"))
    }

    /// The port of an authority behind a colon; empty if there is none.
    private static func port(of authority: String) -> String {
        let rest = authority.dropFirst(host(of: authority).count)
        guard rest.first == ":", rest.dropFirst().allSatisfy(\.isASCIIDigit), let port = UInt16(rest.dropFirst()) else {
            return ""
        }
        return ":\(port)"
    }

    /// A host as it is compared: in lower case, without brackets and the dot that may end a name.
    private static func plain(_ host: String) -> String {
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        return (bare.hasSuffix(".") ? String(bare.dropLast()) : bare).lowercased()
    }

    private static func isLoopback(_ host: String) -> Bool { host.hasPrefix("127.") || host == "::1" }

    private static func canonical(_ host: String) -> String { socketAddress(host)?.ipAddress ?? host }

    private static func socketAddress(_ host: String) -> SocketAddress? {
        // Most hosts are names, and end in a letter no address has.
        guard host.utf8.allSatisfy({ $0 == 46 || $0 == 58 || UInt8(ascii: "0")...57 ~= $0 || 97...102 ~= $0 }) else {
            return nil
        }
        return try? SocketAddress(ipAddress: host, port: 0)
    }
}

extension Character {
    /// Whether it is one of 0 to 9.
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
