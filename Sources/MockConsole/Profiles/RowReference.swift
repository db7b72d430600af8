import Foundation

/// How a path or body names an SDK profile or app.
enum RowReference: Hashable, Sendable {
    /// By row id.
    case id(Int64)
    /// By uuid, letter case ignored.
    case uuid(String)

    /// A number is an id; anything else has to be a uuid.
    init?(_ text: String) {
        if let id = Int64(text) {
            self = .id(id)
        } else if let uuid = UUID(uuidString: text) {
            self = .uuid(uuid.uuidString.lowercased())
        } else {
            return nil
        }
    }
}

extension RowReference: CustomStringConvertible {
    /// The id or uuid.
    var description: String {
        switch self {
        case .id(let id): "\(id)"
        case .uuid(let uuid): uuid
        }
    }
}
