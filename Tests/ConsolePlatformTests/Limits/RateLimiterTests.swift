import NIOConcurrencyHelpers
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Events of a client in a window of time (Security, "Limits").
struct RateLimiterTests {
    private static func limiter(_ limit: Int, _ clock: TestClock, site: SiteRule = .standard) -> RateLimiter<String> {
        RateLimiter(limit: limit, seconds: 60, site: site, clock: clock.consoleClock)
    }

    private static let one = ClientNetwork(of: "192.0.2.1")

    @Test func `Each subject of each address has a count of its own, until its window ends`() {
        let clock = TestClock()
        let limiter = Self.limiter(2, clock)
        for _ in 1...2 { #expect(limiter.admit("a", of: Self.one) == nil) }
        let excess = limiter.admit("a", of: Self.one)
        #expect(excess?.place == "192.0.2.1" && excess?.seconds == 60)
        #expect(limiter.excess("b", of: Self.one) == nil)
        #expect(limiter.excess("a", of: ClientNetwork(of: "192.0.2.2")) == nil)
        #expect(limiter.excess("a", of: Self.one, factor: 2) == nil)
        clock.advance(seconds: 59)
        #expect(limiter.excess("a", of: Self.one)?.seconds == 1)
        clock.advance(seconds: 1)
        #expect(limiter.excess("a", of: Self.one) == nil)
    }

    @Test func `A network of 48 bits has a multiple of what one of 64 bits has`() {
        let limiter = Self.limiter(1, TestClock(), site: SiteRule(factor: 3))
        for number in 0..<3 {
            #expect(limiter.admit("a", of: ClientNetwork(of: "2001:db8:0:\(number)::1")) == nil)
        }
        #expect(limiter.excess("a", of: ClientNetwork(of: "2001:db8:0:9::1"))?.place == "2001:db8:0:0:0:0:0:0/48")
        #expect(limiter.excess("a", of: ClientNetwork(of: "2001:db8:1::1")) == nil)
    }

    @Test func `A limit of 0 is none, and what is forgotten begins anew`() {
        let unlimited = Self.limiter(0, TestClock())
        for _ in 1...100 { #expect(unlimited.admit("a", of: Self.one) == nil) }
        let limiter = Self.limiter(1, TestClock())
        limiter.count("a", of: Self.one)
        #expect(limiter.excess("a", of: Self.one) != nil)
        limiter.forget("a", of: Self.one)
        #expect(limiter.excess("a", of: Self.one) == nil)
    }
}
