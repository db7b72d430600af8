import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// Licenses of a purchased app: as many are allocated as devices it is assigned to, and redeemed as have it, none more
/// than there are.
struct PurchasedLicenses: Sendable {
    let total: Int64
    let allocated: Int64
    let redeemed: Int64

    /// The licenses of an app.
    init(_ app: AppEntry) {
        total = app.store?.licenses ?? 0
        allocated = min(Int64(app.counts.assigned), total)
        redeemed = min(Int64(app.counts.installed), total)
    }
}

/// A purchased app in version 1 (AdminStoreApplications, "Purchased applications"): what searches write, and the documented
/// parts.
struct PurchasedAppDetailsBody: Encodable, Sendable {
    /// Licenses, by where they are.
    struct Licenses: Encodable, Sendable {
        let TotalLicenses: Int64
        let OnHold = 0
        let Allocated: Int64
        let Unallocated: Int64
        let Redeemed: Int64
        let ExternallyRedeemed = 0

        init(_ licenses: PurchasedLicenses) {
            (TotalLicenses, Allocated, Redeemed) = (licenses.total, licenses.allocated, licenses.redeemed)
            Unallocated = licenses.total - licenses.allocated
        }
    }

    /// A smart group that gets the app.
    struct Assignment: Encodable, Sendable {
        let Status = "Active"
        let SmartGroupId: Int64
        let LocationGroupId: String
        let Users = 0
        let Allocated = 0
        let Redeemed = 0
        let AssignmentRuleType = "SmartGroup"
    }

    /// How it is given: the settings of the first rule.
    struct Deployment: Encodable, Sendable {
        /// `Auto` or `OnDemand`.
        let AssignmentType: String
        let RemoveOnUnenroll: Bool
        let PreventApplicationBackup: Bool
        let AllowManagement: Bool
        let UseVPN = false
        let VPNProfileId = 0

        init(_ rule: RuleDocument?) {
            AssignmentType = (AppPushMode(rule?.text("app_delivery_method") ?? "") ?? .auto).rawValue
            RemoveOnUnenroll = rule?.flag("remove_on_unenroll") ?? false
            PreventApplicationBackup = rule?.flag("prevent_application_backup") ?? false
            AllowManagement = rule?.flag("make_app_mdm_managed") ?? false
        }
    }

    private enum Member: CodingKey {
        case ManagedBy, Orders, Licenses, Assignments, Deployment
    }

    private let app: AppEntry
    private let known: PublicAppBody

    init(_ app: AppEntry, origin: String) throws {
        (self.app, known) = (app, try PublicAppBody(app, origin: origin))
    }

    func encode(to encoder: any Encoder) throws {
        try known.encode(to: encoder)
        var container = encoder.container(keyedBy: Member.self)
        let licenses = Licenses(PurchasedLicenses(app))
        try container.encode(app.application.groupId, forKey: .ManagedBy)
        // Every license is of one order here.
        try container.encode(licenses, forKey: .Orders)
        try container.encode(licenses, forKey: .Licenses)
        let assignments = app.assignments.assigned.map { given in
            Assignment(
                SmartGroupId: given.smartGroup.id ?? 0, LocationGroupId: String(given.smartGroup.groupId))
        }
        try container.encode(assignments, forKey: .Assignments)
        try container.encode(Deployment(app.assignments.rules.first), forKey: .Deployment)
    }
}

/// A purchased app in version 2; names as documented.
struct PurchasedAppBody2: Encodable, Sendable {
    /// Licenses, by where they are.
    struct Licenses: Encodable, Sendable {
        let total: Int64
        let on_hold = 0
        let redeemed: Int64
        let allocated: Int64
        let unallocated: Int64
    }

    /// A smart group that gets the app.
    struct Assignment: Encodable, Sendable {
        let smart_group_uuid: String
        let is_active = true
        let allocated = 0
        let redeemed = 0
        let deployment_parameters: Parameters
    }

    /// How it gets the app.
    struct Parameters: Encodable, Sendable {
        /// A pair of the managed configuration.
        struct Pair: Encodable, Sendable {
            let key: String
            let value: String
            /// Always 0.
            let type = 0
        }

        /// 0 automatically, 1 on demand.
        let assignment_type: Int
        let remove_on_unenroll: Bool
        let prevent_application_backup: Bool
        let allow_management: Bool
        let use_vpn = false
        let vpn_profile_uuid = ""
        let send_application_configuration: Bool
        let application_configurations: [Pair]
        let send_application_attributes = false
        let prevent_removal: Bool
        let application_attributes: [Pair] = []

        init(_ rule: RuleDocument) {
            assignment_type = (AppPushMode(rule.text("app_delivery_method") ?? "") ?? .auto).number
            remove_on_unenroll = rule.flag("remove_on_unenroll")
            prevent_application_backup = rule.flag("prevent_application_backup")
            allow_management = rule.flag("make_app_mdm_managed")
            prevent_removal = rule.flag("prevent_removal")
            application_configurations = rule.list(ManagedConfiguration.member).compactMap { pair in
                guard case .object(let members) = pair else { return nil }
                func text(_ name: String) -> String {
                    if case .string(let text)? = members.last(where: { $0.name == name })?.value { text } else { "" }
                }
                return Pair(key: text("key"), value: text("value"))
            }
            send_application_configuration = !application_configurations.isEmpty
        }
    }

    let uuid: String
    let organization_group_uuid: String
    let name: String
    let identifier: String
    let adam_id: String
    /// 0: licenses of devices and users.
    let vpp_app_eligibility = 0
    /// 0: an app.
    let product_type = 0
    let categories: [String]
    let licenses_summary: Licenses
    let assignments: [Assignment]

    init(_ app: AppEntry) {
        (uuid, name) = (app.application.uuid, app.application.name)
        (organization_group_uuid, identifier) = (app.group.uuid, app.application.bundleId)
        (adam_id, categories) = (app.store?.externalId ?? "", app.package.information.categories)
        let licenses = PurchasedLicenses(app)
        licenses_summary = Licenses(
            total: licenses.total, redeemed: licenses.redeemed, allocated: licenses.allocated,
            unallocated: licenses.total - licenses.allocated)
        assignments = app.assignments.assigned.map {
            Assignment(smart_group_uuid: $0.smartGroup.uuid, deployment_parameters: Parameters($0.rule))
        }
    }
}
