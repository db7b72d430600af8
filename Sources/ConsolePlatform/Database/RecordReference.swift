import Foundation

/// How a client names a row: by its integer id, or by its uuid in any letter case.
package enum RecordReference: Hashable, Sendable {
    case id(Int64)
    case uuid(String)

    /// Reads decimal digits, or a uuid with hyphens.
    package init?(_ text: String) {
        if text.utf8.count == 36, let uuid = UUID(uuidString: text) {
            self = .uuid(uuid.uuidString.lowercased())
        } else if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let id = Int64(text) {
            self = .id(id)
        } else {
            return nil
        }
    }

    /// Whether it is a uuid.
    package var isUUID: Bool {
        if case .uuid = self { true } else { false }
    }

    /// The column it is looked up in.
    package var column: String { isUUID ? "uuid" : "id" }
}

extension RecordReference: CustomStringConvertible {
    /// The id or uuid as text.
    package var description: String {
        switch self {
        case .id(let id): String(id)
        case .uuid(let uuid): uuid
        }
    }
}
