import Crypto
import DeviceProtocol
import Foundation
import HTTPTypes

/// The signature of a request, read more leniently than when it is checked.
struct SentSignature: Sendable {
    /// How it was written.
    enum Form: String, Sendable {
        case base64, base64URL, unpaddedBase64, hex, unreadable
    }

    /// What stands before the colon.
    let deviceText: String
    /// The signature as it was sent.
    let text: String
    let form: Form
    /// Its bytes; empty if they cannot be read.
    let bytes: Data
    /// The authentication group that the request names.
    let group: String?
    /// The algorithm that the request names; nil for an unknown one.
    let named: SignatureAlgorithm?

    /// The device, if that is one.
    var device: DeviceIdentifier? { DeviceIdentifier(deviceText) }

    /// The algorithm whose signatures have as many bytes; nil for none.
    var fitting: SignatureAlgorithm? { SignatureAlgorithm.allCases.first { $0.byteCount == bytes.count } }

    /// What a signature of the right form is, in words.
    var description: String {
        guard form != .unreadable else {
            return "\(text.utf8.count) characters that are neither base64 nor hexadecimal"
        }
        let name =
            switch form {
            case .base64: "base64"
            case .base64URL: "base64 with - and _ (base64url)"
            case .unpaddedBase64: "base64 without its padding"
            case .hex, .unreadable: "hexadecimal digits"
            }
        return "\(text.utf8.count) characters, \(name) of \(bytes.count) bytes"
    }

    /// Reads the header fields of a request; nil if it has no signature.
    init?(_ fields: HTTPFields) {
        guard let sent = fields[.authorization], !sent.lowercased().hasPrefix("bearer"),
            !sent.lowercased().hasPrefix("basic"), let colon = sent.firstIndex(of: ":")
        else { return nil }
        deviceText = String(sent[..<colon])
        text = String(sent[sent.index(after: colon)...]).trimmingCharacters(in: .whitespaces)
        let read = Self.read(text)
        form = read.form
        bytes = read.bytes
        group = HTTPField.Name("aw-auth-group-id").flatMap { fields[$0] }
        let method = HTTPField.Name("aw-auth-signature-method").flatMap { fields[$0] }
        named = method.map { SignatureAlgorithm(headerValue: $0) } ?? .hmacSHA256
    }

    private static func read(_ text: String) -> (form: Form, bytes: Data) {
        if text.utf8.count.isMultiple(of: 2), let bytes = Data(hexadecimal: text), bytes.count >= 20 {
            return (.hex, bytes)
        }
        if let bytes = Data(base64Encoded: text), !bytes.isEmpty { return (.base64, bytes) }
        let padded = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - padded.utf8.count % 4) % 4)
        if let bytes = Data(base64Encoded: padded + padding), !bytes.isEmpty {
            return (padded == text ? .unpaddedBase64 : .base64URL, bytes)
        }
        return (.unreadable, Data())
    }
}

extension Data {
    /// The bytes of hexadecimal digits; nil for anything else.
    init?(hexadecimal text: String) {
        guard !text.isEmpty, text.utf8.count.isMultiple(of: 2) else { return nil }
        var bytes = Data()
        var high: UInt8?
        for digit in text.utf8 {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self = bytes
    }

    /// Lower-case hexadecimal digits.
    var hexadecimal: String { map { String(format: "%02x", $0) }.joined() }
}

/// A key ready for checking many texts.
struct TriedKey: Sendable {
    private let sha256: HMAC<SHA256>
    private let sha1: HMAC<Insecure.SHA1>

    /// The key of some bytes.
    init(_ bytes: Data) {
        let key = SymmetricKey(data: bytes)
        sha256 = HMAC<SHA256>(key: key)
        sha1 = HMAC<Insecure.SHA1>(key: key)
    }

    /// Whether it signs a text as a client has; what it computes goes nowhere.
    func signs(_ text: String, as signature: Data, _ algorithm: SignatureAlgorithm) -> Bool {
        switch algorithm {
        case .hmacSHA256:
            var mac = sha256
            mac.update(data: Data(text.utf8))
            return mac.finalize() == signature
        case .hmacSHA1:
            var mac = sha1
            mac.update(data: Data(text.utf8))
            return mac.finalize() == signature
        }
    }
}
