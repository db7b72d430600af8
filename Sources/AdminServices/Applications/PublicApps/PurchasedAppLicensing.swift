import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// A purchased app with how its licenses are spread (AdminStoreApplications, "Purchased applications").
struct PurchasedAppLicensing: Sendable {
    /// A smart group that it is given to.
    struct Assignment: Sendable {
        let smartGroup: SmartGroupRecord
        let rule: RuleDocument
        /// Devices that get it by this smart group.
        let devices: Int
        /// Those of them that have it.
        let installed: Int
    }

    let app: AppEntry
    /// The winning one first.
    let assignments: [Assignment]

    /// Licenses that were bought.
    var licenses: Int64 { app.store?.licenses ?? 0 }
    /// Licenses that are used: one for each device that has the app, as far as there are any.
    var redeemed: Int64 { min(Int64(app.counts.installed), licenses) }
    /// Licenses that are kept for devices: one for each that gets the app, as far as there are any.
    var allocated: Int64 { min(max(Int64(app.counts.assigned), redeemed), licenses) }
}

extension AppCatalogStore {
    /// A purchased app with how its licenses are spread.
    ///
    /// - Throws: `missing`, if there is none in the administrator's subtree.
    func purchase(
        _ reference: RecordReference, for administrator: AdministratorIdentity, else missing: ConsoleError
    ) async throws -> PurchasedAppLicensing {
        try await database.read { db in
            let record = try require(reference, for: administrator, else: missing, db)
            guard let app = try AppEntryReader.details(of: [record], census, db).first else { throw missing }
            let members = try census.members(of: Set(app.assignments.occurring), db)
            let audience = try AppAudience(of: record, app.assignments, members, db) {
                try AppAudience.devices(of: app.group.subtree, in: .enrolled, db)
            }
            var rest = audience.assigned
            let assignments = try app.assignments.assigned.map { smartGroup, rule in
                var devices = try members[smartGroup.storedID()] ?? DeviceSet()
                devices.formIntersection(rest)
                rest.subtract(devices)
                var installed = devices
                installed.formIntersection(audience.installed)
                return PurchasedAppLicensing.Assignment(
                    smartGroup: smartGroup, rule: rule, devices: devices.count, installed: installed.count)
            }
            return PurchasedAppLicensing(app: app, assignments: assignments)
        }
    }
}

/// A purchased app as version 2 writes it; names as on the wire.
struct PurchasedAppLicensingBody: Encodable, Sendable {
    /// How many licenses are used for what.
    struct Licenses: Encodable, Sendable {
        let allocated: Int64
        let on_hold = 0
        let redeemed: Int64
        let total: Int64
        let unallocated: Int64
    }

    /// A smart group that it is given to.
    struct Assignment: Encodable, Sendable {
        let allocated: Int
        let deployment_parameters: PurchasedAppDeploymentBody
        let is_active: Bool
        let redeemed: Int
        let smart_group_uuid: String
    }

    let adam_id: String
    let assignments: [Assignment]
    let categories: [String]
    let identifier: String
    let licenses_summary: Licenses
    let name: String
    let organization_group_uuid: String
    let product_type = 1
    let uuid: String
    /// Licenses belong to devices: no purchase program knows the users.
    let vpp_app_eligibility = 2

    init(_ purchase: PurchasedAppLicensing) {
        let app = purchase.app
        (name, identifier) = (app.application.name, app.application.bundleId)
        uuid = app.application.uuid
        (adam_id, categories) = (app.store?.externalId ?? "", app.package.information.categories)
        organization_group_uuid = app.group.uuid
        licenses_summary = Licenses(
            allocated: purchase.allocated, redeemed: purchase.redeemed, total: purchase.licenses,
            unallocated: purchase.licenses - purchase.allocated)
        let isActive = app.application.isActive
        assignments = purchase.assignments.map {
            Assignment(
                allocated: $0.devices, deployment_parameters: PurchasedAppDeploymentBody($0.rule), is_active: isActive,
                redeemed: $0.installed, smart_group_uuid: $0.smartGroup.uuid)
        }
    }
}

/// How a purchased app is given to a smart group; names as on the wire.
struct PurchasedAppDeploymentBody: Encodable, Sendable {
    /// A pair of the managed configuration, or of attributes.
    struct Pair: Encodable, Sendable {
        let key: String
        let type: Int
        let value: String
    }

    let allow_management: Bool
    let application_attributes: [Pair]
    let application_configurations: [Pair]
    let assignment_type: Int
    let prevent_application_backup: Bool
    let prevent_removal: Bool
    let remove_on_unenroll: Bool
    let send_application_attributes: Bool
    let send_application_configuration: Bool
    let use_vpn = false
    let vpn_profile_uuid = ""

    init(_ rule: RuleDocument) {
        allow_management = rule.flag("make_app_mdm_managed")
        application_attributes = Self.pairs(rule.list("application_attributes"))
        application_configurations = Self.pairs(rule.list(ManagedConfiguration.member))
        assignment_type = (AppPushMode(rule.text("app_delivery_method") ?? "") ?? .auto).number
        prevent_application_backup = rule.flag("prevent_application_backup")
        prevent_removal = rule.flag("prevent_removal")
        remove_on_unenroll = rule.flag("remove_on_unenroll")
        send_application_attributes = !application_attributes.isEmpty
        send_application_configuration = !application_configurations.isEmpty
    }

    /// Types of values, in the order of their numbers.
    private static let types = ["STRING", "INTEGER", "BOOLEAN", "REAL", "DATE", "ARRAY", "DATA"]

    private static func pairs(_ elements: [JSONValue]) -> [Pair] {
        elements.compactMap { element in
            guard case .object(let members)? = ManagedConfiguration.completed(element) else { return nil }
            let texts = members.reduce(into: [String: String]()) { found, member in
                switch member.value {
                case .string(let text), .number(let text): found[member.name] = text
                case .bool(let flag): found[member.name] = String(flag)
                default: break
                }
            }
            let type = types.firstIndex(of: texts["type"]?.uppercased() ?? "") ?? 0
            return Pair(key: texts["key"] ?? "", type: type + 1, value: texts["value"] ?? "")
        }
    }
}
