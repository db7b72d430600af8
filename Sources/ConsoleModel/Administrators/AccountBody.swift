import ConsolePlatform
package import DeviceProtocol
package import Foundation

/// A body that creates or changes an account, read member by member.
package struct AccountBody {
    private let object: JSONObjectReader

    /// Reads a JSON object.
    ///
    /// - Parameters:
    ///   - json: The body.
    ///   - members: The members it may have; others are refused, because an ignored one would be missed.
    /// - Throws: ``ConsoleError`` `badRequest`.
    package init(_ json: Data, members: Set<String>) throws {
        object = try Self.reading { () throws(MessageError) in try JSONObjectReader(json) }
        guard let unknown = object.names.first(where: { !members.contains($0) }) else { return }
        throw ConsoleError(
            .badRequest,
            "\(unknown.prefix(60)) is no member of this body, which takes \(members.sorted().joined(separator: ", ")).")
    }

    /// A text of 1 to 255 characters; nil if it is missing.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    func text(_ name: String) throws -> String? {
        let text = try Self.reading { () throws(MessageError) in try object.text(name) }
        guard let text else { return nil }
        guard (1...255).contains(text.unicodeScalars.count),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw ConsoleError(.badRequest, "\(name) has to have 1 to 255 characters, no control characters.") }
        return text
    }

    /// A required text.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    package func requiredText(_ name: String) throws -> String {
        guard let text = try text(name) else { throw ConsoleError(.badRequest, "\(name) is missing.") }
        return text
    }

    /// A name to sign in with, without a colon, so that Basic credentials can carry it, and unlike any other; nil if it is
    /// missing.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    func signInName(_ name: String) throws -> String? {
        guard let text = try text(name) else { return nil }
        guard !text.contains(":") else { throw ConsoleError(.badRequest, "\(name) must not have a colon.") }
        if let problem = NameRule.problem(with: text) { throw ConsoleError(.badRequest, "\(name) \(problem).") }
        return text
    }

    /// The code of a group; nil if it is missing.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    package func group() throws -> GroupCode? {
        try Self.reading { () throws(MessageError) in try object.identifier("group") }
    }

    /// A role; nil if it is missing.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    func role() throws -> AdministratorRole? {
        try text("role").map { try AdministratorRole(name: $0, of: "role") }
    }

    /// True or false; nil if it is missing.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    func flag(_ name: String) throws -> Bool? {
        switch object.value(name) {
        case nil: return nil
        case .bool(let value): return value
        default: throw ConsoleError(.badRequest, "\(name) has to be true or false.")
        }
    }

    private static func reading<Value>(_ read: () throws(MessageError) -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            throw ConsoleError(.badRequest, "The body cannot be read: \(error).")
        }
    }
}
