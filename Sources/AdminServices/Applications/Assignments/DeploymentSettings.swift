import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// How an app is given to smart groups, as version 1 of the admin API writes it (AdminApplications, "Assignments").
struct DeploymentSettings: Sendable {
    /// The refusal if a required value is missing.
    static let missing = ConsoleError(.badRequest, "DeploymentParameters is required.")

    /// Names of truth values, and what they are in a rule; a minus sign turns them round.
    private static let flags = [
        "RemoveOnUnEnroll": "remove_on_unenroll", "PreventRemoval": "prevent_removal",
        "AutoUpdateDevicesWithPreviousVersion": "auto_update_devices_with_previous_versions",
        "VisibleInAppCatalog": "display_in_app_catalog", "MacOsDesiredStateManagement": "desired_state_management",
        "AllowManagement": "make_app_mdm_managed", "AdaptiveManagement": "managed_access",
        "ApplicationBackup": "-prevent_application_backup",
    ]

    private var members: [(name: String, value: JSONValue)] = []

    /// The defaults.
    init() {}

    /// Reads `DeploymentParameters`.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` that names the member.
    init(_ fields: AdminFields) throws {
        for (name, target) in Self.flags.sorted(by: { $0.key < $1.key }) {
            guard let flag = try fields.bool(name) else { continue }
            let isTurned = target.hasPrefix("-")
            members.append((isTurned ? String(target.dropFirst()) : target, .bool(flag != isTurned)))
        }
        if let text = try fields.text("PushMode"), !text.isEmpty {
            guard let mode = AppPushMode(text) else { throw fields.wrong("PushMode", "has to be Auto or OnDemand") }
            members.append(("app_delivery_method", .string(mode.deliveryMethod)))
        }
        if let text = try fields.text("EffectiveDate"), !text.isEmpty {
            _ = try fields.time("EffectiveDate")
            members.append(("effective_date", .string(text)))
        }
        if let pairs = try fields.objects("ApplicationConfigurations") {
            members.append(("application_configuration", .array(try pairs.map(Self.configuration))))
        }
    }

    /// Reads the documented body of an assignment of a purchased app: `Deployment`, `SendApplicationConfiguration` and
    /// `AppConfigList`.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` that names the member.
    init(purchased fields: AdminFields) throws {
        let deployment = try fields.object("Deployment")
        try self.init(deployment ?? AdminFields(.object([])))
        if let deployment {
            if let text = try deployment.text("AssignmentType"), !text.isEmpty {
                guard let mode = AppPushMode(text) else {
                    throw deployment.wrong("AssignmentType", "has to be Auto or OnDemand")
                }
                members.append(("app_delivery_method", .string(mode.deliveryMethod)))
            }
            if let isPrevented = try deployment.bool("PreventApplicationBackup") {
                members.append(("prevent_application_backup", .bool(isPrevented)))
            }
        }
        let isSent = try fields.bool("SendApplicationConfiguration") ?? true
        if isSent, let pairs = try fields.objects("AppConfigList") {
            members.append(("application_configuration", .array(try pairs.map(Self.configuration))))
        }
    }

    private static func configuration(_ pair: AdminFields) throws -> JSONValue {
        .object([
            JSONMember(name: "key", value: .string(try pair.requiredText("Key"))),
            JSONMember(
                name: "nested_configurations",
                value: .array(try (pair.objects("NestedConfigurations") ?? []).map(configuration))),
            JSONMember(name: "type", value: .string((try pair.text("Type") ?? "String").uppercased())),
            JSONMember(name: "value", value: .string(try pair.text("Value", maximum: 100_000) ?? "")),
        ])
    }

    /// A rule for one smart group.
    func rule(for smartGroup: SmartGroupRecord, priority: Int64, at now: Timestamp) -> RuleDocument {
        change(RuleDocument(priority: priority, name: smartGroup.name, smartGroup: smartGroup.uuid, at: now))
    }

    /// A rule with these settings; others stay as they are.
    func change(_ rule: RuleDocument) -> RuleDocument {
        var rule = rule
        for (name, value) in members { rule.set(name, to: value) }
        return rule
    }
}

extension AssignmentState {
    /// The priority of a rule that comes after all others.
    var nextPriority: Int64 { Int64(rules.count) }

    /// Gives the app to exactly these smart groups: those that have it keep it as they get it, others get it by a rule
    /// each, after those that are there.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a smart group the administrator does not see, or one the app is kept
    ///   from.
    mutating func give(
        to ids: [Int64], by settings: DeploymentSettings = DeploymentSettings(),
        for administrator: AdministratorIdentity, at now: Timestamp, _ db: GRDB.Database
    ) throws {
        let known = assigned.map(\.smartGroup)
        for group in known where !ids.contains(group.id ?? 0) { remove(group) }
        for id in ids where !known.contains(where: { $0.id == id }) {
            let group = try AppAssignmentStore.requireSmartGroup(id, for: administrator, db)
            guard !exclusions.contains(id) else {
                throw ConsoleError(.badRequest, "A smart group must not be both assigned and excluded.")
            }
            give(to: group, by: settings, at: now)
        }
    }

    /// Gives the app to one more smart group, by a rule after those that are there.
    mutating func give(to group: SmartGroupRecord, by settings: DeploymentSettings, at now: Timestamp) {
        add(group)
        rules.append(settings.rule(for: group, priority: nextPriority, at: now))
    }

    /// Takes a smart group out of every rule but one.
    mutating func removeAllButLast(of smartGroup: SmartGroupRecord, keeping place: Int) {
        for index in rules.indices where index != place {
            rules[index].smartGroups.removeAll { $0 == smartGroup.uuid }
        }
        rules.removeAll { $0.smartGroups.isEmpty }
        number()
    }
}
