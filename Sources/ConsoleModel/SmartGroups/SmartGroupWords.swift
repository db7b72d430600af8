import DeviceProtocol

/// Words of smart groups that stand for numbers.
package enum SmartGroupWords {
    /// Comparisons, by the words of the admin API; answers use the first word of each.
    private static let comparisons: [(symbol: String, words: [String])] = [
        ("=", ["Equals", "Equal", "EqualTo", "Is"]),
        ("!=", ["NotEquals", "NotEqual", "NotEqualTo", "IsNot"]),
        ("<", ["LessThan"]),
        ("<=", ["LessThanOrEqual", "LessThanOrEquals", "LessThanOrEqualTo"]),
        (">", ["GreaterThan"]),
        (">=", ["GreaterThanOrEqual", "GreaterThanOrEquals", "GreaterThanOrEqualTo"]),
    ]

    /// Every word for a comparison, for messages.
    package static var comparisonWords: [String] { comparisons.compactMap(\.words.first) }

    /// `>=` for `GreaterThanOrEqual`, in any letter case and with blanks or underscores; a symbol stands for itself.
    package static func comparison(_ word: String) -> String? {
        let wanted = folded(word)
        return comparisons.first { $0.symbol == word || $0.words.contains { folded($0) == wanted } }?.symbol
    }

    /// `GreaterThanOrEqual` for `>=`.
    package static func comparisonWord(_ symbol: String) -> String {
        comparisons.first { $0.symbol == symbol }?.words.first ?? "Equals"
    }

    /// The version at the end of a text such as `iOS 17.0.0`, as a number; nil if there is none.
    package static func version(_ text: String) -> Int64? {
        OSVersion.number(text.split(whereSeparator: \.isWhitespace).last.map(String.init))
    }

    /// A platform by a word or number of any version of the admin API: `Apple` for `2`, `AppleOsX` for `APPLE_OS_X`.
    package static func platform(_ word: String) -> String { DevicePlatform(word)?.rawValue ?? word }

    /// Words that every device fulfils, folded.
    private static let wordsForAll = Set(
        ["ownerships", "platforms", "models", "managementtypes", "enrollmentcategories", "cpuarchitectures"]
            .flatMap { DeviceWords.wordsForAll(of: $0) })

    /// Whether every device fulfils a criterion of this word, such as `All` or `AllOwnerships`.
    package static func isAll(_ word: String) -> Bool {
        // A smart group may have thousands of words, and all that count begin with an a.
        guard let first = word.utf8.first(where: { $0 != 0x20 }), first | 0x20 == UInt8(ascii: "a") else {
            return false
        }
        return wordsForAll.contains(folded(word))
    }

    /// A model by its name or by the number clients know it by: `iPhone` for `1`.
    package static func model(_ word: String) -> String {
        ["1": "iPhone", "2": "iPad", "3": "iPod Touch", "5": "Android"][word] ?? word
    }

    /// The ownership for a word or letter: `CorporateDedicated`, `Corporate - Dedicated`, `C`; nil for any other.
    package static func ownership(_ word: String) -> DeviceOwnership? { DeviceOwnership(folded(word)) }

    /// The value in a device for a management type of the admin API, by name or number; nil for types that no device
    /// here has.
    package static func management(_ word: String) -> Int64? {
        let type: ManagementType? =
            switch folded(word) {
            case "unknown", "notmanaged", "unmanaged", "0": .notManaged
            case "mdm", "managed", "mdmenrolled", "mdmmanaged", "1": .mdm
            case "applevel", "applevelmanaged", "mam", "mamenrolled", "4": .mam
            case "quarantine", "quarantined": .quarantine
            default: nil
            }
        return type.map { Int64($0.rawValue) }
    }

    /// A model without the name of its maker: every device here that has a model is an Apple device of an SDK for iOS,
    /// or was made up by an administrator who knows what it is called.
    static func model(ofOEMAndModel text: String) -> String {
        let maker = "apple"
        guard text.lowercased().hasPrefix(maker) else { return text }
        let rest = text.dropFirst(maker.count).drop { !$0.isLetter && !$0.isNumber }
        return rest.isEmpty ? text : String(rest)
    }

    /// A word of a stored definition as it is compared: in lower case, letters and digits alone.
    private static func folded(_ word: String) -> String {
        word.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
