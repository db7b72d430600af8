import ConsolePlatform
import Crypto
import Foundation

/// Proof for a receiver that a delivery comes from here and is fresh (AdminNotifications, "Signature").
enum NotificationSignature {
    /// Header field it stands in.
    static let header = "X-MockUEM-Signature"

    /// The value of the header field.
    ///
    /// - Parameters:
    ///   - body: The body as it is sent.
    ///   - secret: The notification's secret.
    ///   - time: When it is sent.
    /// - Returns: `t={seconds since 1970},v1={HMAC-SHA256 of "t.body" in hex}`.
    static func value(of body: String, secret: String, at time: Timestamp) -> String {
        let key = SymmetricKey(data: Data(secret.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data("\(time.seconds).\(body)".utf8), using: key)
        return "t=\(time.seconds),v1=\(RandomSource.hex(code))"
    }
}
