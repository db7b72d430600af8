import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Devices to look at, and browsers to look with.
enum DevicePageWorld {
    /// The device of `signedInDevice()`.
    static let udid = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"
    /// The address of its pages.
    static let base = "/console/devices/\(udid)"

    /// A browser with which the first administrator has signed in.
    static func browser(_ console: TestConsole) async throws -> WebClient {
        let browser = WebClient(console)
        try await browser.signIn()
        return browser
    }

    /// A browser of somebody who may only read.
    static func reader(_ console: TestConsole) async throws -> WebClient {
        _ = try await console.admin(
            .post, "/_mock/administrators",
            text: #"{"username": "ann", "password": "ann-secret", "role": "Read Only", "group": "Global"}"#)
        let browser = WebClient(console)
        try await browser.signIn("ann", "ann-secret")
        return browser
    }
}
