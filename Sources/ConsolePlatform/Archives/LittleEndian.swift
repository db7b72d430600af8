/// Numbers as ZIP archives write them, the lowest byte first.
extension Array<UInt8> {
    /// The number of some bytes at a place; nil if they are not all there, or it does not fit.
    func littleEndian(at start: Int, width: Int) -> Int? {
        guard start >= 0, width <= count, start <= count - width else { return nil }
        let value = self[start..<start + width].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }
}
