/// Forms the texts of a list can have.
package enum GroupSettingText: Sendable {
    /// A domain name, such as `acme.example`.
    case domain
    /// A host and the hexadecimal form of a public key, such as `uem.example.test=3082010a`.
    case pin

    /// The form of the text, for people.
    package var rule: String {
        switch self {
        case .domain: "a domain name such as acme.example"
        case .pin: "a host, \"=\" and a public key in hexadecimal, such as uem.example.test=3082010a"
        }
    }

    /// Whether a text has the form.
    package func accepts(_ text: String) -> Bool {
        switch self {
        case .domain: return Self.isDomain(text)
        case .pin:
            let parts = text.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isDomain(String(parts[0])), parts[1].utf8.count <= 4096 else { return false }
            return !parts[1].isEmpty && parts[1].utf8.count.isMultiple(of: 2) && parts[1].allSatisfy(\.isHexDigit)
        }
    }

    private static func isDomain(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
