/// Members that a message can do without: one of another type counts as absent, so that no device's call is refused for it
/// (DeviceServices, section 1.6).
extension JSONObjectReader {
    /// The text of a member, or its number as written; nil for any other type, and an error if it is too long.
    func looseText(_ name: String, maximum: Int = maximumLength) throws(MessageError) -> String? {
        switch value(name) {
        case .string: try text(name, maximum: maximum)
        case .number(let text): text
        default: nil
        }
    }

    /// The identifier in a member; nil if it is no text, and an error for a text that breaks the rule.
    func looseIdentifier<Identifier: TextIdentifier>(
        _ name: String, as type: Identifier.Type = Identifier.self
    ) throws(MessageError) -> Identifier? {
        guard case .string = value(name) else { return nil }
        return try identifier(name, as: type)
    }

    /// The text of a member, or its number as written; nil for any other type, and if it is too long.
    func optionalText(_ name: String) -> String? { try? looseText(name) }

    /// The number of a member that is an integer, or a text with one.
    func optionalInteger(_ name: String) -> Int? { try? integer(name) }

    /// The number of a member, or of a text with one; nil for any other text or type, and an error for a number that is
    /// too large to be one.
    func looseReal(_ name: String) throws(MessageError) -> Double? {
        guard case .number = value(name) else { return try? real(name) }
        return try real(name)
    }

    /// The truth value of a member: `true`, `false`, 0, 1, or one of them as a text of any letter case.
    func optionalFlag(_ name: String) -> Bool? {
        if case .bool(let flag)? = value(name) { return flag }
        return switch optionalText(name)?.trimmedOfBlanks.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// The object of a member.
    func optionalObject(_ name: String) -> JSONObjectReader? { try? object(name) }

    /// The identifier in a member; nil for a text that breaks the rule, too.
    func optionalIdentifier<Identifier: TextIdentifier>(
        _ name: String, as type: Identifier.Type = Identifier.self
    ) -> Identifier? {
        optionalText(name).flatMap(Identifier.init)
    }
}
