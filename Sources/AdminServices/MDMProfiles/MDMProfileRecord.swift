import ConsolePlatform
import Foundation
import GRDB

/// An MDM profile.
struct MDMProfileRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "mdmProfile"

    var id: Int64?
    var uuid: String
    /// The group that manages it; only devices of its subtree get it.
    var groupId: Int64
    var name: String
    /// Raw value of a ``DevicePlatform``.
    var platform: String
    var description: String
    var version: Int64
    var assignmentType: String
    /// `Device` or `User`.
    var context: String
    var isActive: Bool
    /// JSON of the members of `General` as they were sent.
    var general: String
    /// JSON of all other members, as they were sent.
    var payloads: String
    /// JSON list of the names of those.
    var payloadNames: String
    var createdAt: Timestamp
    var updatedAt: Timestamp

    /// Made of its parts.
    init(
        id: Int64? = nil, uuid: String, groupId: Int64, name: String, platform: String, description: String,
        version: Int64, assignmentType: String, context: String, isActive: Bool, general: String, payloads: String,
        payloadNames: String, createdAt: Timestamp, updatedAt: Timestamp
    ) {
        self.id = id
        self.uuid = uuid
        self.groupId = groupId
        self.name = name
        self.platform = platform
        self.description = description
        self.version = version
        self.assignmentType = assignmentType
        self.context = context
        self.isActive = isActive
        self.general = general
        self.payloads = payloads
        self.payloadNames = payloadNames
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// A profile without its payloads, for lists.
struct MDMProfileSummary: Codable, Hashable, Sendable, FetchableRecord {
    /// Its columns, of the alias `p`.
    static let columns =
        "p.id, p.uuid, p.groupId, p.name, p.platform, p.description, p.version, p.assignmentType, p.context, "
        + "p.isActive, p.payloadNames, p.createdAt, p.updatedAt"

    let id: Int64
    let uuid: String
    let groupId: Int64
    let name: String
    let platform: String
    let description: String
    let version: Int64
    let assignmentType: String
    let context: String
    let isActive: Bool
    let payloadNames: String
    let createdAt: Timestamp
    let updatedAt: Timestamp

    /// Names of its payloads.
    var payloads: [String] { (try? JSONDecoder().decode([String].self, from: Data(payloadNames.utf8))) ?? [] }
}

/// Orders for a profile on a device by hand, and the report of a management client.
struct MDMProfileDeviceRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "mdmProfileDevice"

    /// The orders for a management client.
    enum Command: String, Codable, Sendable, DatabaseValueConvertible {
        case install = "InstallProfile"
        case remove = "RemoveProfile"
    }

    var profileId: Int64
    var deviceId: Int64
    var command: Command?
    var orderedAt: Timestamp?
    /// Nil while it is not on the device.
    var installedVersion: Int64?
    /// When a client last reported.
    var confirmedAt: Timestamp?

    /// The state of a profile on a device.
    static func stored(_ profileID: Int64, on deviceID: Int64, _ db: GRDB.Database) throws -> MDMProfileDeviceRecord? {
        try first(where: "profileId = ? AND deviceId = ?", [profileID, deviceID], db)
    }
}

/// The smart groups of a profile.
struct MDMProfileLink: Decodable, Hashable, Sendable, FetchableRecord {
    /// Given to, or kept from.
    enum Mode: String, CaseIterable, Codable, Sendable, DatabaseValueConvertible {
        case assign, exclude
    }

    let profileId: Int64
    let mode: Mode
    let smartGroupId: Int64
    let name: String
    let uuid: String

    /// The smart groups of some profiles, in the order they were named.
    static func all(of profiles: [Int64], _ db: GRDB.Database) throws -> [Int64: [MDMProfileLink]] {
        let links = try SQLRequest<MDMProfileLink>(
            literal: """
                SELECT l.profileId, l.mode, l.smartGroupId, s.name, s.uuid
                FROM mdmProfileSmartGroup l JOIN smartGroup s ON s.id = l.smartGroupId
                WHERE l.profileId IN (\(.ids(profiles))) ORDER BY l.profileId, l.mode, l.position
                """
        ).fetchAll(db)
        return Dictionary(grouping: links, by: \.profileId)
    }

    /// Replaces the smart groups of a profile.
    static func replaceAll(of profileID: Int64, _ smartGroups: [Mode: [Int64]], in transaction: Transaction) throws {
        let db = transaction.db
        try db.execute(sql: "DELETE FROM mdmProfileSmartGroup WHERE profileId = ?", arguments: [profileID])
        for (mode, ids) in smartGroups {
            for (position, id) in ids.enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO mdmProfileSmartGroup (profileId, mode, smartGroupId, position) VALUES (?, ?, ?, ?)
                        """, arguments: [profileID, mode, id, position])
            }
        }
        transaction.changesConfiguration()
    }
}
