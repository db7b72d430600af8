import ConsolePlatform
package import GRDB

/// A custom attribute of a device.
package struct DeviceAttributeRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "deviceAttribute"
    /// Characters of a value.
    package static let valueLimit = 4000
    /// The most attributes of one device.
    package static let maximumCount = 500

    var deviceId: Int64
    /// What set it, such as a bundle identifier; may be empty.
    package var applicationGroup: String
    package var name: String
    package var value: String
    var updatedAt: Timestamp

    /// The attributes of each of some devices, by name.
    package static func attributes(
        of devices: [Int64], _ db: GRDB.Database
    ) throws -> [Int64: [DeviceAttributeRecord]] {
        let rows = try fetchAll(
            db,
            sql: """
                SELECT deviceAttribute.* FROM json_each(?) AS wanted
                CROSS JOIN deviceAttribute ON deviceAttribute.deviceId = wanted.value
                ORDER BY deviceAttribute.deviceId, deviceAttribute.name, deviceAttribute.applicationGroup
                """, arguments: [devices.jsonList])
        return Dictionary(grouping: rows, by: \.deviceId)
    }
}
