/// The two formats of property lists that clients read (DeviceServices, section 1.5).
public enum PropertyListFormat: String, Hashable, Codable, Sendable, CaseIterable {
    /// The XML format, version 1.0.
    case xml
    /// The binary format, `bplist00`.
    case binary
}

extension PropertyListValue {
    /// XML, unless a text or key holds characters that XML would alter or cannot hold: then binary.
    ///
    /// Those are carriage returns, control characters other than line feed and tab, U+FFFE and U+FFFF; also dates that
    /// XML cannot write.
    public var safestFormat: PropertyListFormat {
        survivesXML ? .xml : .binary
    }

    /// Whether an XML reader gives back this value unchanged.
    private var survivesXML: Bool {
        switch self {
        case .string(let text): text.survivesXML
        case .date(let date): CivilTime(date) != nil
        case .array(let values): values.allSatisfy(\.survivesXML)
        case .dictionary(let members): members.allSatisfy { $0.key.survivesXML && $0.value.survivesXML }
        default: true
        }
    }
}

extension String {
    /// Whether an XML reader gives back this text unchanged.
    fileprivate var survivesXML: Bool {
        utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x09 }
            && !unicodeScalars.contains { $0.value == 0xFFFE || $0.value == 0xFFFF }
    }
}

extension Unicode.Scalar {
    /// Whether XML 1.0 allows the character in a document.
    var isAllowedInXML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D: true
        case 0..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
