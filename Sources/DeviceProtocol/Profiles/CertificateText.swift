public import Foundation

/// Certificates as administrators write them: bytes, base64, or PEM (SDKProfile, section 3.4).
///
/// Checks the form only; whether the bytes are a certificate is checked elsewhere.
public enum CertificateText {
    private static let begin = "-----BEGIN "
    private static let label = "CERTIFICATE"

    /// The bytes of the certificates in a text in PEM, in their order.
    ///
    /// Text between the certificates is ignored, because tools write a description there.
    ///
    /// - Parameter text: The text.
    /// - Returns: The bytes; nil if it has no certificate, one that is broken off, or anything else, such as a key.
    public static func pem(_ text: String) -> [Data]? {
        var certificates: [Data] = []
        var rest = text[...]
        while let start = rest.range(of: begin) {
            guard let labelEnd = rest[start.upperBound...].range(of: "-----"),
                rest[start.upperBound..<labelEnd.lowerBound] == label,
                let end = rest[labelEnd.upperBound...].range(of: "-----END \(label)-----"),
                let data = PayloadValueKind.data(.string(String(rest[labelEnd.upperBound..<end.lowerBound]))),
                !data.isEmpty
            else { return nil }
            certificates.append(data)
            rest = rest[end.upperBound...]
        }
        return certificates.isEmpty ? nil : certificates
    }

    /// The bytes of one value: data, base64, or a certificate in PEM.
    static func single(_ value: PropertyListValue) -> Data? {
        guard let text = value.stringValue, text.contains(begin) else { return PayloadValueKind.data(value) }
        guard let certificates = pem(text), certificates.count == 1 else { return nil }
        return certificates[0]
    }

    /// The bytes of each certificate of an array; nil if a value is in none of the forms, or there are too many.
    static func list(_ value: PropertyListValue) -> [Data]? {
        guard let values = value.arrayValue else { return nil }
        var all: [Data] = []
        for value in values {
            guard let certificates = several(value) else { return nil }
            all += certificates
            guard all.count <= PayloadValueKind.certificateLimit else { return nil }
        }
        return all
    }

    /// What is wrong with an array: the elements in none of the forms, or the whole.
    static func faults(_ value: PropertyListValue, payload: String, key: String) -> [ProfileValidationError] {
        let faults = (value.arrayValue ?? []).enumerated().filter { several($0.element) == nil }.map { index, element in
            ProfileValidationError(
                payload: payload, key: "\(key)[\(index)]", value: shown(element),
                allowed: "X.509 certificates in DER or PEM, without their keys")
        }
        guard faults.isEmpty else { return faults }
        return [
            ProfileValidationError(
                payload: payload, key: key, value: value.shortText, allowed: PayloadValueKind.certificates.allowed)
        ]
    }

    /// The part of a value that a message may repeat; nothing that may be a key.
    private static func shown(_ value: PropertyListValue) -> String {
        guard let text = value.stringValue, text.contains("-----") else { return value.shortText }
        return "a text of \(text.unicodeScalars.count) characters"
    }

    private static func several(_ value: PropertyListValue) -> [Data]? {
        if let text = value.stringValue, text.contains(begin) { return pem(text) }
        guard let data = single(value), !data.isEmpty else { return nil }
        return [data]
    }
}
