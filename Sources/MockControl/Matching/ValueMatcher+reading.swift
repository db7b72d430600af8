import ConsolePlatform
import DeviceProtocol

extension MatcherReader {
    /// Members of the object form of a value matcher.
    private static let operators =
        [
            "equals", "contains", "startsWith", "endsWith", "matches", "absent", "not", "anyOf", "allOf", "each",
            "values", "ignoringCase",
        ] + ValueMatcher.Bound.allCases.map(\.rawValue)

    /// Reads what is asked of a field.
    ///
    /// - Parameters:
    ///   - value: A text, number, truth value or null to be equal to, a list of alternatives, or an object of operators.
    ///   - name: What refusals call it.
    ///   - field: The field.
    ///   - ignoringCase: Whether letter case does not matter unless it is said otherwise.
    /// - Returns: The matcher.
    /// - Throws: ``ConsoleError`` `badRequest`.
    mutating func matcher(_ value: JSONValue, _ name: String, of field: MatchField, ignoringCase: Bool = false)
        throws -> ValueMatcher
    {
        try nested(name) { reader in
            try reader.note(name)
            let ignoringCase = ignoringCase || field.ignoresCase
            switch value {
            case .object: return try reader.operators(value, name, of: field, ignoringCase: ignoringCase)
            case .array(let elements) where field.isText || field == .status:
                return .anyOf(
                    try elements.enumerated().map {
                        try reader.matcher(
                            $0.element, "\(name)[\($0.offset)]", of: field, ignoringCase: ignoringCase)
                    })
            default: return try reader.equals(value, name, field, ignoringCase)
            }
        }
    }

    private mutating func operators(
        _ value: JSONValue, _ name: String, of field: MatchField, ignoringCase: Bool
    ) throws -> ValueMatcher {
        let members = try members(of: value, name, known: Self.operators)
        var ignoringCase = ignoringCase
        if let flag = members.first(where: { $0.name == "ignoringCase" })?.value {
            ignoringCase = try Self.flag(flag, "\(name).ignoringCase") || field.ignoresCase
        }
        var all: [ValueMatcher] = []
        for member in members where member.name != "ignoringCase" {
            all.append(try matcher(member, "\(name).\(member.name)", field, ignoringCase))
        }
        guard !all.isEmpty else {
            throw ConsoleError(
                .badRequest,
                "\(name) says nothing to compare with; give one of \(Self.operators.joined(separator: ", ")).")
        }
        return all.count == 1 ? all[0] : .allOf(all)
    }

    private mutating func matcher(
        _ member: JSONMember, _ name: String, _ field: MatchField, _ ignoringCase: Bool
    ) throws -> ValueMatcher {
        let value = member.value
        switch member.name {
        case "equals": return try equals(value, name, field, ignoringCase)
        case "contains":
            let part: JSONValue = field.isText ? .string(try Self.text(value, name, field)) : value
            return .contains(part, ignoringCase: ignoringCase)
        case "startsWith": return .startsWith(try Self.text(value, name, field), ignoringCase: ignoringCase)
        case "endsWith": return .endsWith(try Self.text(value, name, field), ignoringCase: ignoringCase)
        case "matches":
            return .matches(try TextPattern(try Self.text(value, name), name: name, ignoringCase: ignoringCase))
        case "absent": return .absent(try Self.flag(value, name))
        case "not": return .not(try matcher(value, name, of: field, ignoringCase: ignoringCase))
        case "each": return .each(try matcher(value, name, of: field, ignoringCase: ignoringCase))
        case "anyOf": return .anyOf(try list(value, name, field, ignoringCase))
        case "allOf": return .allOf(try list(value, name, field, ignoringCase))
        case "values": return .values(try list(value, name, field, ignoringCase, mayBeEmpty: true))
        default: return try bound(member, name)
        }
    }

    private func bound(_ member: JSONMember, _ name: String) throws -> ValueMatcher {
        guard let bound = ValueMatcher.Bound(rawValue: member.name) else {
            throw ConsoleError(.badRequest, "\(name) is not known.")
        }
        switch member.value {
        case .number, .string: return .bound(bound, member.value)
        default: throw ConsoleError(.badRequest, "\(name) has to be a number or a text, not \(member.value.kindName).")
        }
    }

    private mutating func list(
        _ value: JSONValue, _ name: String, _ field: MatchField, _ ignoringCase: Bool, mayBeEmpty: Bool = false
    ) throws -> [ValueMatcher] {
        guard case .array(let elements) = value, mayBeEmpty || !elements.isEmpty else {
            throw ConsoleError(.badRequest, "\(name) has to be a list of matchers.")
        }
        return try elements.enumerated().map {
            try matcher($0.element, "\(name)[\($0.offset)]", of: field, ignoringCase: ignoringCase)
        }
    }

    /// What is compared as a whole: of texts as they are written, of the status also by its hundreds, of a path with
    /// its stars.
    private func equals(_ value: JSONValue, _ name: String, _ field: MatchField, _ ignoringCase: Bool) throws
        -> ValueMatcher
    {
        if field == .status { return try status(value, name) }
        guard field.isText else { return .equals(value, ignoringCase: ignoringCase) }
        return .equals(.string(try Self.text(value, name, field)), ignoringCase: ignoringCase)
    }

    private func status(_ value: JSONValue, _ name: String) throws -> ValueMatcher {
        switch value {
        case .number(let text), .string(let text):
            if let code = Int(text), (100...999).contains(code) {
                return .equals(.number(String(code)), ignoringCase: false)
            }
            let digits = text.lowercased()
            if digits.count == 3, digits.hasSuffix("xx"), let hundreds = digits.first?.wholeNumberValue,
                (1...5).contains(hundreds)
            {
                return .allOf([
                    .bound(.atLeast, .number("\(hundreds)00")), .bound(.atMost, .number("\(hundreds)99")),
                ])
            }
        default: break
        }
        throw ConsoleError(
            .badRequest, "\(name) has to be a number such as 404, hundreds such as \"4xx\", or a list of them.")
    }

    /// A text that a field is compared with; a path without needless escapes.
    private static func text(_ value: JSONValue, _ name: String, _ field: MatchField) throws -> String {
        let text = try Self.text(value, name)
        return field == .path ? PathEscapes.settled(text) : text
    }

    /// A text; numbers and truth values are what they are written as.
    static func text(_ value: JSONValue, _ name: String) throws -> String {
        switch value {
        case .string(let text), .number(let text): return text
        case .bool(let flag): return String(flag)
        default:
            throw ConsoleError(
                .badRequest,
                "\(name) has to be a text, not \(value.kindName); write {\"absent\": true} for what is not there.")
        }
    }

    /// A truth value.
    static func flag(_ value: JSONValue, _ name: String) throws -> Bool {
        guard case .bool(let flag) = value else {
            throw ConsoleError(.badRequest, "\(name) has to be true or false, not \(value.kindName).")
        }
        return flag
    }
}
