import DeviceProtocol
import Testing

@testable import WebConsole

/// Identifiers and sizes as pages show them.
struct DeviceShownTests {
    private static let udid = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"

    @Test func `A long identifier is shown by its beginning, with the whole of it behind`() {
        let long = DeviceShown.identifier(Self.udid)
        #expect(long.html == "<code class=\"short\" title=\"\(Self.udid)\">3f1c9a5d2be8…</code>")
        #expect(DeviceShown.identifier("3f1c9a5d").html == "<code>3f1c9a5d</code>")
        #expect(DeviceShown.identifier("").isEmpty)
    }

    @Test func `Identifiers within a text are shortened, and nothing else is`() {
        let text = DeviceShown.shortening("com.example.demo on \(Self.udid)")
        #expect(text.text == "com.example.demo on 3f1c9a5d2be8…")
        #expect(text.html.contains("title=\"com.example.demo on \(Self.udid)\""))
        #expect(DeviceShown.shortening("a client at 127.0.0.1").html == "a client at 127.0.0.1")
    }

    @Test func `Nothing is said of a memory that no device has`() {
        #expect(DeviceShown.capacity(JSON(.integer(0))).isEmpty && DeviceShown.capacity(.none).isEmpty)
        #expect(DeviceShown.capacity(JSON(.integer(6_000_000_000))).text == "6.0 GB")
    }
}
