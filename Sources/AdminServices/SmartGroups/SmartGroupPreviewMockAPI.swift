import ConsoleModel

/// Why a smart group contains a device, or not, as `/_mock` shows it.
struct SmartGroupVerdictBody: Encodable, Sendable {
    /// Whether the criteria of one kind hold.
    struct Criterion: Encodable, Sendable {
        let kind: String
        let holds: Bool
    }

    let id: Int64
    let uuid: String
    let name: String
    /// Code of the group that manages it.
    let groupId: String
    let isMember: Bool
    /// A sentence.
    let reason: String
    let criteria: [Criterion]

    /// The body for a verdict.
    init(_ verdict: SmartGroupVerdict) {
        id = verdict.record.id ?? 0
        uuid = verdict.record.uuid
        name = verdict.record.name
        groupId = verdict.home.code
        isMember = verdict.explanation.isMember
        reason = verdict.explanation.reason
        criteria = verdict.explanation.criteria.map { Criterion(kind: $0.kind, holds: $0.holds) }
    }
}

/// A device a smart group would contain, as `/_mock` shows it.
struct SmartGroupPreviewBody: Encodable, Sendable {
    let udid: String
    let uuid: String
    let friendlyName: String
    let user: String?
    let platform: String
    let model: String?
    let osVersion: String?
    let ownership: String
    /// Why, a sentence.
    let reason: String

    /// The body for a device and why it is a member.
    init(_ device: SmartGroupDevice, _ explanation: MembershipExplanation) {
        udid = device.identifier
        uuid = device.uuid
        friendlyName = device.friendlyName
        user = device.username
        platform = device.platform
        model = device.model
        osVersion = device.osVersion
        ownership = device.ownership
        reason = explanation.reason
    }
}
