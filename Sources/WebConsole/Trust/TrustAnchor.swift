import Crypto
import Foundation

/// The certificate that clients have to be made to trust.
struct TrustAnchor: Sendable {
    private let read: @Sendable () -> Data?

    /// The certificate of a PEM that is read each time; nil if clients trust the console anyway.
    init?(_ read: @escaping @Sendable () -> Data?) {
        guard read() != nil else { return nil }
        self.read = read
    }

    /// The first certificate of the PEM, as DER; nil if it cannot be read.
    var certificate: Data? {
        guard let pem = read().map({ String(decoding: $0, as: UTF8.self) }),
            let start = pem.range(of: "-----BEGIN CERTIFICATE-----"),
            let end = pem.range(of: "-----END CERTIFICATE-----", range: start.upperBound..<pem.endIndex)
        else { return nil }
        return Data(base64Encoded: String(pem[start.upperBound..<end.lowerBound]), options: .ignoreUnknownCharacters)
    }

    /// Its SHA-256 fingerprint as devices show it: pairs of hexadecimal digits.
    var fingerprint: String? {
        certificate.map { certificate in
            SHA256.hash(data: certificate).map { byte in
                let digits = String(byte, radix: 16, uppercase: true)
                return digits.count == 1 ? "0\(digits)" : digits
            }
            .joined(separator: " ")
        }
    }
}
