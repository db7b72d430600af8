import GRDB

/// A tag that can be put on devices.
struct TagRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "tag"

    var id: Int64?
    var uuid: String
    var groupId: Int64
    var name: String
    var createdAt: Timestamp
    /// Raw value of a ``TagKind``.
    var kind = TagKind.device.rawValue
    /// What stands for its picture.
    var avatar = ""
}

/// What a tag is for, by the numbers and words of the admin REST API (AdminTags).
enum TagKind: Int, CaseIterable, Sendable {
    case device = 1
    case general = 2

    /// The word, as clients write it.
    var word: String { self == .device ? "Device" : "General" }

    /// Reads a number or a word in any letter case.
    init?(_ text: String) {
        let wanted = text.lowercased()
        let found = Self.allCases.first { wanted == $0.word.lowercased() || wanted == String($0.rawValue) }
        guard let found else { return nil }
        self = found
    }
}
