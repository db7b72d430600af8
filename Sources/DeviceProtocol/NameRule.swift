import Foundation

/// Which texts can serve as names of users, administrators and organization groups: those that people can tell apart.
public enum NameRule {
    /// The accepted texts, as a noun phrase for error messages.
    public static let rule =
        "visible characters, no blank at either end, no two in a row, none that looks like another, not . or .."

    /// Why a text is no name; nil if it is one.
    ///
    /// - Parameter text: The text, of any length.
    /// - Returns: The end of a sentence that begins with the member it stands in, such as `must not be empty`.
    public static func problem(with text: String) -> String? {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return "must not be empty" }
        // In addresses these mean folders.
        if [".", ".."].contains(text) { return "must not be . or .." }
        if let hidden = scalars.first(where: isHidden) {
            return "must not have the character \(code(hidden)), which cannot be seen"
        }
        if first.properties.isWhitespace || last.properties.isWhitespace {
            return "must not have a blank at either end"
        }
        if let blank = scalars.first(where: { $0 != " " && $0.properties.isWhitespace }) {
            return "must not have the blank \(code(blank)); a space will do"
        }
        if text.contains("  ") { return "must not have two blanks in a row" }
        if !text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(scalars) {
            return "must be in composed form (NFC)"
        }
        if let double = scalars.first(where: looksLikeASCII) {
            let plain = String(double).precomposedStringWithCompatibilityMapping
            return "must not have the character \(code(double)), which looks like \(plain)"
        }
        if mixesScripts(text) { return "must not mix Latin, Greek and Cyrillic letters in one word" }
        return nil
    }

    private static func code(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
    }

    /// Whether a character has no shape of its own: control characters, zero-width ones, marks of direction, fillers.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        // An empty cell of Braille.
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
        }
    }

    /// Whether a letter or digit is a form of one of ASCII, as fullwidth ones are.
    private static func looksLikeASCII(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal else {
            return false
        }
        let plain = String(scalar).precomposedStringWithCompatibilityMapping
        return plain.utf8.allSatisfy { $0 < 0x80 }
    }

    /// Scripts of which letters look alike.
    private enum Script {
        case latin, greek, cyrillic

        /// The script of a letter; nil for any other one.
        init?(_ scalar: Unicode.Scalar) {
            guard scalar.properties.isAlphabetic else { return nil }
            switch scalar.value {
            case 0x41...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: self = .latin
            case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
            case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
            default: return nil
            }
        }
    }

    /// Whether a word, as far as there are only letters, has letters of two of these scripts.
    private static func mixesScripts(_ text: String) -> Bool {
        let words = text.unicodeScalars.split { !$0.properties.isAlphabetic }
        return words.contains { word in
            var seen: Script?
            for script in word.compactMap(Script.init) {
                if let seen, seen != script { return true }
                seen = script
            }
            return false
        }
    }
}
