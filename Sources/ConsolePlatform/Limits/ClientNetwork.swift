/// What the address of a client is counted under.
package struct ClientNetwork: Hashable, Sendable {
    /// The address; of version 6 the network of 64 bits, of which a client has all addresses.
    package let address: String
    /// The site it lies in: of version 6 the network of 48 bits, of which whoever has it makes as many networks of 64
    /// bits as they like; nil for any other address.
    package let site: String?

    /// What an address is counted under; any text that is no address as it is.
    package init(of text: String) {
        // An address of version 4 has one spelling that is read.
        guard text.utf8.contains(UInt8(ascii: ":")), let address = IPAddress(text)?.unmapped else {
            self.address = text
            site = nil
            return
        }
        guard address.isVersion6 else {
            self.address = address.description
            site = nil
            return
        }
        self.address = Self.network(of: address, bytes: 8)
        site = Self.network(of: address, bytes: 6)
    }

    /// The site if there is one, or else the address: what shares are of.
    package var widest: String { site ?? address }

    private static func network(of address: IPAddress, bytes count: Int) -> String {
        let bytes = Array(address.bytes.prefix(count)) + [UInt8](repeating: 0, count: 16 - count)
        return "\(IPAddress(bytes: bytes) ?? address)/\(count * 8)"
    }
}

/// How much more than one address a whole site may have (Configuration, `http.siteFactor`).
package struct SiteRule: Hashable, Sendable {
    /// The default.
    package static let standard = SiteRule(factor: 8)

    /// How many times as much.
    private let factor: Int

    /// Made of its parts.
    package init(factor: Int) {
        self.factor = factor
    }

    /// What a site may have: so many times as much as one address, but no more than half of all there is, unless one
    /// address may have more.
    ///
    /// - Parameters:
    ///   - ofAddress: What one address may have.
    ///   - all: What all may have together.
    /// - Returns: How much it may have.
    package func limit(_ ofAddress: Int, of all: Int = .max) -> Int {
        let (product, isTooMuch) = ofAddress.multipliedReportingOverflow(by: factor)
        return max(ofAddress, min(isTooMuch ? .max : product, all / 2))
    }
}
