import ConsoleModel
import ConsolePlatform
import GRDB

/// A list of apps that are allowed, denied or required.
struct AppGroupRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "applicationGroup"

    var id: Int64?
    var uuid: String
    var groupId: Int64
    var name: String
    var description: String
    var type: AppGroupType
    var platform: String
    var isActive: Bool
    var createdAt: Timestamp

    /// Made of its parts.
    init(
        id: Int64? = nil, uuid: String, groupId: Int64, name: String, description: String, type: AppGroupType,
        platform: String, isActive: Bool, createdAt: Timestamp
    ) {
        self.id = id
        self.uuid = uuid
        self.groupId = groupId
        self.name = name
        self.description = description
        self.type = type
        self.platform = platform
        self.isActive = isActive
        self.createdAt = createdAt
    }
}

extension AppGroupRecord: ToldRecord {
    static let toldColumns: Set<String> = ["uuid", "groupId", "name", "description", "type", "platform", "isActive"]
}

/// An app of such a list.
struct AppGroupItemRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "applicationGroupItem"

    var id: Int64?
    var applicationGroupId: Int64
    var bundleId: String
    var name: String
}

/// The kinds of lists of apps, by the words of the admin API.
package enum AppGroupType: String, CaseIterable, Codable, Sendable {
    case allowed = "Whitelist"
    case denied = "Blacklist"
    case required = "Required"

    /// Reads a word in any letter case, also of those that are used today.
    init?(_ text: String) {
        switch text.lowercased().filter({ $0.isLetter }) {
        case "whitelist", "allowlist", "allow", "allowed": self = .allowed
        case "blacklist", "denylist", "deny", "denied": self = .denied
        case "required": self = .required
        default: return nil
        }
    }
}
