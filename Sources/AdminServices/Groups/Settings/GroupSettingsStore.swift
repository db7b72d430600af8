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

    /// Changes the overrides of a group itself.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `badRequest` for an unknown profile on the way to the root, `conflict` for an
    ///   e-mail domain that another customer lists.
    func change(_ change: GroupSettingsChange, of code: GroupCode, by administrator: AdministratorIdentity) async throws
    {
        try await database.write { transaction in
            let group = try Self.group(code, in: administrator.subtree, transaction.db)
            var values = change.values
            for (setting, value) in values {
                guard case .profile = setting.form, case .string(let uuid)? = value else { continue }
                values[setting] = .some(.string(try Self.profile(uuid, above: group, transaction.db)))
            }
            try set(values, at: group, by: administrator, in: transaction)
        }
    }

    /// The result of an upload of certificates.
    struct Pinning: Sendable {
        /// Code of the group.
        let group: String
        /// Whether its devices are given pins.
        let isOn: Bool
        /// The pins of the group, those it inherits included.
        let pins: [String]
        /// The time in the group.
        let at: Timestamp
    }

    /// Adds pins to those that a group has or inherits; each stands there once.
    ///
    /// - Parameters:
    ///   - pins: Pins as the setting lists them, in lower case.
    ///   - code: The group.
    ///   - administrator: Who adds them.
    /// - Returns: The new values of the group.
    /// - Throws: ``ConsoleError`` `notFound`.
    func pin(_ pins: [String], at code: GroupCode, by administrator: AdministratorIdentity) async throws -> Pinning {
        try await database.write { transaction in
            let group = try Self.group(code, in: administrator.subtree, transaction.db)
            let settings = try OrganizationGroupStore.settings(of: group, transaction.db)
            let known = settings.texts(.sslPins)
            var all = known
            for pin in pins where !all.contains(where: { $0.lowercased() == pin }) { all.append(pin) }
            if all != known { try set([.sslPins: .strings(all)], at: group, by: administrator, in: transaction) }
            return Pinning(
                group: group.code, isOn: settings.isOn(.sslPinning), pins: all,
                at: clock.now(in: group.id))
        }
    }

    /// Sets some settings of a group, nil to inherit, and records it in the event log if that changes something.
    ///
    /// - Throws: ``ConsoleError`` `conflict` for an e-mail domain that another customer lists.
    func set(
        _ values: [GroupSetting: SettingValue?], at group: OrganizationGroupRecord,
        by administrator: AdministratorIdentity,
        in transaction: Transaction
    ) throws {
        let id = try group.storedID()
        let before = try OrganizationGroupStore.overrides(at: id, transaction.db)
        let after = values.reduce(into: before) { $0[$1.key] = $1.value }
        guard after != before else { return }
        try Self.requireFree(
            Self.domains(after).subtracting(Self.domains(before)), at: group, by: administrator, transaction.db)
        try OrganizationGroupStore.setOverrides(after, at: id, in: transaction)
        try record(group, by: administrator, before: Self.fields(before), after: Self.fields(after), in: transaction)
    }

    /// Records in the event log that settings of a group, or what belongs to them, changed.
    ///
    /// - Throws: What the database throws.
    func record(
        _ group: OrganizationGroupRecord, by administrator: AdministratorIdentity, before: [String: String?],
        after: [String: String?], in transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: .settingsUpdated, subjectKind: "organizationGroup", subject: group.code, groupID: group.id,
                at: clock.now(in: group.id)),
            by: .administrator(administrator.name), before: before, after: after, in: transaction)
    }

    /// The e-mail domains that a group lists itself.
    private static func domains(_ overrides: [GroupSetting: SettingValue]) -> Set<String> {
        guard case .strings(let domains)? = overrides[.emailDomains] else { return [] }
        return Set(domains.map { $0.lowercased() })
    }

    /// Refuses e-mail domains that another customer lists, whose users they would lead astray.
    ///
    /// That they are listed tells nothing: autodiscovery answers everybody.
    ///
    /// - Throws: ``ConsoleError`` `conflict`, unless the administrator stands above both.
    private static func requireFree(
        _ domains: Set<String>, at group: OrganizationGroupRecord, by administrator: AdministratorIdentity,
        _ db: GRDB.Database
    ) throws {
        for domain in domains.sorted() {
            let others = try OrganizationGroupRecord.fetchAll(
                db,
                sql: """
                    SELECT organizationGroup.* FROM organizationGroup
                    JOIN organizationGroupSetting AS setting ON setting.groupId = organizationGroup.id AND setting.key = ?
                    WHERE EXISTS (SELECT 1 FROM json_each(setting.value) AS listed WHERE lower(listed.value) = ?)
                        AND organizationGroup.customerId <> ?
                    """,
                arguments: [
                    GroupSetting.emailDomains.rawValue, domain, try OrganizationGroupStore.customer(of: group.id, db),
                ])
            guard others.allSatisfy(administrator.subtree.contains) else {
                throw ConsoleError(
                    .conflict, "The e-mail domain \(domain.prefix(80)) is listed by another customer already.")
            }
        }
    }

    private static func group(_ code: GroupCode, in subtree: Subtree, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord
    {
        guard let group = try OrganizationGroupStore.group(named: code.value, in: subtree, db) else {
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
        Dictionary(uniqueKeysWithValues: settings.map { ($0.key.rawValue, text($0.value)) })
    }

    /// A value as people read it.
    private static func text(_ value: SettingValue) -> String? {
        switch value {
        case .none: nil
        case .bool(let isOn): isOn ? "true" : "false"
        case .integer(let number): String(number)
        case .string(let text): text
        case .strings(let texts): texts.joined(separator: ", ")
        }
    }
}
