package import ConsolePlatform
package import HTTPTypes
package import NIOCore

/// The address of whoever sends a request, for everybody who asks: throttles, queues, bounds, the journal and the event
/// log (Configuration, "Listening").
///
/// It is that of the connection, unless that is a proxy which the configuration names: then it is the one nearest to this
/// console, in the header field which these proxies write, that is no such proxy. What stands before it anybody can write.
package struct ClientAddresses: Hashable, Sendable {
    /// Addresses of proxies that are believed.
    private let proxies: [AddressRange]
    /// The header field they write.
    private let header: ProxyHeader

    /// Made of the proxies, and of what they write.
    package init(proxies: [AddressRange], header: ProxyHeader = .forwardedFor) {
        self.proxies = proxies
        self.header = header
    }

    /// The address of the client, without its port; empty if there is no connection.
    package func address(of head: HTTPRequest, on channel: any Channel) -> String {
        // A stream of an HTTP/2 connection may not know its address, the connection does.
        let peer = (channel.remoteAddress ?? channel.parent?.remoteAddress)?.ipAddress ?? ""
        return proxies.isEmpty ? peer : address(of: head, from: peer)
    }

    /// The same for a request that comes from an address.
    ///
    /// Where a proxy hides whom it stands before, or writes what cannot be read, nothing further away can be believed: the
    /// request counts under the address of that proxy, with all others of which no more is known.
    func address(of head: HTTPRequest, from peer: String) -> String {
        guard isProxy(peer) else { return peer }
        var client = peer
        for hop in ForwardedHops(head.headerFields, header) {
            guard let hop else { return client }
            client = hop.description
            if !isProxy(hop) { return client }
        }
        return client
    }

    /// Whether an address is that of a proxy that is believed.
    package func isProxy(_ text: String) -> Bool {
        guard let address = IPAddress(text)?.unmapped else { return false }
        return isProxy(address)
    }

    private func isProxy(_ address: IPAddress) -> Bool { proxies.contains { $0.contains(address) } }
}
