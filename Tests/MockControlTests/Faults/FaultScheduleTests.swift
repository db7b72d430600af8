import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockControl

/// How often faults act, and how long they hold answers up.
struct FaultScheduleTests {
    /// A fault with a schedule.
    private func fault(_ change: (inout Fault.Schedule) -> Void = { _ in }, expiresAt: Timestamp? = nil) -> Fault {
        var schedule = Fault.Schedule()
        change(&schedule)
        return Fault(
            id: 1, name: nil, preset: nil, matcher: .everything, match: .object([]), action: FaultAction(),
            actionText: .object([]), schedule: schedule, groupID: 7, subtree: .whole, customerID: 7,
            administrator: "test", createdAt: TestClock.start, expiresAt: expiresAt, written: .object([]))
    }

    /// Whether each of so many requests is acted on.
    private func turns(_ count: Int, of fault: Fault) -> [Bool] {
        var fault = fault
        return (0..<count).map { _ in fault.take(at: TestClock.start) != nil }
    }

    @Test func `A fault acts on the next requests it means, after those it skips`() {
        let fault = fault {
            $0.times = 2
            $0.skip = 3
        }
        var used = fault
        for _ in 0..<5 { _ = used.take(at: TestClock.start) }
        #expect(turns(5, of: fault) == [false, false, false, true, true])
        #expect(used.standing(at: TestClock.start) == .spent)
        #expect(used.record == Fault.Record(seen: 5, hits: 2, row: 2, lastHit: TestClock.start))
    }

    @Test func `A fault ends at its time`() {
        let fault = fault(expiresAt: TestClock.start.adding(seconds: 60))
        #expect(fault.standing(at: TestClock.start.adding(seconds: 59)) == .active)
        #expect(fault.standing(at: TestClock.start.adding(seconds: 60)) == .expired)
    }

    @Test(arguments: [1.0, 10, 50, 90, 100])
    func `A percentage of requests is chosen, the same ones for the same seed`(percentage: Double) {
        let one = fault {
            $0.percentage = percentage
            $0.seed = 42
        }
        let chosen = turns(10_000, of: one)
        #expect(chosen == turns(10_000, of: one))
        let share = Double(chosen.count { $0 }) / 100
        #expect(abs(share - percentage) < 1.5, "\(share)")
        let other = fault {
            $0.percentage = percentage
            $0.seed = 43
        }
        #expect(percentage == 100 || chosen != turns(10_000, of: other))
    }

    @Test(arguments: [1, 2, 5])
    func `No row is longer than the longest`(longest: Int) {
        let chosen = turns(
            10_000,
            of: fault {
                $0.percentage = 95
                $0.longestRow = longest
                $0.seed = 7
            })
        let rows = chosen.split(separator: false).map(\.count)
        #expect(rows.max() == longest)
    }

    @Test func `Random latencies keep their bounds and their median, and come again with the seed`() {
        let uniform = FaultLatency.uniform(from: 100, to: 200)
        let lognormal = FaultLatency.lognormal(median: 500, sigma: 0.5)
        var (flat, skewed): ([Double], [Double]) = ([], [])
        for turn in 0..<4000 {
            var draw = FaultDraw(seed: 5, turn: turn)
            var again = draw
            let duration = uniform.duration(&draw, limit: 10_000)
            #expect(duration == uniform.duration(&again, limit: 10_000))
            flat.append(duration / .milliseconds(1))
            skewed.append(lognormal.duration(&draw, limit: 3000) / .milliseconds(1))
        }
        #expect(flat.min() ?? 0 >= 100 && flat.max() ?? 0 <= 200)
        #expect(abs(flat.reduce(0, +) / 4000 - 150) < 3)
        let median = skewed.sorted()[2000]
        #expect(abs(median - 500) < 30, "\(median)")
        #expect(skewed.max() ?? 0 <= 3000 && skewed.max() ?? 0 > 1500)
    }

    @Test func `How often a fault acts does not depend on how long it holds up`() {
        // Each turn has numbers of its own, whatever was drawn in the one before.
        var first = FaultDraw(seed: 1, turn: 1)
        for _ in 0..<100 { _ = first.fraction() }
        var second = FaultDraw(seed: 1, turn: 2)
        var again = FaultDraw(seed: 1, turn: 2)
        #expect(second.fraction() == again.fraction())
    }

    @Test func `A slow body is cut so that it takes its time`() {
        let slow = FaultPace.bytesPerSecond(1000).plan(for: 5000)
        #expect(slow.size == 100 && slow.pause == .milliseconds(100))
        let slowest = FaultPace.bytesPerSecond(1).plan(for: nil)
        #expect(slowest.size == 1 && slowest.pause == .seconds(1))
        let pieces = FaultPace.chunks(4, milliseconds: 1000).plan(for: 10)
        #expect(pieces.size == 3 && pieces.pause == .milliseconds(250))
    }
}
