import Foundation
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import ConsolePlatform
@testable import DeviceServices

/// Which pins count for who is not known, and how many reports of one network.
struct PinOfferTests {
    private func pins(_ customers: [[String]], topmost: [String] = []) -> [String: [String]] {
        PinOffer(topmost: PublicKeyPins(topmost), customers: customers.map(PublicKeyPins.init))
            .pins(for: "a.b.test").keys
    }

    @Test func `Topmost pins come before those of customers, but only for their hosts`() {
        #expect(pins([["b.test=01"]], topmost: ["b.test=00"]) == ["b.test": ["00"]])
        #expect(pins([["b.test=01"]], topmost: ["c.test=00"]) == ["b.test": ["01"]])
        #expect(pins([]) == [:])
    }

    @Test func `Of several customers the keys count that all have who have any`() {
        #expect(pins([["b.test=01", "a.b.test=02"], ["other.test=03"]]) == ["b.test": ["01"], "a.b.test": ["02"]])
        #expect(pins([["b.test=01", "a.b.test=02"], ["b.test=02"]]) == ["a.b.test": ["02"], "b.test": ["02"]])
        #expect(pins([["b.test=01"], ["b.test=02"]]) == [:])
        #expect(pins([["b.test=01"], ["b.test=02"], ["b.test=01"]]) == [:])
    }

    @Test func `Each network has reports of its own, and the clock may be set back`() throws {
        let time = NIOLockedValueBox(Timestamp(milliseconds: 1_772_706_030_000))
        let limiter = PinReportLimiter(
            clock: ConsoleClock { _ in time.withLockedValue { $0 } }, log: LimitLog(Logger(label: "test")))
        for _ in 0..<PinReportLimiter.reports { try limiter.admit(ClientNetwork(of: "192.0.2.1")) }
        #expect(throws: ConsoleError.self) { try limiter.admit(ClientNetwork(of: "192.0.2.1")) }
        try limiter.admit(ClientNetwork(of: "192.0.2.2"))
        time.withLockedValue { $0 = Timestamp(milliseconds: $0.milliseconds - 1) }
        try limiter.admit(ClientNetwork(of: "192.0.2.1"))
    }

    @Test func `A network of 48 bits has eight times as many reports as one of 64 bits`() throws {
        let limiter = PinReportLimiter(
            clock: ConsoleClock { _ in Timestamp(milliseconds: 1_772_706_030_000) },
            log: LimitLog(Logger(label: "test")))
        for number in 0..<SiteRule.standard.limit(PinReportLimiter.reports) {
            try limiter.admit(ClientNetwork(of: "2001:db8:0:\(number)::1"))
        }
        #expect(throws: ConsoleError.self) { try limiter.admit(ClientNetwork(of: "2001:db8:0:ffff::1")) }
        try limiter.admit(ClientNetwork(of: "2001:db8:1::1"))
    }
}
