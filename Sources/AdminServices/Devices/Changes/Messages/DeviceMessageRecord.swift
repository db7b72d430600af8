import ConsoleModel
import ConsolePlatform
import GRDB

/// A message to the user of a device, as it was ordered.
struct DeviceMessageRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "deviceMessage"

    var id: Int64?
    var sentAt: Timestamp
    var groupId: Int64?
    var deviceId: Int64?
    /// The app it names, if that is on the device.
    var installationId: Int64?
    var userId: Int64?
    /// Raw value of a ``DeviceOrder/Channel``.
    var channel: String
    var text: String
    /// The app it is for; empty if it names none.
    var application: String
    /// Where it would go: an address, a phone number, a push token; empty if none is known.
    var recipient: String
    /// Name of the administrator.
    var sender: String
    /// Whether it could be pushed when it was ordered; nil unless it goes to an app on the device.
    var push: PushVerdict?
}
