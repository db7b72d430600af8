package import ConsolePlatform

/// What is done with requests for hosts under which the console is not known (Security, "Hosts").
package struct HostPolicy: Sendable {
    /// The hosts under which it is known.
    package let hosts: KnownHosts
    /// Whether requests for others are refused; otherwise they are answered, but no link names such a host.
    package let isStrict: Bool
    /// Where requests for others are told of.
    private let log: RareLog<Bool>

    /// Made of its parts.
    package init(hosts: KnownHosts, isStrict: Bool, log: RareLog<Bool>) {
        self.hosts = hosts
        self.isStrict = isStrict
        self.log = log
    }

    /// Why a request is refused; nil if it is not.
    ///
    /// One that names no host at all cannot be known to be for this console; no link can go wrong for it either.
    func refusal(_ authority: String?) -> ConsoleError? {
        let authority = authority ?? ""
        guard authority.isEmpty ? isStrict : !hosts.contains(authority) else { return nil }
        let shown = authority.isEmpty ? "none at all" : "\(authority.prefix(100))"
        log.note(isStrict) { count in
            let requests = count == 1 ? "1 request" : "\(count) requests"
            return isStrict
                ? "\(requests) refused for hosts that are none of this console's, such as \(shown): see tls.names"
                : "\(requests) for hosts that are none of this console's, such as \(shown): links name "
                    + "\(hosts.known(authority)) instead; add the host to tls.names if it is right"
        }
        guard isStrict else { return nil }
        if authority.isEmpty {
            return ConsoleError(
                .misdirected, "This console has names (tls.names, public.url), and a request has to say one.")
        }
        return ConsoleError(
            .misdirected,
            "This console is not known as \(shown); whoever runs it can add the host to tls.names or public.url.")
    }
}
