import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// One version of an SDK profile.
struct ProfileVersionRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "sdkProfileVersion"

    var profileId: Int64
    var version: Int64
    /// Binary property list: an array of dictionaries, each with its `PayloadType`.
    var payloads: Data
    var createdAt: Timestamp

    /// Made of its parts.
    init(profileId: Int64, version: Int64, payloads: Data, createdAt: Timestamp) {
        self.profileId = profileId
        self.version = version
        self.payloads = payloads
        self.createdAt = createdAt
    }
}

extension ProfileVersionRecord {
    /// The payloads as the database keeps them.
    static func encode(_ payloads: [ProfilePayload]) throws -> Data {
        let elements = payloads.map { payload in
            PropertyListValue.dictionary(payload.settings.merging(["PayloadType": .string(payload.type)]) { $1 })
        }
        return try PropertyListValue.array(elements).encoded(as: .binary)
    }

    /// The payloads, in order.
    ///
    /// - Returns: What ``encode(_:)`` was given.
    /// - Throws: `PropertyListError` if the row was damaged.
    func decodedPayloads() throws -> [ProfilePayload] {
        let elements = try PropertyListValue(parsing: payloads).arrayValue ?? []
        return elements.compactMap { element in
            guard var settings = element.dictionaryValue, let type = settings.removeValue(forKey: "PayloadType"),
                let name = type.stringValue
            else { return nil }
            return ProfilePayload(type: name, settings: settings)
        }
    }
}
