import Foundation

/// An address of the internet, version 4 or 6, as bytes.
package struct IPAddress: Hashable, Sendable {
    /// 4 or 16 bytes, in the order of the network.
    let bytes: [UInt8]

    /// An address of 4 or 16 bytes; nil for another count.
    init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads the one canonical spelling of version 4 (four decimal numbers without leading zeros), or any of version 6.
    ///
    /// Resolvers also take `127.1`, `0x7f000001` and `017700000001`; this does not.
    package init?(_ text: String) {
        if text.utf8.contains(UInt8(ascii: ":")) {
            var address = in6_addr()
            guard text.utf8.count <= 45, inet_pton(AF_INET6, text, &address) == 1 else { return nil }
            bytes = withUnsafeBytes(of: &address) { Array($0) }
            return
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard part.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt8(part), String(number) == part
            else { return nil }
            bytes.append(number)
        }
        self.bytes = bytes
    }

    /// Whether it is of version 6.
    var isVersion6: Bool { bytes.count == 16 }

    /// The address of version 4 that one of version 6 stands for, as sockets for both versions have them; itself
    /// otherwise.
    package var unmapped: IPAddress {
        let prefix = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
        return isVersion6 && Array(bytes.prefix(12)) == prefix ? IPAddress(bytes: Array(bytes.suffix(4))) ?? self : self
    }
}

extension IPAddress: CustomStringConvertible {
    /// `192.0.2.1`, or the full form of version 6: eight groups without leading zeros.
    package var description: String {
        guard isVersion6 else { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
    }
}

/// A range of addresses: `10.0.0.0/8`, `fc00::/7`, or one address.
package struct AddressRange: Hashable, Sendable {
    private let address: IPAddress
    /// Leading bits that have to be the same.
    private let length: Int

    /// Reads an address, with or without `/` and a number of bits.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = parts.first.flatMap({ IPAddress(String($0)) }) else { return nil }
        let all = address.bytes.count * 8
        guard let length = parts.count == 1 ? all : Int(parts[1]), (0...all).contains(length) else { return nil }
        (self.address, self.length) = (address, length)
    }

    /// Whether an address lies in it; one of the other version never does.
    package func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return (0..<length).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return other.bytes[bit / 8] & mask == address.bytes[bit / 8] & mask
        }
    }
}
