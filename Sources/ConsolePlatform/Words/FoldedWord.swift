/// Words as they are compared: in lower case, without the blanks, hyphens and underscores in them.
package enum FoldedWord {
    /// A word as it is compared.
    ///
    /// What begins or ends with anything but a letter or a digit keeps them, so that `-2` is not `2`.
    package static func of(_ word: String) -> String {
        let word = word.lowercased()
        guard let first = word.first, let last = word.last, [first, last].allSatisfy({ $0.isLetter || $0.isNumber })
        else { return word }
        return word.filter { $0 != " " && $0 != "-" && $0 != "_" }
    }
}
