import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// A custom attribute as administrators define it: devices may have others.
struct AttributeDefinitionRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "attributeDefinition"
    /// The most values that administrators choose from.
    static let maximumValues = 100

    var id: Int64?
    var uuid: String
    /// The group that manages it.
    var groupId: Int64
    /// What sets the attribute; may be empty.
    var applicationGroup: String
    var name: String
    var description: String
    /// Whether values stay when a device is un-enrolled.
    var isPersistent: Bool
    /// Whether rules may name it.
    var isInRules: Bool
    /// Whether values of devices are gathered for rules.
    var gathersValues: Bool
    /// Whether it may be named in texts that are made for a device.
    var isLookupValue: Bool
    /// The values that administrators choose from, a JSON list.
    var choices: String
    var createdAt: Timestamp

    /// The values that administrators choose from.
    var values: [String] { (try? JSONDecoder().decode([String].self, from: Data(choices.utf8))) ?? [] }
}

extension AttributeDefinitionRecord: ToldRecord {
    static let toldColumns: Set<String> = [
        "uuid", "groupId", "applicationGroup", "name", "description", "isPersistent", "isInRules", "gathersValues",
        "isLookupValue", "choices",
    ]
}
