package import ConsolePlatform

/// Parameters as clients of the admin REST API write them: an empty one counts as absent.
extension QueryParameters {
    /// A day, or a moment in any form of ``Timestamp/init(lenient:)``; nil if there is none.
    ///
    /// - Parameters:
    ///   - name: The parameter.
    ///   - atEnd: Whether a day without a time means its end.
    /// - Returns: The moment.
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    package func date(_ name: String, atEnd: Bool = false) throws -> Timestamp? {
        guard let text = text(name) else { return nil }
        guard let time = Timestamp(lenient: text) else {
            throw ConsoleError(
                .badRequest, "\(name) is \"\(text.prefix(40))\"; it has to be a date such as 2026-03-05.")
        }
        return atEnd && Timestamp.isDay(text) ? time.endOfDay : time
    }

    /// The organization group named by the first of some parameters that is not empty; nil if all are.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter, if it is no id.
    package func group(_ names: String...) throws -> RecordReference? {
        guard let (name, text) = first(of: names) else { return nil }
        guard let reference = RecordReference(text) else {
            throw ConsoleError(
                .badRequest,
                "\(name) is \"\(text.prefix(40))\"; it has to be the id or uuid of an organization group.")
        }
        return reference
    }
}

/// Whether something is active, as clients of the admin REST API write it.
package enum ActivityWord {
    /// What a filter asks for.
    ///
    /// - Parameters:
    ///   - word: A word of any version and form, in any letter case.
    ///   - name: The parameter.
    /// - Returns: Whether it has to be active; nil for either.
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter, for another word.
    package static func isActive(_ word: String?, of name: String = "status") throws -> Bool? {
        switch word?.lowercased() ?? "" {
        case "", "all", "any": return nil
        case "active", "enabled", "true", "1": return true
        case "inactive", "disabled", "false", "0": return false
        default:
            throw ConsoleError(
                .badRequest, "\(name) is \"\(word?.prefix(40) ?? "")\"; it has to be Active or Inactive.")
        }
    }
}
