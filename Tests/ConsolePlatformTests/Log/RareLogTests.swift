import Logging
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// What happens again and again is said once a minute.
struct RareLogTests {
    @Test func `A cause is said at once, then once a minute with how often it was`() {
        let (log, time) = (RecordedLog(), NIOLockedValueBox(NIODeadline.uptimeNanoseconds(0)))
        let rare = RareLog<String>(log.logger) { time.withLockedValue { $0 } }
        let say = { @Sendable (cause: String) in rare.note(cause) { "\(cause): \($0)" } }
        for _ in 0..<3 { say("a") }
        say("b")
        time.withLockedValue { $0 = $0 + .seconds(61) }
        for _ in 0..<2 { say("a") }
        #expect(log.lines.map(\.message) == ["a: 1", "b: 1", "a: 3"])
    }
}
