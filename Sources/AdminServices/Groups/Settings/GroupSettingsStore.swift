import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Settings of organization groups, read and changed by administrators.
struct GroupSettingsStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock

    /// Every setting in force at a group, and the code of the group each comes from.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func settings(of code: GroupCode, in subtree: Subtree) async throws -> [(EffectiveSetting, from: String?)] {
        try await database.read { db in
            let group = try Self.group(code, in: subtree, db)
            let settings = try OrganizationGroupStore.settings(of: group, db)
            let groups = try OrganizationGroupStore.ancestorsAndSelf(of: group, db)
            let codes = Dictionary(uniqueKeysWithValues: try groups.map { (try $0.storedID(), $0.code) })
            return GroupSetting.allCases.map { setting in
                let effective = settings.effective(setting)
                return (effective, effective.groupID.flatMap { codes[$0] })
            }
        }
    }

    /// Changes what a group itself sets.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, and `badRequest` for an unknown profile on the way to the root.
    func change(_ change: GroupSettingsChange, of code: GroupCode, by administrator: AdministratorIdentity) async throws
    {
        let now = clock.now(in: administrator.groupID)
        try await database.write { transaction in
            let group = try Self.group(code, in: administrator.subtree, transaction.db)
            let id = try group.storedID()
            let before = try OrganizationGroupStore.overrides(at: id, transaction.db)
            var after = before
            for (setting, value) in change.values {
                after[setting] = value
                if case .profile = setting.form, case .string(let uuid)? = value {
                    after[setting] = .string(try Self.profile(uuid, above: group, transaction.db))
                }
            }
            guard after != before else { return }
            try OrganizationGroupStore.setOverrides(after, at: id, in: transaction)
            try events.record(
                ConsoleEvent(
                    action: .settingsUpdated, subjectKind: "organizationGroup", subject: group.code, groupID: id,
                    at: now),
                by: .administrator(administrator.name), before: Self.fields(before), after: Self.fields(after),
                in: transaction)
        }
    }

    private static func group(_ code: GroupCode, in subtree: Subtree, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord
    {
        guard let group = try OrganizationGroupStore.group(code: code.value, db), subtree.contains(group) else {
            throw ConsoleError(.notFound, "There is no organization group \(code).")
        }
        return group
    }

    /// The uuid of a profile as it is kept.
    private static func profile(
        _ uuid: String, above group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws -> String {
        let row = try Row.fetchOne(db, sql: "SELECT uuid, groupId FROM sdkProfile WHERE uuid = ?", arguments: [uuid])
        guard let row, group.ancestorsAndSelf.contains(row["groupId"]) else {
            throw ConsoleError(
                .badRequest, "There is no SDK profile \(uuid.prefix(60)) at \(group.code) or above it.")
        }
        return row["uuid"]
    }

    private static func fields(_ settings: [GroupSetting: SettingValue]) -> [String: String?] {
        Dictionary(uniqueKeysWithValues: settings.map { ($0.key.rawValue, "\($0.value)") })
    }
}
