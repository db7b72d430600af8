import Foundation

/// The members of a property list that is a message, asked for by name and kind.
struct PropertyListFields {
    /// How many characters a text may have.
    static let maximumLength = 1024

    /// The members.
    let members: [String: PropertyListValue]

    /// Reads a property list; throws unless it is a dictionary.
    init(_ data: Data) throws(MessageError) {
        let value: PropertyListValue
        do {
            value = try PropertyListValue(parsing: data)
        } catch {
            throw MessageError(error.reason)
        }
        guard case .dictionary(let members) = value else { throw MessageError("must be a dictionary") }
        self.members = members
    }

    /// The member of that name.
    func value(_ name: String) -> PropertyListValue? {
        members[name]
    }

    /// The text of a member, if there is one.
    func text(_ name: String) throws(MessageError) -> String? {
        guard let value = members[name] else { return nil }
        guard case .string(let text) = value else { throw MessageError("must be a string", field: name) }
        guard text.utf8.count <= Self.maximumLength || text.unicodeScalars.count <= Self.maximumLength else {
            throw MessageError("is longer than \(Self.maximumLength) characters", field: name)
        }
        return text
    }

    /// The elements of a member that is an array, if there is one.
    func array(_ name: String) throws(MessageError) -> [PropertyListValue]? {
        guard let value = members[name] else { return nil }
        guard case .array(let elements) = value else { throw MessageError("must be an array", field: name) }
        return elements
    }
}
