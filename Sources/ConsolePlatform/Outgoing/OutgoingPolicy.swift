/// Where requests may go that the console makes for somebody else (Security, "Targets").
package struct OutgoingPolicy: Sendable {
    /// A host by its name: `hooks.example.test`, or `*.example.test` for all names below.
    private enum Host: Sendable {
        case exactly(String)
        case below(String)
        case range(AddressRange)
    }

    /// Whether this machine and private networks may be reached.
    let allowsInside: Bool
    private let hosts: [Host]
    private let ports: Set<Int>

    /// A policy.
    ///
    /// - Parameters:
    ///   - allowsInside: Whether this machine and private networks may be reached.
    ///   - hosts: Names, patterns `*.example.test`, addresses and ranges; none stands for all.
    ///   - ports: Numbers; none stands for all.
    /// - Throws: ``OutgoingRefusal`` with the entry that is none.
    package init(allowsInside: Bool, hosts: [String] = [], ports: [String] = []) throws(OutgoingRefusal) {
        self.allowsInside = allowsInside
        var read: [Host] = []
        for text in hosts { read.append(try Self.host(text)) }
        self.hosts = read
        var numbers: Set<Int> = []
        for text in ports {
            guard let number = Int(text), (1...65535).contains(number) else { throw OutgoingRefusal("\"\(text)\"") }
            numbers.insert(number)
        }
        self.ports = numbers
    }

    private static func host(_ text: String) throws(OutgoingRefusal) -> Host {
        if let range = AddressRange(text) { return .range(range) }
        let isPattern = text.hasPrefix("*.")
        let name = isPattern ? String(text.dropFirst(2)) : text
        // A port or path would be ignored, so it is refused.
        guard let url = try? OutgoingURL("https://\(name)"), url.host == name.lowercased() else {
            throw OutgoingRefusal("\"\(text)\"")
        }
        return isPattern ? .below(".\(url.host)") : .exactly(url.host)
    }

    /// Looks at a URL by itself: its port, its host's name, and the host if it is an address.
    ///
    /// - Throws: ``OutgoingRefusal``.
    func check(_ url: OutgoingURL) throws(OutgoingRefusal) {
        guard ports.isEmpty || ports.contains(url.port) else {
            throw OutgoingRefusal("port \(url.port) is not in notifications.allowedPorts")
        }
        if let address = url.address { return try check([address], of: url) }
        guard
            hosts.isEmpty || isNamed(url.host) || hosts.contains(where: { if case .range = $0 { true } else { false } })
        else { throw OutgoingRefusal("\(url.host) is not in notifications.allowedHosts") }
    }

    /// Looks at every address a host has: one that is refused refuses the host.
    ///
    /// - Throws: ``OutgoingRefusal``, also if there is no address.
    func check(_ addresses: [IPAddress], of url: OutgoingURL) throws(OutgoingRefusal) {
        guard !addresses.isEmpty else { throw OutgoingRefusal("\(url.host) has no address") }
        for address in addresses {
            // Whoever names a host does not hear which addresses it has inside.
            let subject = url.address == nil ? "\(url.host) leads to" : "\(address) is"
            switch AddressKind(address) {
            case .refused(let name): throw OutgoingRefusal("\(subject) \(name)")
            case .inside(let name) where !allowsInside:
                throw OutgoingRefusal("\(subject) \(name), and notifications.allowPrivateTargets is off")
            case .inside, .open: break
            }
            let isListed = hosts.contains { if case .range(let range) = $0 { range.contains(address) } else { false } }
            guard hosts.isEmpty || isListed || isNamed(url.host) else {
                throw OutgoingRefusal(
                    "\(url.address == nil ? url.host : "\(address)") is not in notifications.allowedHosts")
            }
        }
    }

    private func isNamed(_ host: String) -> Bool {
        hosts.contains {
            switch $0 {
            case .exactly(let name): host == name
            case .below(let end): host.hasSuffix(end)
            case .range: false
            }
        }
    }
}
