package import ConsolePlatform
package import DeviceProtocol
package import Foundation

/// The members of an object in a body of the admin REST API, read as leniently as clients write it
/// (AdminAPI, "Bodies").
///
/// Names match in any letter case, members that are not asked for are ignored, and numbers, truth values and words
/// may come as texts. `null` counts as absent.
package struct AdminFields: Sendable {
    /// Members by name in lower case; if a name occurs twice, the last one counts.
    private let members: [String: JSONMember]
    /// A prefix for names in messages, such as `DeploymentParameters.`.
    private let path: String
    /// Whether they were written as XML, which has no lists of its own.
    package let isXML: Bool

    /// No members.
    static let none = AdminFields([], path: "")

    private init(_ members: [JSONMember], path: String, isXML: Bool = false) {
        self.members = Dictionary(members.map { ($0.name.lowercased(), $0) }) { $1 }
        (self.path, self.isXML) = (path, isXML)
    }

    /// The members of a JSON object, or of what an XML element says; an empty element has none.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it is something else.
    package init(_ value: JSONValue, path: String = "", isXML: Bool = false) throws {
        switch value {
        case .object(let members): self.init(members, path: path, isXML: isXML)
        case .null where isXML: self.init([], path: path, isXML: true)
        case .string(let text) where isXML && text.allSatisfy(\.isWhitespace): self.init([], path: path, isXML: true)
        default:
            let name = path.isEmpty ? "The body" : String(path.dropLast())
            throw ConsoleError(.badRequest, "\(name) has to be an object, not \(value.kindName).")
        }
    }

    /// Reads a body: JSON, XML or a form, told apart by the first character; an empty one has no members.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it cannot be read.
    package init(body: Data) throws {
        try self.init(AdminBody(body))
    }

    /// The members of a body that is one object; an empty body has none.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it is something else.
    package init(_ body: AdminBody) throws {
        guard let value = body.value else {
            self = .none
            return
        }
        try self.init(value, isXML: body.form == .xml)
    }

    /// The objects of a body that is a list; nil if it is something else.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if an element is no object.
    package static func list(_ body: AdminBody) throws -> [AdminFields]? {
        guard case .array(let elements)? = body.value else { return nil }
        return try elements.enumerated().map { try AdminFields($0.element, path: "[\($0.offset)].") }
    }

    /// A member, unless it is absent or null.
    package func value(_ name: String) -> JSONValue? {
        guard let value = members[name.lowercased()]?.value, value != .null else { return nil }
        return value
    }

    /// All members, sorted by name, as they were written.
    package var all: [JSONMember] { members.values.sorted { $0.name < $1.name } }

    /// Whether a member is there, null or not.
    package func has(_ name: String) -> Bool { members[name.lowercased()] != nil }

    /// A text; numbers and truth values are taken as they are written.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it is a list or an object, or longer than `maximum` characters.
    package func text(_ name: String, maximum: Int = 255) throws -> String? {
        switch value(name) {
        case nil: return nil
        case .string(let text)?, .number(let text)?:
            guard text.unicodeScalars.count <= maximum, !text.utf8.contains(0) else {
                throw wrong(name, "must have at most \(maximum) characters, none of them NUL")
            }
            return text
        case .bool(let flag)?: return String(flag)
        case .some: throw wrong(name, "has to be a text")
        }
    }

    /// A required text that is not blank, without blanks around it.
    ///
    /// - Throws: ``ConsoleError`` with `code` and `number` if it is not there.
    package func requiredText(
        _ name: String, maximum: Int = 255, code: ConsoleError.Code = .badRequest, number: Int? = nil
    ) throws -> String {
        let text = try text(name, maximum: maximum)?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard !text.isEmpty else {
            throw ConsoleError(code, "The field \(path)\(name) is required.", number: number)
        }
        return text
    }

    /// A whole number, or a text of one; nil for an empty text.
    package func integer(_ name: String, in range: ClosedRange<Int64> = .min ... .max) throws -> Int64? {
        guard let value = value(name) else { return nil }
        return try Self.integer(value, in: range, or: { wrong(name, $0) })
    }

    /// A truth value: `true`, `1`, `yes`, `enabled` or their opposites, in any letter case; nil for an empty text.
    package func bool(_ name: String) throws -> Bool? {
        switch value(name) {
        case nil: return nil
        case .bool(let flag)?: return flag
        case .string(let text)?, .number(let text)?:
            switch text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() {
            case "": return nil
            case "true", "1", "yes", "enabled": return true
            case "false", "0", "no", "disabled": return false
            default: throw wrong(name, "has to be true or false")
            }
        case .some: throw wrong(name, "has to be true or false")
        }
    }

    /// A moment, in any form of ``Timestamp/init(lenient:)``; nil for an empty text.
    package func time(_ name: String) throws -> Timestamp? {
        guard let text = try text(name), !text.isEmpty else { return nil }
        guard let time = Timestamp(lenient: text) else {
            throw wrong(name, "has to be a date such as 2026-03-05 or 2026-03-05T10:20:30.000")
        }
        return time
    }

    /// The organization group named by the first of some members that is not empty; nil if all are.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member, if it is no id.
    package func group(_ names: String...) throws -> RecordReference? {
        for name in names {
            guard let text = try text(name), !text.isEmpty else { continue }
            guard let reference = RecordReference(text) else {
                throw wrong(name, "has to be the id or uuid of an organization group")
            }
            return reference
        }
        return nil
    }

    /// The members of an object.
    package func object(_ name: String) throws -> AdminFields? {
        try value(name).map { try AdminFields($0, path: "\(path)\(name).", isXML: isXML) }
    }

    /// The elements of a list; anything else counts as a list of one.
    package func list(_ name: String) -> [JSONValue]? { elements(name, ofObjects: false) }

    private func elements(_ name: String, ofObjects: Bool) -> [JSONValue]? {
        if isXML { return value(name)?.xmlElements(ofObjects: ofObjects) }
        return switch value(name) {
        case nil: nil
        case .array(let elements)?: elements
        case .string("")?: []
        case let single?: [single]
        }
    }

    /// The objects of a list.
    package func objects(_ name: String) throws -> [AdminFields]? {
        try elements(name, ofObjects: true)?.enumerated().map {
            try AdminFields($0.element, path: "\(path)\(name)[\($0.offset)].", isXML: isXML)
        }
    }

    /// The texts of a list; numbers are taken as they are written.
    package func texts(_ name: String, maximum: Int = 255) throws -> [String]? {
        try list(name)?.map { element in
            switch element {
            case .string(let text), .number(let text):
                guard text.unicodeScalars.count <= maximum, !text.utf8.contains(0) else {
                    throw wrong(name, "has an element of more than \(maximum) characters")
                }
                return text
            default: throw wrong(name, "has to be a list of texts")
            }
        }
    }

    /// The whole numbers of a list, which may be written as texts.
    package func integers(_ name: String) throws -> [Int64]? {
        try list(name)?.map { element in
            guard let number = try Self.integer(element, in: .min ... .max, or: { wrong(name, $0) }) else {
                throw wrong(name, "has to be a list of whole numbers")
            }
            return number
        }
    }

    /// The values of a bulk body: `{"BulkValues":{"Value":["1","2"]}}`; `BulkValues` may be the root of XML.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there are none, or more than `maximum`.
    package func bulkValues(maximum: Int = 10_000) throws -> [String] {
        let values = try (object("BulkValues") ?? (isXML ? self : nil))?.texts("Value") ?? []
        guard !values.isEmpty, values.count <= maximum else {
            throw ConsoleError(.badRequest, "BulkValues.Value has to be a list of 1 to \(maximum) values.")
        }
        return values
    }

    /// An error that names a member.
    package func wrong(_ name: String, _ rule: String) -> ConsoleError {
        ConsoleError(.badRequest, "\(path)\(name) \(rule).")
    }

    private static func integer(
        _ value: JSONValue, in range: ClosedRange<Int64>, or wrong: (String) -> ConsoleError
    ) throws -> Int64? {
        let written: String
        switch value {
        case .number(let text): written = text
        case .string(let text):
            written = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if written.isEmpty { return nil }
        default: throw wrong("has to be a whole number")
        }
        guard let number = Int64(written) ?? Double(written).flatMap({ Int64(exactly: $0) }) else {
            throw wrong("has to be a whole number")
        }
        guard range.contains(number) else {
            throw wrong("has to be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
