import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ConsoleHTTP

/// Anybody writes any host into a request (Security, "Hosts").
struct KnownHostsTests {
    private static let hosts = KnownHosts(
        names: ["UEM.example.test", "*.wild.test", "192.0.2.7", "2001:db8::7"], fallback: "uem.example.test",
        addresses: { ["198.51.100.1", "fe80::1"] })

    @Test(arguments: [
        ("uem.example.test", true), ("UEM.EXAMPLE.TEST:8443", true), ("uem.example.test.", true),
        ("box.uem.example.test", true), ("a.wild.test", true), ("wild.test", true), ("localhost:1", true),
        ("a.b.localhost", true), ("127.0.0.1:8080", true), ("127.9.9.9", true), ("[::1]:8443", true),
        ("192.0.2.7:443", true), ("[2001:DB8::7]", true), ("[2001:db8:0::7]:1", true), ("198.51.100.1", true),
        ("[fe80::1]", true), (nil, true), ("", true),
        ("evil.example", false), ("example.test", false), ("uem.example.test.evil.example", false),
        ("eviluem.example.test", false), ("192.0.2.8", false), ("[2001:db8::8]", false), ("localhost.evil", false),
        ("127.evil.example", false), ("test", false), (".", false), ("[", false), ("user@evil", false),
        ("localhost:1@evil.example", false), ("127.0.0.1:80@evil.example", false), ("[::1]evil.example", false),
        ("localhost:80:evil.example", false), ("[::1", false), ("localhost:", false), ("localhost:+1", false),
        ("localhost:٣", false), ("localhost/evil.example", false),
    ])
    func `Known are given names with all below them, and this machine`(authority: String?, isKnown: Bool) {
        #expect(Self.hosts.contains(authority) == isKnown)
        let known = Self.hosts.known(authority)
        #expect((known == authority) == isKnown || (authority ?? "").isEmpty)
    }

    @Test(arguments: [
        ("evil.example:9000", "uem.example.test:9000"), ("evil.example:99999", "uem.example.test"),
        ("evil.example:80/x", "uem.example.test"), ("[::2]:1", "uem.example.test:1"),
        ("localhost:1@evil.example", "uem.example.test"), ("[::1]evil.example", "uem.example.test"),
    ])
    func `In place of an unknown host a link has one that is known`(authority: String, known: String) {
        #expect(Self.hosts.known(authority) == known)
    }

    /// A machine that can get other addresses, and time that can pass.
    private final class Machine: Sendable {
        let addresses = NIOLockedValueBox<Set<String>>(["198.51.100.1"])
        let time = NIOLockedValueBox(NIODeadline.uptimeNanoseconds(1_000_000_000))
        let asked = NIOLockedValueBox(0)

        func pass(_ amount: TimeAmount) { time.withLockedValue { $0 = $0 + amount } }

        var hosts: KnownHosts {
            KnownHosts(
                names: ["uem.example.test"], fallback: "uem.example.test",
                addresses: { [self] in
                    asked.withLockedValue { $0 += 1 }
                    return addresses.withLockedValue { $0 }
                }, now: { [self] in time.withLockedValue { $0 } })
        }
    }

    @Test func `An address of this machine is asked for again after a second`() {
        let machine = Machine()
        let hosts = machine.hosts
        for _ in 0..<3 { #expect(hosts.contains("198.51.100.1:8443")) }
        #expect(machine.asked.withLockedValue { $0 } == 1)
        machine.addresses.withLockedValue { $0 = ["198.51.100.2"] }
        machine.pass(.milliseconds(1001))
        #expect(!hosts.contains("198.51.100.1:8443"))
        #expect(hosts.contains("198.51.100.2:8443"))
        machine.pass(.milliseconds(500))
        #expect(hosts.contains("198.51.100.2:8443"))
        #expect(machine.asked.withLockedValue { $0 } == 3)
    }

    @Test(arguments: ["uem.example.test:8443", "localhost:8080", "127.0.0.1:8080", "[::1]:8080"])
    func `Names, and the way to itself, stay known`(authority: String) {
        let machine = Machine()
        let hosts = machine.hosts
        #expect(hosts.contains(authority))
        machine.addresses.withLockedValue { $0 = [] }
        machine.pass(.hours(1))
        #expect(hosts.contains(authority))
        #expect(machine.asked.withLockedValue { $0 } == 0)
    }

    @Test func `A host that is unknown is never remembered`() {
        let machine = Machine()
        let hosts = machine.hosts
        for _ in 0..<3 { #expect(!hosts.contains("198.51.100.2:8443")) }
        machine.addresses.withLockedValue { $0 = ["198.51.100.2"] }
        #expect(hosts.contains("198.51.100.2:8443"))
    }
}
