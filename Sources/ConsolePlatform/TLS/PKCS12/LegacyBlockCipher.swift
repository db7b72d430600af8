/// A cipher of 8-byte blocks that old PKCS#12 files are locked with; only for opening them.
protocol LegacyBlockCipher {
    /// Decrypts a block, read with its first byte on top.
    func decrypt(_ block: UInt64) -> UInt64
}

extension LegacyBlockCipher {
    /// Decrypts whole blocks that were chained (CBC); what is padding stays.
    func decrypt(_ bytes: [UInt8], from vector: [UInt8]) -> [UInt8] {
        var previous = Self.block(vector[...])
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for start in stride(from: 0, to: bytes.count, by: 8) {
            let block = Self.block(bytes[start..<start + 8])
            let value = decrypt(block) ^ previous
            previous = block
            for shift in stride(from: 56, through: 0, by: -8) {
                plain.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
        return plain
    }

    private static func block(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
