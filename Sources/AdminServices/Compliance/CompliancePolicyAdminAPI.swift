import ConsoleModel
import ConsolePlatform

/// A policy as version 1 answers it; members as on the wire (AdminDeviceDetails, "Compliance policies").
struct CompliancePolicyBody: Encodable, Sendable {
    let DevicePolicyId: Int64
    let Uuid: String
    let Name: String
    let Description: String
    let Platform: String
    let IsActive: Bool
    let AssignedDevices: Int
    let CompliantDevices: Int
    let NonCompliantDevices: Int
    let RootLocationGroupId: Int64
    let RootLocationGroupName: String

    /// The body for a policy.
    init(_ policy: CompliancePolicy) throws {
        (DevicePolicyId, Uuid) = (try policy.rule.storedID(), policy.rule.uuid)
        (Name, Description) = (policy.rule.name, policy.sentence)
        (Platform, IsActive) = (CompliancePolicy.platform, policy.rule.isActive)
        (AssignedDevices, CompliantDevices) = (policy.assigned, policy.compliant)
        NonCompliantDevices = policy.broken
        (RootLocationGroupId, RootLocationGroupName) = (try policy.group.storedID(), policy.group.name)
    }
}

/// A policy as the later route answers it; members as on the wire.
struct CompliancePolicyItemBody: Encodable, Sendable {
    let devicePolicyId: Int64
    let uuid: String
    let name: String
    let description: String
    let platform: String
    let isActive: Bool
    let assignedDevices: Int
    let compliantDevices: Int
    let nonCompliantDevices: Int
    let rootLocationGroupId: Int64
    let rootLocationGroupName: String
    let rootLocationGroupUuid: String

    /// The body for a policy.
    init(_ policy: CompliancePolicy) throws {
        (devicePolicyId, uuid) = (try policy.rule.storedID(), policy.rule.uuid)
        (name, description) = (policy.rule.name, policy.sentence)
        (platform, isActive) = (CompliancePolicy.platform, policy.rule.isActive)
        (assignedDevices, compliantDevices) = (policy.assigned, policy.compliant)
        nonCompliantDevices = policy.broken
        (rootLocationGroupId, rootLocationGroupName) = (try policy.group.storedID(), policy.group.name)
        rootLocationGroupUuid = policy.group.uuid
    }
}

/// A page of policies as the later route answers it.
struct CompliancePolicyPageBody: Encodable, Sendable {
    let compliancePolicy: [CompliancePolicyItemBody]
    let page: Int
    let pagesize: Int
    let total: Int

    /// The body for a page.
    init(_ page: Page<CompliancePolicy>) throws {
        compliancePolicy = try page.items.map(CompliancePolicyItemBody.init)
        self.page = page.request.page
        pagesize = page.request.size
        total = page.total
    }
}

extension CompliancePolicy {
    /// Rules are for devices of every platform.
    fileprivate static let platform = "Any"

    /// The requirement as a sentence.
    fileprivate var sentence: String { "Asks for \(rule.requirement)." }
}
