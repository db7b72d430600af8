import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// What the settings let the console reach (Security, "Targets").
struct OutgoingPolicyTests {
    /// Settings, a host with its addresses, and whether it is reached.
    struct Case: CustomTestStringConvertible, Sendable {
        let hosts: [String]
        let allowsInside: Bool
        let host: String
        let addresses: [String]
        let isReached: Bool

        init(_ hosts: [String], inside: Bool = false, _ host: String, _ addresses: String..., reached: Bool) {
            self.hosts = hosts
            allowsInside = inside
            self.host = host
            (self.addresses, isReached) = (addresses, reached)
        }

        var testDescription: String { "\(hosts) \(allowsInside) \(host) \(addresses)" }
    }

    static let cases: [Case] = [
        // No list: the internet, and the inside by its setting.
        Case([], "a.test", "8.8.8.8", reached: true), Case([], "a.test", "2606:2800::1", reached: true),
        Case([], "a.test", "10.0.0.1", reached: false), Case([], inside: true, "a.test", "10.0.0.1", reached: true),
        Case([], inside: true, "a.test", "fd12::1", reached: true),
        Case([], inside: true, "localhost", "127.0.0.1", "::1", reached: true),
        Case([], "localhost", "127.0.0.1", "::1", reached: false),
        Case([], "a.test", "8.8.8.8", "10.0.0.1", reached: false),
        Case([], inside: true, "a.test", "8.8.8.8", "169.254.169.254", reached: false),
        Case([], inside: true, "a.test", "64:ff9b::a00:1", reached: false),
        Case([], inside: true, "a.test", "::ffff:10.0.0.1", reached: false),
        Case([], inside: true, "a.test", "0.0.0.0", reached: false),
        Case([], inside: true, "a.test", "255.255.255.255", reached: false), Case([], "a.test", reached: false),
        // Names.
        Case(["a.test"], "a.test", "8.8.8.8", reached: true), Case(["A.Test"], "a.test", "8.8.8.8", reached: true),
        Case(["a.test"], "b.a.test", "8.8.8.8", reached: false),
        Case(["a.test"], "a.test.b", "8.8.8.8", reached: false),
        Case(["a.test"], "b.test", "8.8.8.8", reached: false),
        Case(["*.a.test"], "b.a.test", "8.8.8.8", reached: true),
        Case(["*.a.test"], "c.b.a.test", "8.8.8.8", reached: true),
        Case(["*.a.test"], "a.test", "8.8.8.8", reached: false),
        Case(["*.a.test"], "ba.test", "8.8.8.8", reached: false),
        Case(["xn--bcher-kva.example"], "xn--bcher-kva.example", "8.8.8.8", reached: true),
        // A list does not stand in for the other setting, nor for what is never reached.
        Case(["a.test"], "a.test", "10.0.0.1", reached: false),
        Case(["a.test"], inside: true, "a.test", "10.0.0.1", reached: true),
        Case(["10.0.0.0/8"], "a.test", "10.0.0.1", reached: false),
        Case(["10.0.0.0/8"], inside: true, "a.test", "10.0.0.1", reached: true),
        Case(["10.0.0.0/8"], inside: true, "a.test", "192.168.0.1", reached: false),
        Case(["127.0.0.1"], inside: true, "localhost", "127.0.0.1", reached: true),
        Case(["127.0.0.1"], inside: true, "localhost", "127.0.0.1", "::1", reached: false),
        Case(["169.254.0.0/16"], inside: true, "a.test", "169.254.169.254", reached: false),
        Case(["::/0"], inside: true, "a.test", "2002:a00:1::1", reached: false),
        Case(["0.0.0.0/0"], inside: true, "a.test", "0.0.0.0", reached: false),
        // Ranges.
        Case(["8.8.0.0/16"], "a.test", "8.8.8.8", reached: true),
        Case(["8.8.0.0/16"], "a.test", "8.9.8.8", reached: false),
        Case(["8.8.0.0/16"], "a.test", "8.8.8.8", "9.9.9.9", reached: false),
        Case(["8.8.0.0/16"], "a.test", "8.8.8.8", "2606:2800::1", reached: false),
        Case(["8.8.0.0/16", "2606:2800::/32"], "a.test", "8.8.8.8", "2606:2800::1", reached: true),
        Case(["2606:2800::/32"], "a.test", "2606:2801::1", reached: false),
        Case(["9.9.9.9", "a.test"], "a.test", "8.8.8.8", reached: true),
        Case(["9.9.9.9", "a.test"], "b.test", "9.9.9.9", reached: true),
        Case(["9.9.9.9", "a.test"], "b.test", "8.8.8.8", reached: false),
    ]

    @Test(arguments: cases) func `A host is reached if its name and every address may be`(entry: Case) throws {
        let policy = try OutgoingPolicy(allowsInside: entry.allowsInside, hosts: entry.hosts)
        let url = try OutgoingURL("https://\(entry.host)/")
        let addresses = try entry.addresses.map { try #require(IPAddress($0)) }
        let isReached = (try? policy.check(url)) != nil && (try? policy.check(addresses, of: url)) != nil
        #expect(isReached == entry.isReached)
    }

    @Test(arguments: [
        ("http://10.0.0.1/", ["10.0.0.0/8"], true), ("http://10.0.0.1/", ["10.0.0.1"], true),
        ("http://10.0.0.1/", ["10.0.0.2"], false), ("http://10.0.0.1/", ["*.test"], false),
        ("http://[fd12::1]/", ["fd00::/8"], true), ("http://[fd12:0:0::1]/", ["fd12::1"], true),
        ("http://[fd12::1]/", ["10.0.0.0/8"], false),
    ])
    func `An address in a URL is looked at like one of a name`(text: String, hosts: [String], isReached: Bool) throws {
        let url = try OutgoingURL(text)
        let policy = try OutgoingPolicy(allowsInside: true, hosts: hosts)
        #expect(((try? policy.check(url)) != nil) == isReached)
        let outside = try OutgoingPolicy(allowsInside: false, hosts: hosts)
        #expect(throws: OutgoingRefusal.self) { try outside.check(url) }
    }

    @Test(arguments: [
        "http://a.test", "a.test/", "a.test:443", "a.test:80", "*", "*.*.test", "*a.test", "a.*.test", "a b", "",
        "user@a.test", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0", "0x7f.1", "2130706433", "[::1]", "::1%lo", "::1/129",
        "bücher.example", "a.test.", "-a.test",
    ])
    func `An entry that could mean something else is refused`(text: String) {
        #expect(throws: OutgoingRefusal.self) { try OutgoingPolicy(allowsInside: true, hosts: [text]) }
    }

    @Test(arguments: [
        ("443", "https://a.test/", true), ("443", "http://a.test/", false), ("80", "http://a.test/", true),
    ])
    func `The port of a scheme counts as one that is named`(port: String, text: String, isReached: Bool) throws {
        let policy = try OutgoingPolicy(allowsInside: true, ports: [port])
        let url = try OutgoingURL(text)
        #expect(((try? policy.check(url)) != nil) == isReached)
    }
}
