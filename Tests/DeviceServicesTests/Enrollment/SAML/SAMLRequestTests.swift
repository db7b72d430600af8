import DeviceProtocol
import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices

/// Sign-ins sealed for their way through the browser, and where they may end.
struct SAMLRequestTests {
    @Test(
        arguments: [
            ("sdksampleApp://SAMLAuthentication?", "sdksampleApp"), ("aw://SAMLAuthentication", "aw"),
            ("aw://samlauthentication?", "aw"), ("com.example.app+x-1://SAMLAUTHENTICATION?", "com.example.app+x-1"),
            ("http://SAMLAuthentication?", nil), ("HTTPS://SAMLAuthentication?", nil),
            ("javascript://SAMLAuthentication?", nil),
            ("data://SAMLAuthentication?", nil), ("File://SAMLAuthentication?", nil),
            ("itms-services://SAMLAuthentication?", nil),
            ("ms-word://SAMLAuthentication?", nil), ("MS-Excel://SAMLAuthentication?", nil),
            ("chrome-extension://SAMLAuthentication?", nil), ("moz-extension://SAMLAuthentication?", nil),
            ("safari-web-extension://SAMLAuthentication?", nil),
            ("msauth://SAMLAuthentication?", "msauth"), ("my-extensions://SAMLAuthentication?", "my-extensions"),
            ("aw://evil.example?", nil), ("aw://SAMLAuthentication.evil.example?", nil),
            ("aw://SAMLAuthentication?token=x", nil),
            ("aw://SAMLAuthentication/x?", nil), ("aw://u@SAMLAuthentication?", nil), ("aw://SAMLAuthentication#", nil),
            ("aw://SAMLAuthentication??", nil), ("aw:SAMLAuthentication?", nil), ("://SAMLAuthentication?", nil),
            ("", nil),
            ("1aw://SAMLAuthentication?", nil), ("a b://SAMLAuthentication?", nil), ("ä://SAMLAuthentication?", nil),
            ("aw;x://SAMLAuthentication?", nil), ("aw\n://SAMLAuthentication?", nil), ("SAMLAuthentication?", nil),
            (String(repeating: "a", count: 65) + "://SAMLAuthentication?", nil),
        ] as [(String, String?)])
    func `Only the scheme of an app may be returned to`(text: String, scheme: String?) {
        #expect(SAMLReturnAddress(text)?.scheme == scheme)
    }

    private func sealing(_ clock: TestClock, key: UInt8 = 1) -> SAMLRequestSealing {
        SAMLRequestSealing(secrets: SecretBox(key: Data(repeating: key, count: 32)), clock: clock.consoleClock)
    }

    private func request(_ clock: TestClock) throws -> SAMLRequest {
        SAMLRequest(
            groupID: 12, device: try #require(DeviceIdentifier("ab")), bundle: try #require(BundleIdentifier("a.b")),
            returnAddress: try #require(SAMLReturnAddress("aw://SAMLAuthentication?")),
            expiresAt: clock.now.adding(seconds: 60))
    }

    @Test func `What is sealed comes back, needs no escape, and tells nothing`() throws {
        let clock = TestClock()
        let request = try request(clock)
        let text = try sealing(clock).seal(request)
        #expect(try sealing(clock).open(text) == request)
        #expect(text.utf8.allSatisfy { "-_".utf8.contains($0) || (0x30...0x7A).contains($0) })
        #expect(try sealing(clock).seal(request) != text)
        #expect(Data(base64Encoded: text)?.contains(Data("a.b".utf8)) != true)
    }

    @Test func `What was changed, made elsewhere or is too old is refused`() throws {
        let clock = TestClock()
        let text = try sealing(clock).seal(try request(clock))
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        for index in Array(stride(from: 0, to: text.count, by: 7)) + [text.count - 1] {
            var changed = Array(text)
            let digit = try #require(digits.firstIndex(of: changed[index]))
            changed[index] = digits[digit ^ 1]
            #expect(throws: ConsoleError.self) { try sealing(clock).open(String(changed)) }
        }
        for other in [nil, "", "x", "%", String(text.dropLast(4)), text + text, String(repeating: "A", count: 5000)] {
            #expect(throws: ConsoleError.self) { try sealing(clock).open(other) }
        }
        #expect(throws: ConsoleError.self) { try sealing(clock, key: 2).open(text) }
        clock.advance(seconds: 59)
        #expect(throws: Never.self) { try sealing(clock).open(text) }
        clock.advance(seconds: 1)
        let error = #expect(throws: ConsoleError.self) { try sealing(clock).open(text) }
        #expect(error?.code == .badRequest && error?.message.contains("too long") == true)
    }
}
