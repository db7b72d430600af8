import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Where requests come from, behind proxies that are named (Configuration, "Listening").
struct ClientAddressTests {
    private static func address(
        _ peer: String, _ fields: [(String, String)], proxies: [String] = ["10.0.0.0/8", "127.0.0.1", "fd00::/8"],
        header: ProxyHeader = .forwardedFor
    ) -> String {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { head.headerFields.append(HTTPField(name: name, value: value)) }
        }
        return ClientAddresses(proxies: proxies.compactMap { AddressRange($0) }, header: header)
            .address(of: head, from: peer)
    }

    @Test func `Nobody is believed who is no named proxy`() {
        let claims = [("X-Forwarded-For", "192.0.2.1"), ("Forwarded", "for=192.0.2.2")]
        #expect(Self.address("203.0.113.5", claims) == "203.0.113.5")
        #expect(Self.address("10.1.2.3", claims, proxies: []) == "10.1.2.3")
        #expect(Self.address("", claims) == "")
        #expect(Self.address("10.1.2.3", []) == "10.1.2.3")
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:4711", "192.0.2.1"), (" 6.6.6.6 , 192.0.2.1 , 10.0.0.9 ", "192.0.2.1"),
        ("6.6.6.6, 192.0.2.1, 127.0.0.1, 10.9.9.9", "192.0.2.1"), ("10.0.0.7, 10.0.0.8", "10.0.0.7"),
        ("2001:db8::7", "2001:db8:0:0:0:0:0:7"), ("[2001:db8::7]:443", "2001:db8:0:0:0:0:0:7"),
        ("192.0.2.1, fd00::1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        // What cannot be read hides everything before it.
        ("192.0.2.1, unknown", "10.1.2.3"), ("192.0.2.1, rubbish, 10.0.0.9", "10.0.0.9"), ("", "10.1.2.3"),
        ("192.0.2.1,", "10.1.2.3"), ("192.0.2.1, , 10.0.0.9", "10.0.0.9"), ("192.0.2.1:x", "10.1.2.3"),
        ("192.0.2.1:123456", "10.1.2.3"), ("[2001:db8::7]x", "10.1.2.3"), ("[192.0.2.1]", "10.1.2.3"),
        ("2001:db8::1%eth0", "10.1.2.3"), ("\"192.0.2.1\"", "10.1.2.3"), ("192.0.2.1, \t10.0.0.9\t", "192.0.2.1"),
    ])
    func `The nearest that is no named proxy counts`(field: String, expected: String) {
        #expect(Self.address("10.1.2.3", [("X-Forwarded-For", field)]) == expected)
        #expect(Self.address("::ffff:10.1.2.3", [("X-Forwarded-For", field)]).hasSuffix(expected))
    }

    @Test(arguments: [
        ("for=192.0.2.1", "192.0.2.1"), ("For=\"192.0.2.1:80\";proto=https", "192.0.2.1"),
        ("by=10.0.0.1; for=\"[2001:db8::7]:4711\"", "2001:db8:0:0:0:0:0:7"),
        ("for=6.6.6.6, for=192.0.2.1, for=10.0.0.9", "192.0.2.1"), ("for=192.0.2.1, for=_hidden", "10.1.2.3"),
        ("for=192.0.2.1, proto=https", "10.1.2.3"), ("for=\"a,b;for=6.6.6.6\", for=192.0.2.1", "192.0.2.1"),
        ("for=192.0.2.1, for=unknown", "10.1.2.3"), (";for=192.0.2.1;", "192.0.2.1"),
        ("for=192.0.2.1;host=\"a\\\",for=6.6.6.6;b=\\\"\"", "192.0.2.1"), ("for=\"192.0.\\2.1\"", "192.0.2.1"),
        // A client's quote that never ends takes nothing with it.
        ("for=\"x, for=192.0.2.1", "192.0.2.1"), ("for=\"\\\", for=192.0.2.1", "192.0.2.1"),
        ("for=\"x, for=192.0.2.1, for=10.0.0.9", "192.0.2.1"), ("for=\"x, for=10.0.0.9", "10.0.0.9"),
        // What does not follow the standard says nothing.
        ("for=6.6.6.6;for=192.0.2.1", "10.1.2.3"), ("for = 192.0.2.1", "10.1.2.3"), ("for=192.0.2.1:80", "10.1.2.3"),
        ("for=192.0.2.1 x", "10.1.2.3"), ("for=192.0.2.1\"", "10.1.2.3"), ("for=\"192.0.2.1\\\"", "10.1.2.3"),
        ("192.0.2.1", "10.1.2.3"), ("for=", "10.1.2.3"), ("=192.0.2.1", "10.1.2.3"), ("for=192.0.2.1,", "10.1.2.3"),
        ("host=\"x\", for=6.6.6.6\"", "10.1.2.3"), ("", "10.1.2.3"), ("\"", "10.1.2.3"),
    ])
    func `Forwarded is read as its standard says, where proxies write it`(field: String, expected: String) {
        let fields = [("X-Forwarded-For", "6.6.6.6"), ("Forwarded", field)]
        #expect(Self.address("10.1.2.3", fields, header: .forwarded) == expected)
    }

    @Test func `The header that the proxies do not write is ignored`() {
        let fields = [("X-Forwarded-For", "192.0.2.1"), ("Forwarded", "for=192.0.2.2")]
        #expect(Self.address("10.1.2.3", fields) == "192.0.2.1")
        #expect(Self.address("10.1.2.3", fields, header: .forwarded) == "192.0.2.2")
        #expect(Self.address("10.1.2.3", [fields[1]]) == "10.1.2.3")
        #expect(Self.address("10.1.2.3", [fields[0]], header: .forwarded) == "10.1.2.3")
    }

    @Test(arguments: [ProxyHeader.forwardedFor, .forwarded])
    func `No more than 32 hops are read`(header: ProxyHeader) {
        let (name, prefix) = header == .forwarded ? ("Forwarded", "for=") : ("X-Forwarded-For", "")
        func address(behind count: Int) -> String {
            let hops = ["192.0.2.1"] + (1...count).reversed().map { "10.0.0.\($0)" }
            return Self.address("10.1.2.3", [(name, hops.map { prefix + $0 }.joined(separator: ", "))], header: header)
        }
        #expect(address(behind: 31) == "192.0.2.1")
        #expect(address(behind: 32) == "10.0.0.32")
        #expect(address(behind: 200) == "10.0.0.32")
        let one = (1...200).map { (name, "\(prefix)10.0.0.\($0)") }
        #expect(Self.address("10.1.2.3", [(name, "\(prefix)192.0.2.1")] + one, header: header) == "10.0.0.169")
    }

    @Test func `The configuration says which header is read`() async throws {
        let settings: ConfigurationSettings = [
            \.httpProxies: "10.0.0.0/8", \.httpProxyHeader: "forwarded", \.journalEnabled: "true",
        ]
        try await withConsole(settings) { console in
            _ = try await console.send(
                .get, "/deviceservices/nowhere",
                headers: [
                    TestConsole.addressHeader: "10.0.0.1", "X-Forwarded-For": "192.0.2.1",
                    "Forwarded": "for=\"x, for=192.0.2.2",
                ])
            let items = try await console.items("/_mock/journal?path=/deviceservices/nowhere")
            #expect(items.map { $0["address"] as? String } == ["192.0.2.2"])
        }
    }

    @Test func `Several fields are one list`() {
        let fields = [("X-Forwarded-For", "6.6.6.6, 192.0.2.1"), ("X-Forwarded-For", "10.0.0.9")]
        #expect(Self.address("10.1.2.3", fields) == "192.0.2.1")
    }

    @Test func `Addresses of version 6 are counted by network`() {
        let one = ClientNetwork(of: "2001:db8:1:2:3:4:5:6")
        #expect(one == ClientNetwork(of: "2001:db8:1:2::1") && one.address == "2001:db8:1:2:0:0:0:0/64")
        let other = ClientNetwork(of: "2001:db8:1:3::1")
        #expect(one.address != other.address && one.site == other.site)
        #expect(one.site == "2001:db8:1:0:0:0:0:0/48" && one.widest == one.site)
        #expect(ClientNetwork(of: "2001:db8:2:2::1").site != one.site)
        for text in ["::ffff:192.0.2.1", "192.0.2.1"] {
            let network = ClientNetwork(of: text)
            #expect(network.address == "192.0.2.1" && network.site == nil && network.widest == "192.0.2.1")
        }
        #expect(ClientNetwork(of: "").address.isEmpty)
    }

    @Test(arguments: [(10, 100, 50), (10, 1000, 80), (60, 100, 60), (0, 100, 0), (.max, .max, .max)])
    func `A site may have eight times as much as an address, and half of all at most`(
        ofAddress: Int, all: Int, expected: Int
    ) {
        #expect(SiteRule.standard.limit(ofAddress, of: all) == expected)
        #expect(SiteRule(factor: 1).limit(ofAddress, of: all) == ofAddress)
    }

    @Test func `Throttle, sign-ins and journal have the address that counts`() async throws {
        let settings: ConfigurationSettings = [
            \.httpProxies: "10.0.0.0/8", \.adminSignInFailures: "2", \.journalEnabled: "true",
        ]
        try await withConsole(settings) { console async throws in
            func status(_ client: String, via peer: String, password: String) async throws -> UInt {
                let headers = TestConsole.basic("admin", password).merging(
                    [TestConsole.addressHeader: peer, "X-Forwarded-For": client]
                ) { $1 }
                return UInt(try await console.send(.get, "/api/system/groups/search", headers: headers).status.code)
            }
            for _ in 0..<2 { _ = try await status("192.0.2.1", via: "10.0.0.1", password: "wrong") }
            #expect(try await status("192.0.2.1", via: "10.0.0.2", password: "wrong") == 429)
            #expect(try await status("192.0.2.2", via: "10.0.0.1", password: "admin") != 429)
            // One who is no proxy only says so.
            #expect(try await status("192.0.2.1", via: "203.0.113.5", password: "admin") != 429)
            let events = try await console.adminJSON("/_mock/events?action=administrator.signInFailed")
            #expect("\(events)".contains("192.0.2.1") && !"\(events)".contains("10.0.0.1"))
            let journal = try await console.admin(.get, "/_mock/journal").text
            #expect(journal.contains("192.0.2.2") && journal.contains("203.0.113.5") && !journal.contains("10.0.0.2\""))
        }
    }
}
