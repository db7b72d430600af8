import Testing

@testable import ConsolePlatform

/// Whoever has most gives up first, and nobody who has an equal share or less.
struct FairSharesTests {
    @Test(
        arguments: [
            ([], 5, []), ([5], 5, [0]), ([2, 3], 5, [0, 0]), ([6], 5, [1]), ([0, 6], 5, [0, 1]),
            ([5, 1], 5, [1, 0]), ([1, 5], 5, [0, 1]), ([10, 1, 1], 6, [6, 0, 0]), ([10, 10, 1], 7, [7, 7, 0]),
            ([10, 8, 1], 10, [5, 4, 0]), ([3, 3], 5, [0, 1]), ([4, 4, 4], 10, [0, 1, 1]), ([9, 9], 0, [9, 9]),
            ([100, 2, 2, 2], 10, [96, 0, 0, 0]),
        ] as [([Int], Int, [Int])])
    func `The largest come down to one level`(held: [Int], bound: Int, losses: [Int]) {
        #expect(FairShares.losses(of: held, bound: bound) == losses)
    }

    @Test(arguments: 0..<200)
    func `All together keep the bound, and equal shares are left alone`(seed: Int) {
        var state = UInt64(seed) &* 2_862_933_555_777_941_757 &+ 3_037_000_493
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }
        let held = (0..<(1 + next(9))).map { _ in next(50) }
        let (bound, slack) = (1 + next(150), next(10))
        let losses = FairShares.losses(of: held, bound: bound, slack: slack)
        let kept = zip(held, losses).map { $0 - $1 }
        #expect(losses.allSatisfy { $0 >= 0 } && kept.allSatisfy { $0 >= 0 })
        #expect(kept.reduce(0, +) <= max(bound, 0))
        if held.reduce(0, +) > bound {
            #expect(kept.reduce(0, +) >= bound - slack - held.count || slack > 0)
        } else {
            #expect(kept == held)
        }
        let share = bound / held.count
        for (had, has) in zip(held, kept) where had <= share { #expect(had == has) }
        // Nobody is left with less than another who had less.
        for (one, left) in zip(held, kept) {
            for (other, rest) in zip(held, kept) where one > other { #expect(left >= rest - 1) }
        }
    }

    @Test func `Some more is given up so that it need not be done each time`() {
        #expect(FairShares.losses(of: [1001, 10], bound: 1000, slack: 50) == [61, 0])
        // But nobody goes below an equal share for it.
        #expect(FairShares.losses(of: [502, 499], bound: 1000, slack: 50) == [2, 0])
    }
}
