import Testing

@testable import ConsoleTestSupport
@testable import DeviceServices

/// Pins and the hosts they hold for, without a console.
struct PublicKeyPinsTests {
    @Test func `Texts become keys by host, in lower case, each once`() {
        let pins = PublicKeyPins(["A.example=0A0B", "a.EXAMPLE=0c", "a.example=0a0b", "b.example=ff", "nothing"])
        #expect(pins.keys == ["a.example": ["0a0b", "0c"], "b.example": ["ff"]])
        #expect(PublicKeyPins([]).keys.isEmpty)
    }

    @Test(arguments: [
        ("uem.acme.example", ["acme.example", "uem.acme.example"]), ("acme.example", ["acme.example"]),
        ("xacme.example", []), ("example", []), ("other.test", []), ("a.b.acme.example", ["acme.example"]),
    ])
    func `Pins hold for a host and for what is in a domain`(host: String, found: [String]) {
        let pins = PublicKeyPins(["acme.example=00", "uem.acme.example=01", "acme=02"])
        #expect(pins.covering(host).keys.keys.sorted() == found)
    }

    @Test(
        arguments: [
            ("uem.example.test", "uem.example.test"), ("UEM.Example.Test", "uem.example.test"),
            ("uem.example.test:8443", "uem.example.test"), ("https://uem.example.test", "uem.example.test"),
            ("https://uem.example.test:443/a/b?c=d#e", "uem.example.test"),
            ("https://u:p@uem.example.test/", "uem.example.test"),
            ("uem.example.test.", "uem.example.test"), ("127.0.0.1:8080", "127.0.0.1"), ("localhost", "localhost"),
            ("", nil), ("https://", nil), ("a b", nil), ("a:b", nil), ("[::1]", nil), ("a..b", nil),
            ("\u{e4}.test", nil),
        ] as [(String, String?)])
    func `A host is found in what clients send`(text: String, host: String?) {
        #expect(PinnedHost(text)?.value == host)
    }
}
