import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Which addresses the console connects to for somebody else (Security, "Targets").
struct AddressKindTests {
    @Test(arguments: [
        "8.8.8.8", "93.184.216.34", "1.1.1.1", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1",
        "169.253.1.1", "192.167.1.1", "198.17.255.255", "198.20.0.1", "223.255.255.255", "11.0.0.1",
        "2606:2800:220:1:248:1893:25c8:1946", "2a00:1450:4001::1", "2001:4860:4860::8888", "2003::1",
    ])
    func `Hosts of the internet are open`(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(AddressKind(address) == .open)
    }

    @Test(arguments: [
        "127.0.0.1", "127.255.255.254", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1",
        "100.64.0.1", "100.127.255.255", "100.100.100.199", "::1", "fc00::1", "fd12:3456:789a::1",
    ])
    func `This machine and private networks need a setting`(text: String) throws {
        let address = try #require(IPAddress(text))
        guard case .inside = AddressKind(address) else {
            Issue.record("\(text) is \(AddressKind(address))")
            return
        }
        let url = try OutgoingURL(address.isVersion6 ? "http://[\(text)]/" : "http://\(text)/")
        #expect(throws: OutgoingRefusal.self) { try OutgoingPolicy(allowsInside: false).check(url) }
        #expect(throws: Never.self) { try OutgoingPolicy(allowsInside: true).check(url) }
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "169.254.0.1", "169.254.169.254", "192.0.0.1", "192.0.2.1", "192.88.99.1", "198.18.0.1",
        "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1",
        "255.255.255.255", "::", "::127.0.0.1", "::7f00:1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:8.8.8.8",
        "::ffff:7f00:1", "0:0:0:0:0:ffff:a00:1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::808:808",
        "64:ff9b:1::1", "2002:7f00:1::1", "2002:a00:1::", "2002:808:808::1", "2001::1",
        "2001:0:4136:e378:8000:63bf:f5ff:fffe",
        "2001:2::1", "2001:10::1", "2001:db8::1", "3fff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "ff0e::1",
        "100::1", "5f00::1", "4000::1", "fd00:ec2::254", "168.63.129.16", "100.100.100.200", "fd00:c1::a9fe:a9fe",
        "fd00:42::42",
    ])
    func `What is no host, or hides another address, is never reached`(text: String) throws {
        let address = try #require(IPAddress(text))
        guard case .refused = AddressKind(address) else {
            Issue.record("\(text) is \(AddressKind(address))")
            return
        }
        let url = try OutgoingURL(address.isVersion6 ? "http://[\(text)]/" : "http://\(text)/")
        #expect(throws: OutgoingRefusal.self) { try OutgoingPolicy(allowsInside: true).check(url) }
        let hook = try OutgoingURL("https://hook.example.test/")
        #expect(throws: OutgoingRefusal.self) { try OutgoingPolicy(allowsInside: true).check([address], of: hook) }
    }

    @Test(arguments: [
        "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001", "127.0.0.01",
        "127.0.0.1.", "1.2.3.256", "1.2.3", "1.2.3.4.5", "", ".", "1..2.3", "+1.2.3.4", "１.2.3.4", "[::1]", "::1%lo",
        "fe80::1%25eth0", ":::1", "1:2", "::g", "::ffff:127.1", "::1/128",
    ])
    func `Odd spellings are no addresses`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func `Ranges contain what begins like them`() throws {
        let range = try #require(AddressRange("172.16.0.0/12"))
        let cases = [("172.16.0.0", true), ("172.31.255.255", true), ("172.32.0.0", false), ("::1", false)]
        for (text, isInside) in cases {
            let address = try #require(IPAddress(text))
            #expect(range.contains(address) == isInside, "\(text)")
        }
        let single = try #require(AddressRange("2606:2800::1"))
        let same = try #require(IPAddress("2606:2800:0:0::1"))
        let other = try #require(IPAddress("2606:2800::2"))
        #expect(single.contains(same) && !single.contains(other))
        for text in ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "/8", "::/129", "x/8", "10.0.0.0/8/8"] {
            #expect(AddressRange(text) == nil, "\(text)")
        }
        let all = try #require(AddressRange("0.0.0.0/0"))
        let any = try #require(IPAddress("255.255.255.255"))
        #expect(all.contains(any))
    }
}
