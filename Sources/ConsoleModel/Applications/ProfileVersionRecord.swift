package import ConsolePlatform
package import DeviceProtocol
package import Foundation
package import GRDB

/// One version of an SDK profile.
package struct ProfileVersionRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "sdkProfileVersion"

    var profileId: Int64
    package var version: Int64
    /// Binary property list: an array of dictionaries, each with its `PayloadType`.
    var payloads: Data
    package var createdAt: Timestamp

    /// Made of its parts.
    package init(profileId: Int64, version: Int64, payloads: Data, createdAt: Timestamp) {
        self.profileId = profileId
        self.version = version
        self.payloads = payloads
        self.createdAt = createdAt
    }
}

extension ProfileVersionRecord {
    /// The payloads as the database keeps them.
    package static func encode(_ payloads: [ProfilePayload]) throws -> Data {
        let elements = payloads.map { payload in
            PropertyListValue.dictionary(payload.settings.merging(["PayloadType": .string(payload.type)]) { $1 })
        }
        return try PropertyListValue.array(elements).encoded(as: .binary)
    }

    /// The payloads, in order.
    ///
    /// - Returns: What ``encode(_:)`` was given.
    /// - Throws: `PropertyListError` if the row was damaged.
    package func decodedPayloads() throws -> [ProfilePayload] {
        let elements = try PropertyListValue(parsing: payloads).arrayValue ?? []
        return elements.compactMap { element in
            guard var settings = element.dictionaryValue, let type = settings.removeValue(forKey: "PayloadType"),
                let name = type.stringValue
            else { return nil }
            return ProfilePayload(type: name, settings: settings)
        }
    }

    /// The payloads in force of a profile.
    package static func payloads(of profile: ProfileRecord, _ db: GRDB.Database) throws -> [ProfilePayload] {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM sdkProfileVersion WHERE profileId = ? AND version = ?")
        let record = try fetchOne(statement, arguments: [profile.id, profile.version])
        return try record?.decodedPayloads() ?? []
    }
}
