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
struct PurchasedAppOrdersBody: Encodable, Sendable {
    /// Licenses, by where they are.
    struct Licenses: Encodable, Sendable {
        let TotalLicenses: Int64
        let OnHold = 0
        let Allocated: Int64
        let Unallocated: Int64
        let Redeemed: Int64
        let ExternallyRedeemed = 0

        init(_ licenses: PurchasedLicenses) {
            TotalLicenses = licenses.total
            (Allocated, Redeemed) = (licenses.allocated, licenses.redeemed)
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
