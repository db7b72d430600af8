import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation

/// A custom attribute as a body defines it.
struct AttributeDefinitionDraft: Sendable {
    /// The group that is to manage it; nil for the administrator's own.
    let group: RecordReference?
    let name: String
    let applicationGroup: String
    let description: String
    let isPersistent: Bool
    let isInRules: Bool
    let gathersValues: Bool
    let isLookupValue: Bool
    let values: [String]

    /// Reads a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member.
    init(_ fields: AdminFields) throws {
        group = try fields.group("ManagedByOrganizationGroupID")
        name = try fields.requiredText("Name")
        applicationGroup = try fields.text("ApplicationGroup") ?? ""
        description = try fields.text("Description", maximum: 4000) ?? ""
        isPersistent = try fields.bool("Persist") ?? false
        isInRules = try fields.bool("ShowInRuleCreator") ?? false
        gathersValues = try fields.bool("CollectValuesForRuleCreator") ?? false
        isLookupValue = try fields.bool("UseAsLookupValue") ?? false
        values = try (fields.objects("Values") ?? []).map {
            try $0.requiredText("Value", maximum: DeviceAttributeRecord.valueLimit)
        }
        let maximum = AttributeDefinitionRecord.maximumValues
        guard values.count <= maximum else { throw fields.wrong("Values", "must have at most \(maximum) elements") }
    }

    /// The row for the draft.
    func record(uuid: String, groupID: Int64, at now: Timestamp) throws -> AttributeDefinitionRecord {
        AttributeDefinitionRecord(
            id: nil, uuid: uuid, groupId: groupID, applicationGroup: applicationGroup, name: name,
            description: description, isPersistent: isPersistent, isInRules: isInRules, gathersValues: gathersValues,
            isLookupValue: isLookupValue, choices: String(decoding: try JSONEncoder().encode(values), as: UTF8.self),
            createdAt: now)
    }
}
