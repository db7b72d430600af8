import ConsolePlatform

/// The definition of a custom attribute; members as on the wire (AdminDeviceDetails, "Custom attributes").
struct AttributeDefinitionBody: Encodable, Sendable {
    /// A value that administrators choose from.
    struct Choice: Encodable, Sendable {
        let Value: String
    }

    let AttributeID: Int64
    let Name: String
    let ApplicationGroup: String
    let Description: String
    let Persist: Bool
    let ManagedByOrganizationGroupID: String
    let ShowInRuleCreator: Bool
    let CollectValuesForRuleCreator: Bool
    let UseAsLookupValue: Bool
    let Values: [Choice]

    /// The body for a definition.
    init(_ record: AttributeDefinitionRecord) throws {
        AttributeID = try record.storedID()
        (Name, ApplicationGroup) = (record.name, record.applicationGroup)
        Description = record.description
        Persist = record.isPersistent
        ManagedByOrganizationGroupID = String(record.groupId)
        (ShowInRuleCreator, CollectValuesForRuleCreator) = (record.isInRules, record.gathersValues)
        UseAsLookupValue = record.isLookupValue
        Values = record.values.map(Choice.init)
    }
}
