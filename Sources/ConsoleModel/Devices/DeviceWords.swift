package import DeviceProtocol

/// States of a device by the words of the admin API (AdminDevices, "Words").
extension EnrollmentStatus {
    private static let words = allCases.map { $0 == .deviceNotFound ? "Unknown" : DeviceWords.joined($0.name) }
    private static let shoutedWords = words.map(DeviceWords.shouted)

    /// The word of first versions, such as `EnterpriseWipePending`.
    package var word: String { Self.words[rawValue] }

    /// The word of later versions, such as `ENTERPRISE_WIPE_PENDING`.
    package var shoutedWord: String { Self.shoutedWords[rawValue] }
}

extension ComplianceStatus {
    private static let words = allCases.map { DeviceWords.joined($0.name) }
    private static let shoutedWords = words.map(DeviceWords.shouted)

    /// The word of first versions, such as `NonCompliant`.
    package var word: String { Self.words[rawValue] }

    /// The word of later versions, such as `NON_COMPLIANT`.
    package var shoutedWord: String { Self.shoutedWords[rawValue] }

    /// States of an admitted device.
    package static let compliant: Set<ComplianceStatus> = [.compliant, .allowed]
    /// States of a refused device.
    package static let nonCompliant: Set<ComplianceStatus> = [.nonCompliant, .blocked, .quarantined]
}

extension DeviceOwnership {
    /// The letter of first versions.
    package var letter: String {
        switch self {
        case .corporateDedicated: "C"
        case .employeeOwned: "E"
        case .corporateShared: "S"
        case .undefined: "Undefined"
        }
    }

    /// The word of later versions.
    package var word: String {
        switch self {
        case .corporateDedicated: "CORPORATE"
        case .employeeOwned: "EMPLOYEE"
        case .corporateShared: "SHARED"
        case .undefined: "UNDEFINED"
        }
    }

    /// The ownership of a letter or word of any version, in any letter case; nil for any other.
    package init?(_ text: String) {
        let text = text.lowercased()
        guard
            let ownership = Self.allCases.first(where: {
                [$0.letter, $0.word, $0.rawValue].contains { $0.lowercased() == text }
            })
        else { return nil }
        self = ownership
    }
}

extension ManagementType {
    /// The number of first versions: 0 unknown, 1 MDM, 4 a single app, as an SDK enrolls it.
    ///
    /// - Parameter isManaged: Whether a management system manages the device; needed for quarantine, which does not say
    ///   so.
    /// - Returns: The number.
    package func number(isManaged: Bool) -> Int64 {
        switch self {
        case .mdm: 1
        case .mam: 4
        case .quarantine: isManaged ? 1 : 0
        case .notManaged: 0
        }
    }

    /// The word of later versions for a number.
    package static func word(of number: Int64) -> String {
        switch number {
        case 1: "MDM"
        case 4: "APP_LEVEL"
        default: "UNKNOWN"
        }
    }
}

/// How states are written.
package enum DeviceWords {
    /// `Enterprise wipe pending` as `EnterpriseWipePending`.
    static func joined(_ name: String) -> String {
        name.split { $0 == " " || $0 == "-" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// `EnterpriseWipePending` as `ENTERPRISE_WIPE_PENDING`, `WinRT` as `WIN_RT`.
    package static func shouted(_ word: String) -> String {
        let letters = Array(word)
        return letters.indices.map { index in
            let begins =
                index > 0 && letters[index].isUppercase
                && (letters[index - 1].isLowercase || letters.dropFirst(index + 1).first?.isLowercase == true)
            return (begins ? "_" : "") + letters[index].uppercased()
        }.joined()
    }
}
