/// How much each of several holders loses when all together have too much: whoever has most loses first, and nobody who
/// has an equal share or less loses anything.
package enum FairShares {
    /// What everybody has to give up.
    ///
    /// - Parameters:
    ///   - held: How much each holder has.
    ///   - bound: How much all may have together.
    ///   - slack: How much more than necessary is given up, so that it need not be done each time.
    /// - Returns: How much each holder loses, in the same order; nothing if all have their place.
    package static func losses(of held: [Int], bound: Int, slack: Int = 0) -> [Int] {
        let total = held.reduce(0, +)
        guard total > bound else { return held.map { _ in 0 } }
        var (rest, parts) = (max(0, bound - slack), held.count)
        let ascending = held.indices.sorted { held[$0] < held[$1] }
        var losses = held.map { _ in 0 }
        // An equal share is never touched, not even for the slack; who is alone has no other to be equal to.
        let floor = held.count > 1 ? max(0, bound) / held.count : 0
        for (place, index) in ascending.enumerated() {
            guard held[index] > rest / parts else {
                rest -= held[index]
                parts -= 1
                continue
            }
            let level = rest / parts
            let isBelowFloor = level < floor
            var remainder = isBelowFloor ? 0 : rest % parts
            for other in ascending[place...].sorted() {
                losses[other] = max(0, held[other] - max(level, floor) - (remainder > 0 ? 1 : 0))
                remainder -= 1
            }
            break
        }
        return losses
    }
}
