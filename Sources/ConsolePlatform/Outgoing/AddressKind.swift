/// What may be behind an address, seen from a server that connects to it for somebody else (Security, "Targets").
enum AddressKind: Hashable, Sendable {
    /// A host of the public internet.
    case open
    /// This machine, or a private network: allowed by a setting of its own.
    case inside(String)
    /// Nothing a request belongs to, or a form that hides another address: never allowed.
    case refused(String)

    private static let insides: [(ranges: [AddressRange], name: String)] = [
        (ranges("127.0.0.0/8", "::1"), "a loopback address"),
        (ranges("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"), "a private address"),
        (ranges("100.64.0.0/10"), "an address behind a carrier's translation"),
        (ranges("fc00::/7"), "a private address"),
    ]

    /// The addresses of version 6 that are handed out to hosts; the rest is reserved, local, or embeds version 4.
    private static let global = ranges("2000::/3")

    private static let refusals: [(ranges: [AddressRange], name: String)] = [
        (ranges("169.254.0.0/16", "fe80::/10"), "a link-local address"),
        (
            ranges(
                "168.63.129.16", "100.100.100.200", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254",
                "fd00:c1::a9fe:a9fe", "fd00:42::42"),
            "an address of a cloud's metadata"
        ),
        (ranges("0.0.0.0/8", "::"), "no address of a host"),
        (ranges("224.0.0.0/4", "ff00::/8"), "a multicast address"),
        (ranges("240.0.0.0/4"), "a reserved or broadcast address"),
        (ranges("192.0.0.0/24", "192.88.99.0/24"), "a reserved address"),
        (
            ranges("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"),
            "an address for documentation"
        ),
        (ranges("198.18.0.0/15", "2001:2::/48"), "an address for benchmarks"),
        (ranges("::ffff:0:0/96", "::ffff:0:0:0/96"), "an address of version 4 in a form of version 6 (mapped)"),
        (ranges("64:ff9b::/96", "64:ff9b:1::/48"), "an address of version 4 in a form of version 6 (NAT64)"),
        (ranges("2002::/16"), "an address of version 4 in a form of version 6 (6to4)"),
        (ranges("2001::/32"), "an address of version 4 in a form of version 6 (Teredo)"),
        (ranges("2001::/23"), "an address for protocols"),
    ]

    /// The kind of an address.
    init(_ address: IPAddress) {
        func name(_ table: [(ranges: [AddressRange], name: String)]) -> String? {
            table.first { $0.ranges.contains { $0.contains(address) } }?.name
        }
        if let name = name(Self.refusals) {
            self = .refused(name)
        } else if let name = name(Self.insides) {
            self = .inside(name)
        } else if address.isVersion6, !Self.global.contains(where: { $0.contains(address) }) {
            // Addresses compatible with version 4, site-local ones, and what nobody has been given.
            self = .refused("a reserved address")
        } else {
            self = .open
        }
    }

    private static func ranges(_ texts: String...) -> [AddressRange] { texts.compactMap { AddressRange($0) } }
}
