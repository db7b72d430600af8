import ConsolePlatform
package import DeviceProtocol

/// States of a device by the words of the admin API (AdminDevices, "Words").
extension EnrollmentStatus {
    /// Statuses of the real console that no device here has, folded (members of `devicecounts`).
    private static let others: Set<String> = [
        "appcatalogonly", "blacklisted", "denylisted", "pendingagent", "unenrolledbyfeedbackservice",
    ]

    /// What a word or number of any version selects; nil for one that no console knows.
    package static func filter(_ text: String) -> DeviceFilter<EnrollmentStatus>? {
        let word = DeviceWords.folded(text)
        if DeviceWords.isAll(word, of: "statuses") { return .all }
        if others.contains(word) { return .nothing }
        return (EnrollmentStatus(name: text) ?? Int(text).flatMap(EnrollmentStatus.init(rawValue:))).map { .only($0) }
    }

    private static let words = allCases.map { $0 == .deviceNotFound ? "Unknown" : DeviceWords.joined($0.name) }
    private static let shoutedWords = words.map(DeviceWords.shouted)

    /// The word of first versions, such as `EnterpriseWipePending`.
    package var word: String { Self.words[rawValue] }

    /// The word of later versions, such as `ENTERPRISE_WIPE_PENDING`.
    package var shoutedWord: String { Self.shoutedWords[rawValue] }
}

extension ComplianceStatus {
    /// What a word or number of any version selects; nil for one that no console knows.
    package static func filter(_ text: String) -> DeviceFilter<ComplianceStatus>? {
        if DeviceWords.isAll(DeviceWords.folded(text), of: "statuses") { return .all }
        return (ComplianceStatus(name: text) ?? Int(text).flatMap(ComplianceStatus.init(rawValue:))).map { .only($0) }
    }

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

    /// The number where versions have numbers; the documentation names none, so that they are this console's own.
    package var number: Int64 {
        switch self {
        case .undefined: 0
        case .corporateDedicated: 1
        case .corporateShared: 2
        case .employeeOwned: 3
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

    /// Other words for an ownership, folded.
    private static let synonyms: [String: DeviceOwnership] = [
        "u": .undefined, "none": .undefined, "unassigned": .undefined, "unknown": .undefined,
        "dedicated": .corporateDedicated, "corporateowned": .corporateDedicated,
        "corporateowneddedicated": .corporateDedicated,
        "corporateownedshared": .corporateShared, "personal": .employeeOwned,
    ]

    /// The ownership of a letter or word of any version, in any letter case, with or without blanks, hyphens and
    /// underscores; nil for any other.
    package init?(_ text: String) {
        let word = DeviceWords.folded(text)
        let ownership =
            Self.allCases.first { [$0.letter, $0.word, $0.rawValue].contains { $0.lowercased() == word } }
            ?? Self.synonyms[word]
        guard let ownership else { return nil }
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
    /// A word as it is compared: in lower case, without the blanks, hyphens and underscores in it.
    ///
    /// What begins or ends with anything but a letter or a digit keeps them, so that `-2` is not `2`.
    package static func folded(_ word: String) -> String {
        FoldedWord.of(word)
    }

    /// Whether two words are the same, folded: `SERIAL_NUMBER` and `SerialNumber`.
    package static func areSame(_ word: String, _ other: String) -> Bool { folded(word) == folded(other) }

    /// The folded words that turn a filter off: `all`, `any`, `alltypes` and `all` before the name of the list.
    ///
    /// - Parameter list: What the values are called, folded and in the plural.
    /// - Returns: The words.
    static func wordsForAll(of list: String) -> [String] {
        ["all", "any", "alltypes", "all\(list)", "any\(list.dropLast())", "all\(list.dropLast())"]
    }

    /// Whether a folded word turns a filter off.
    ///
    /// - Parameters:
    ///   - word: The word, folded.
    ///   - list: What the values are called, folded and in the plural.
    /// - Returns: Whether it does.
    package static func isAll(_ word: String, of list: String) -> Bool { wordsForAll(of: list).contains(word) }

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
