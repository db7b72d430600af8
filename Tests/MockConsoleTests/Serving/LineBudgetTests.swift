import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import MockConsole

/// The same words do not fill the log (Operations, "Log output").
struct LineBudgetTests {
    private final class Watch: Sendable {
        private let box = NIOLockedValueBox(NIODeadline.uptimeNanoseconds(1_000))

        var now: NIODeadline { box.withLockedValue { $0 } }

        func advance(_ amount: TimeAmount) { box.withLockedValue { $0 = $0 + amount } }
    }

    @Test func `Beyond the limit lines are left out, of these words only`() {
        let watch = Watch()
        let budget = LineBudget(limit: 3) { watch.now }
        let written = (0..<5).map { _ in budget.spend(on: "Refused").isWritten }
        #expect(written == [true, true, true, false, false])
        #expect(budget.spend(on: "No such route").isWritten)
    }

    @Test func `What was left out is said once, with the next line after the ten seconds`() {
        let watch = Watch()
        let budget = LineBudget(limit: 1) { watch.now }
        for _ in 0..<5 { _ = budget.spend(on: "Refused") }
        watch.advance(.seconds(9))
        #expect(!budget.spend(on: "Refused").isWritten)
        watch.advance(.seconds(1))
        let next = budget.spend(on: "Something else")
        #expect(next.isWritten && next.omissions == [LineBudget.Omission(message: "Refused", count: 5)])
        let refused = budget.spend(on: "Refused")
        #expect(refused.isWritten && refused.omissions.isEmpty)
    }

    @Test func `Words that somebody makes up are not followed for ever`() {
        let watch = Watch()
        let budget = LineBudget(limit: 1) { watch.now }
        for number in 0..<5000 { #expect(budget.spend(on: "words \(number)").isWritten) }
    }
}
