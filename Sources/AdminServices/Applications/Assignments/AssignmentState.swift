import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// The assignments of an app: the one state behind its assignments, assignment rules and smart groups.
struct AssignmentState: Hashable, Sendable {
    /// The winning one first.
    var rules: [RuleDocument]
    /// Ids of the smart groups it is kept from, in order.
    var exclusions: [Int64]
    /// Smart groups that occur, by uuid.
    private(set) var smartGroups: [String: SmartGroupRecord] = [:]

    /// The state of an app.
    static func load(of applicationID: Int64, _ db: GRDB.Database) throws -> AssignmentState {
        try load(of: [applicationID], db)[applicationID] ?? AssignmentState(rules: [], exclusions: [])
    }

    /// The states of some apps by their ids.
    static func load(of applicationIDs: [Int64], _ db: GRDB.Database) throws -> [Int64: AssignmentState] {
        let apps = SQL.ids(applicationIDs)
        let stored = Dictionary(
            grouping: try SQLRequest<AssignmentRuleRecord>(
                literal: "SELECT * FROM assignmentRule WHERE applicationId IN (\(apps)) ORDER BY priority, id"
            ).fetchAll(db), by: \.applicationId)
        let assignments = Dictionary(
            grouping: try SQLRequest<AssignmentRecord>(
                literal: "SELECT * FROM applicationAssignment WHERE applicationId IN (\(apps)) ORDER BY priority, id"
            ).fetchAll(db), by: \.applicationId)
        let exclusions = Dictionary(
            grouping: try SQLRequest<ExclusionRecord>(
                literal: "SELECT * FROM applicationExclusion WHERE applicationId IN (\(apps)) ORDER BY position"
            ).fetchAll(db), by: \.applicationId)
        let occurring = Set(assignments.values.joined().map(\.smartGroupId))
            .union(exclusions.values.joined().map(\.smartGroupId))
        let groups = Dictionary(
            try SQLRequest<SmartGroupRecord>(
                literal: "SELECT * FROM smartGroup WHERE id IN (\(SQL.ids(occurring)))"
            ).fetchAll(db).compactMap { group in group.id.map { ($0, group) } }
        ) { $1 }
        var states: [Int64: AssignmentState] = [:]
        for id in applicationIDs {
            states[id] = try AssignmentState(
                stored[id] ?? [], assignments[id] ?? [], without: (exclusions[id] ?? []).map(\.smartGroupId), groups)
        }
        return states
    }

    /// The stored data about an app.
    ///
    /// - Parameters:
    ///   - stored: Its rules, the winning one first.
    ///   - assignments: Its assignments, the winning one first.
    ///   - exclusions: Ids of the smart groups it is kept from, in order.
    ///   - groups: At least the smart groups that occur, by id.
    /// - Throws: If a rule is not what was written.
    private init(
        _ stored: [AssignmentRuleRecord], _ assignments: [AssignmentRecord], without exclusions: [Int64],
        _ groups: [Int64: SmartGroupRecord]
    ) throws {
        var rules = try stored.map { record in
            try RuleDocument(try JSONValue(json: Data(record.document.utf8)), path: "assignment")
        }
        for bare in assignments where bare.ruleId == nil {
            guard let group = groups[bare.smartGroupId] else { continue }
            let rule = RuleDocument(
                priority: bare.priority, name: group.name, smartGroup: group.uuid, at: bare.createdAt)
            // Sorting is stable.
            rules.append(rule)
        }
        self.init(rules: rules.sorted { $0.priority < $1.priority }, exclusions: exclusions)
        for id in assignments.map(\.smartGroupId) + exclusions {
            if let group = groups[id] { add(group) }
        }
        number()
    }

    /// Rules and exclusions whose smart groups are not known yet.
    private init(rules: [RuleDocument], exclusions: [Int64]) {
        (self.rules, self.exclusions) = (rules, exclusions)
    }

    /// Gives the rules the priorities 0, 1, 2 and so on: another list could not be written back.
    mutating func number() {
        for index in rules.indices { rules[index].priority = Int64(index) }
    }

    /// The smart groups it is given to, each with the first rule that names it, in order.
    var assigned: [(smartGroup: SmartGroupRecord, rule: RuleDocument)] {
        var seen: Set<String> = []
        return rules.flatMap { rule in
            rule.smartGroups.compactMap { uuid in
                guard let group = smartGroups[uuid], seen.insert(uuid).inserted else { return nil }
                return (group, rule)
            }
        }
    }

    /// The smart groups it is kept from, in order.
    var excluded: [SmartGroupRecord] {
        exclusions.compactMap { id in smartGroups.values.first { $0.id == id } }
    }

    /// Ids of the smart groups it is given to.
    var assignedIDs: [Int64] { assigned.compactMap(\.smartGroup.id) }

    /// Ids of the smart groups it is given to or kept from.
    var occurring: [Int64] { assignedIDs + exclusions }

    /// The devices it is given to.
    ///
    /// - Parameter members: Those of at least the smart groups that occur.
    /// - Returns: Wherever they are.
    func devices(among members: [Int64: DeviceSet]) -> DeviceSet {
        var devices = DeviceSet()
        for id in assignedIDs { devices.formUnion(members[id] ?? DeviceSet()) }
        for id in exclusions { devices.subtract(members[id] ?? DeviceSet()) }
        return devices
    }

    /// Makes a smart group known, so that rules can name it.
    mutating func add(_ smartGroup: SmartGroupRecord) {
        smartGroups[smartGroup.uuid] = smartGroup
    }

    /// Takes a smart group out of every rule; rules without any go.
    mutating func remove(_ smartGroup: SmartGroupRecord) {
        for index in rules.indices { rules[index].smartGroups.removeAll { $0 == smartGroup.uuid } }
        rules.removeAll { $0.smartGroups.isEmpty }
        number()
    }

    /// Stores the state as that of an app, in place of what there was.
    func save(of applicationID: Int64, at now: Timestamp, in transaction: Transaction) throws {
        try AssignmentRecord.replaceAll(of: applicationID, with: [], in: transaction)
        var seen: Set<Int64> = []
        for rule in rules {
            var record = AssignmentRuleRecord(
                id: nil, applicationId: applicationID, priority: rule.priority,
                document: String(decoding: rule.value.encoded(), as: UTF8.self))
            try record.insert(transaction.db)
            for uuid in rule.smartGroups {
                guard let id = smartGroups[uuid]?.id, seen.insert(id).inserted else { continue }
                var assignment = AssignmentRecord(
                    id: nil, applicationId: applicationID, smartGroupId: id, priority: rule.priority, createdAt: now,
                    ruleId: try record.storedID())
                try assignment.insert(transaction.db)
            }
        }
        try ExclusionRecord.replaceAll(of: applicationID, with: exclusions, in: transaction)
    }

    /// The state for the event log.
    var fields: [String: String?] {
        [
            "assigned": assigned.map(\.smartGroup.name).joined(separator: ", "),
            "excluded": excluded.map(\.name).joined(separator: ", "),
        ]
    }
}
