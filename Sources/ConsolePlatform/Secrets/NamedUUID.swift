import Crypto
package import Foundation

/// UUIDs made of what they name (RFC 9562, version 8): the same everywhere, and another for anything else.
package enum NamedUUID {
    /// The UUID of some parts in order, in lower case.
    package static func of(_ parts: [Data]) -> String {
        var hash = SHA256()
        for part in parts {
            hash.update(data: Data("\(part.count):".utf8))
            hash.update(data: part)
        }
        var bytes = Array(hash.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        let groups = [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
        return groups.map { RandomSource.hex($0) }.joined(separator: "-")
    }
}
