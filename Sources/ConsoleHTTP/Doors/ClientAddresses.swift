package import ConsolePlatform
import Foundation
package import HTTPTypes
package import NIOCore

/// The address of whoever sends a request, for everybody who asks: throttles, queues, bounds, the journal and the event
/// log (Configuration, "Listening").
///
/// It is that of the connection, unless that is a proxy which the configuration names: then it is the one nearest to this
/// console, in `Forwarded` or else in `X-Forwarded-For`, that is no such proxy. What stands before it anybody can write.
package struct ClientAddresses: Hashable, Sendable {
    /// Addresses of proxies that are believed.
    private let proxies: [AddressRange]

    /// Made of the proxies.
    package init(proxies: [AddressRange]) {
        self.proxies = proxies
    }

    /// The address of the client, without its port; empty if there is no connection.
    package func address(of head: HTTPRequest, on channel: any Channel) -> String {
        // A stream of an HTTP/2 connection may not know its address, the connection does.
        let peer = (channel.remoteAddress ?? channel.parent?.remoteAddress)?.ipAddress ?? ""
        return proxies.isEmpty ? peer : address(of: head, from: peer)
    }

    /// The same for a request that comes from an address.
    func address(of head: HTTPRequest, from peer: String) -> String {
        guard isProxy(peer) else { return peer }
        var client = peer
        for hop in Self.hops(head.headerFields).reversed() {
            // A proxy that hides whom it stands before: nothing further away can be believed.
            guard let address = Self.address(hop) else { return client }
            client = address
            if !isProxy(address) { return client }
        }
        return client
    }

    /// Whether an address is that of a proxy that is believed.
    package func isProxy(_ text: String) -> Bool {
        guard let address = IPAddress(text)?.unmapped else { return false }
        return proxies.contains { $0.contains(address) }
    }

    /// What proxies wrote of those before them, the farthest first.
    private static func hops(_ fields: HTTPFields) -> [String] {
        let forwarded = fields[values: .forwarded]
        guard forwarded.isEmpty else { return forwarded.flatMap(nodes) }
        return fields[values: .forwardedFor].flatMap { $0.split(separator: ",").map { trimmed($0) } }
    }

    /// `for` of each element of `Forwarded` (RFC 7239); empty where an element has none.
    private static func nodes(_ field: String) -> [String] {
        elements(field, separator: ",").map { element in
            for pair in elements(element, separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, trimmed(parts[0]).lowercased() == "for" else { continue }
                return trimmed(parts[1]).filter { $0 != "\"" && $0 != "\\" }
            }
            return ""
        }
    }

    /// Splits at a separator, but not inside quotes.
    private static func elements(_ text: String, separator: Character) -> [String] {
        var elements = [""]
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == separator, !isQuoted {
                elements.append("")
            } else {
                elements[elements.count - 1].append(character)
            }
        }
        return elements
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        text.trimmingCharacters(in: .whitespaces)
    }

    /// The address of a node, which may have a port and brackets; nil for `unknown`, a hidden name or anything else.
    private static func address(_ node: String) -> String? {
        var host = Substring(node)
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            host = host[host.index(after: host.startIndex)..<end]
        } else if host.filter({ $0 == ":" }).count == 1, let colon = host.firstIndex(of: ":") {
            host = host[..<colon]
        }
        return IPAddress(String(host))?.unmapped.description
    }
}
