import ConsoleModel
import ConsolePlatform
import GRDB

/// How a rule came out for a device when it was last evaluated (AdminDevices, "The device").
struct DevicePolicyStanding: Hashable, Sendable {
    let rule: ComplianceRuleRecord
    let outcome: ComplianceOutcome
    /// The value that was found.
    let value: String?
    /// Since when the outcome of the rule as it is now stands.
    let since: Timestamp
    /// When the device was last heard of, at which every rule is evaluated anew.
    let heardAt: Timestamp

    /// The finding as a sentence.
    var sentence: String { ComplianceFinding(rule, outcome: outcome, value: value).sentence }

    /// When the rule was last evaluated.
    var checkedAt: Timestamp { max(since, heardAt) }

    /// Gives devices how they stand with the active rules of their groups, from the topmost group down.
    static func attach(to devices: inout [DirectoryDeviceRecord], _ db: GRDB.Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT complianceFinding.deviceId, complianceFinding.ruleId, complianceFinding.outcome,
                    complianceFinding.value, complianceFinding.since
                FROM json_each(?) AS wanted CROSS JOIN complianceFinding ON complianceFinding.deviceId = wanted.value
                JOIN complianceRule ON complianceRule.id = complianceFinding.ruleId
                JOIN organizationGroup AS home ON home.id = complianceRule.groupId
                JOIN device ON device.id = complianceFinding.deviceId
                JOIN organizationGroup AS own ON own.id = device.groupId
                WHERE complianceRule.isActive AND \(Subtree.condition("own.path", in: "home.path"))
                ORDER BY complianceFinding.deviceId, \(Subtree.depth(of: "home.path")), complianceFinding.ruleId
                """)
        let list = "[\(devices.map { String($0.id) }.joined(separator: ","))]"
        let rows = try Row.fetchAll(statement, arguments: [list])
        guard !rows.isEmpty else { return }
        let rules = Dictionary(
            try SQLRequest<ComplianceRuleRecord>(
                literal: "SELECT * FROM complianceRule WHERE id IN (\(SQL.ids(Set(rows.map { $0[1] as Int64 }))))"
            ).fetchAll(db).compactMap { rule in rule.id.map { ($0, rule) } }
        ) { $1 }
        let found = Dictionary(grouping: rows) { row -> Int64 in row[0] }
        for index in devices.indices {
            let standings = (found[devices[index].id] ?? []).compactMap { row in
                rules[row[1]].map { rule in
                    DevicePolicyStanding(
                        rule: rule, outcome: ComplianceOutcome(rawValue: row[2]) ?? .unknown, value: row[3],
                        since: row[4], heardAt: devices[index].lastSeenAt)
                }
            }
            // A finding of an earlier version of a rule says nothing about the present one.
            devices[index].policies = standings.filter { $0.rule.updatedAt <= $0.since }
        }
    }
}
