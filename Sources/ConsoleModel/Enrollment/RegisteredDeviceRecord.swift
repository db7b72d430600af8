package import ConsolePlatform
package import Foundation
import GRDB

/// A registration of a device by an administrator before it enrolls (AdminRegistrations).
package struct RegisteredDeviceRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "deviceRegistration"

    /// How the console treats the device.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        /// It is expected.
        case register = "REGISTER_DEVICE"
        /// It is admitted.
        case allow = "WHITELIST"
        /// It is kept out.
        case deny = "BLACKLIST"

        /// Other words for a kind, folded.
        private static let synonyms: [String: Kind] = [
            "register": .register, "allow": .allow, "allowlist": .allow, "deny": .deny, "denylist": .deny,
        ]

        /// The kind of a word in any letter case, with or without underscores; nil for any other word.
        package init?(word: String) {
            let known = Self.allCases.first { DeviceWords.areSame($0.rawValue, word) }
            guard let kind = known ?? Self.synonyms[DeviceWords.folded(word)] else { return nil }
            self = kind
        }
    }

    /// A custom attribute for the device.
    package struct Attribute: Codable, Hashable, Sendable {
        package let Name: String
        package let Value: String
        /// What sets it; may be empty.
        package let Application: String

        /// Made of its parts.
        package init(Name: String, Value: String, Application: String) {
            self.Name = Name
            self.Value = Value
            self.Application = Application
        }
    }

    package var id: Int64?
    package var uuid: String
    package var groupId: Int64
    /// The user it is for; nil for any.
    package var userId: Int64?
    package var kind: Kind
    package var serialNumber: String?
    package var imei: String?
    /// The identifier of its client, lower case.
    package var identifier: String?
    package var assetNumber = ""
    package var friendlyName = ""
    package var ownership = DeviceOwnership.undefined.rawValue
    package var platform = DevicePlatform.apple.rawValue
    /// Names of tags, a JSON list.
    package var tags = "[]"
    /// Custom attributes, a JSON list of `Name`, `Value`, `Application`.
    package var attributes = "[]"
    /// The device that enrolled with it.
    package var deviceId: Int64?
    /// The enrollment token that was issued with it.
    package var tokenId: Int64?
    /// That token, sealed, to be read back.
    package var sealedToken: Data?
    package var createdAt: Timestamp

    /// Made of its parts.
    package init(
        id: Int64? = nil, uuid: String, groupId: Int64, userId: Int64? = nil, kind: Kind,
        serialNumber: String? = nil, imei: String? = nil, identifier: String? = nil, assetNumber: String = "",
        friendlyName: String = "", ownership: String = DeviceOwnership.undefined.rawValue,
        platform: String = DevicePlatform.apple.rawValue, tags: String = "[]", attributes: String = "[]",
        deviceId: Int64? = nil, tokenId: Int64? = nil, sealedToken: Data? = nil, createdAt: Timestamp
    ) {
        self.id = id
        self.uuid = uuid
        self.groupId = groupId
        self.userId = userId
        self.kind = kind
        self.serialNumber = serialNumber
        self.imei = imei
        self.identifier = identifier
        self.assetNumber = assetNumber
        self.friendlyName = friendlyName
        self.ownership = ownership
        self.platform = platform
        self.tags = tags
        self.attributes = attributes
        self.deviceId = deviceId
        self.tokenId = tokenId
        self.sealedToken = sealedToken
        self.createdAt = createdAt
    }

    /// Texts as a JSON list.
    package static func list(_ texts: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    }

    /// Custom attributes the device gets.
    package var customAttributes: [Attribute] {
        (try? JSONDecoder().decode([Attribute].self, from: Data(attributes.utf8))) ?? []
    }

    /// Names of tags the device gets.
    package var tagNames: [String] { (try? JSONDecoder().decode([String].self, from: Data(tags.utf8))) ?? [] }
}

extension RegisteredDeviceRecord: ToldRecord {
    package static let toldColumns: Set<String> = [
        "uuid", "groupId", "userId", "kind", "serialNumber", "imei", "identifier", "assetNumber", "friendlyName",
        "ownership", "platform", "tags", "attributes", "deviceId", "tokenId",
    ]
}
