import NIOCore

/// Looking for texts as far as a budget goes.
extension TextNeedle {
    /// Whether the text is somewhere in a body; not if there are too few steps to find out.
    func isIn(_ buffer: ByteBuffer, _ budget: inout MatchBudget) -> Bool {
        buffer.withUnsafeReadableBytes { isIn($0, &budget) }
    }

    /// Whether the text is somewhere in another one; not if there are too few steps to find out.
    func isIn(_ text: String, _ budget: inout MatchBudget) -> Bool {
        var text = text
        return text.withUTF8 { isIn(UnsafeRawBufferPointer($0), &budget) }
    }

    private func isIn(_ hay: UnsafeRawBufferPointer, _ budget: inout MatchBudget) -> Bool {
        guard hay.count >= count else { return false }
        guard budget.spend(bytes: hay.count) else { return false }
        let place = place(in: hay, from: 0) { place in
            let equal = place + count <= hay.count ? equalBytes(at: place, in: hay) : 0
            // One that may not be looked at any more ends the search.
            return !budget.spend(bytes: equal) || equal == count
        }
        return place != nil && !budget.isUsedUp
    }
}
