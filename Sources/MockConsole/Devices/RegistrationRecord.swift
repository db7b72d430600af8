import Foundation
import GRDB

/// What an administrator said of a device before it came (AdminRegistrations).
struct RegistrationRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "deviceRegistration"

    /// What is to become of the device.
    enum Kind: String, CaseIterable, Codable, Sendable {
        /// It is expected.
        case register = "REGISTER_DEVICE"
        /// It is let in.
        case allow = "WHITELIST"
        /// It is kept out.
        case deny = "BLACKLIST"
    }

    /// A custom attribute the device gets.
    struct Attribute: Codable, Hashable, Sendable {
        let Name: String
        let Value: String
        /// What sets it; may be empty.
        let Application: String
    }

    var id: Int64?
    var uuid: String
    var groupId: Int64
    /// The user it is for; nil for any.
    var userId: Int64?
    var kind: Kind
    var serialNumber: String?
    var imei: String?
    /// What its client goes by, lower case.
    var identifier: String?
    var assetNumber = ""
    var friendlyName = ""
    var ownership = DeviceOwnership.undefined.rawValue
    var platform = DevicePlatform.apple.rawValue
    /// Names of tags, a JSON list.
    var tags = "[]"
    /// Custom attributes, a JSON list of `Name`, `Value`, `Application`.
    var attributes = "[]"
    /// The device that enrolled by it.
    var deviceId: Int64?
    /// The enrollment token that was handed out with it.
    var tokenId: Int64?
    /// That token, to be read back.
    var sealedToken: Data?
    var createdAt: Timestamp

    /// Texts as a JSON list.
    static func list(_ texts: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    }

    /// Custom attributes the device gets.
    var customAttributes: [Attribute] {
        (try? JSONDecoder().decode([Attribute].self, from: Data(attributes.utf8))) ?? []
    }

    /// Names of tags the device gets.
    var tagNames: [String] { (try? JSONDecoder().decode([String].self, from: Data(tags.utf8))) ?? [] }
}
