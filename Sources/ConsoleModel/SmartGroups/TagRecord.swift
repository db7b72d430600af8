package import ConsolePlatform
import GRDB

/// A tag that can be put on devices.
package struct TagRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "tag"

    package var id: Int64?
    package var uuid: String
    package var groupId: Int64
    package var name: String
    package var createdAt: Timestamp
    /// Raw value of a ``TagKind``.
    package var kind = TagKind.device.rawValue
    /// Stands for its picture.
    package var avatar = ""

    /// Made of its parts.
    package init(
        id: Int64? = nil, uuid: String, groupId: Int64, name: String, createdAt: Timestamp,
        kind: Int = TagKind.device.rawValue, avatar: String = ""
    ) {
        self.id = id
        self.uuid = uuid
        self.groupId = groupId
        self.name = name
        self.createdAt = createdAt
        self.kind = kind
        self.avatar = avatar
    }
}

extension TagRecord: ToldRecord {
    package static let toldColumns: Set<String> = ["uuid", "groupId", "name", "kind", "avatar"]
}

/// What a tag is for, by the numbers and words of the admin REST API (AdminTags).
package enum TagKind: Int, CaseIterable, Sendable {
    case device = 1
    case general = 2

    /// The word, as clients write it.
    package var word: String { self == .device ? "Device" : "General" }

    /// Reads a number or a word in any letter case.
    package init?(_ text: String) {
        let wanted = DeviceWords.folded(text)
        let found = Self.allCases.first { wanted == $0.word.lowercased() || wanted == String($0.rawValue) }
        guard let found else { return nil }
        self = found
    }
}
