import DeviceProtocol
import Foundation
import GRDB

/// To whom an app is given: the one state behind assignments, assignment rules and smart groups of an app.
struct AssignmentState: Hashable, Sendable {
    /// The winning one first.
    var rules: [RuleDocument]
    /// Ids of the smart groups it is kept from, in order.
    var exclusions: [Int64]
    /// Smart groups that occur, by uuid.
    private(set) var smartGroups: [String: SmartGroupRecord] = [:]

    /// The state of an app.
    static func load(of applicationID: Int64, _ db: GRDB.Database) throws -> AssignmentState {
        // Lists ask this of many apps: statements are made once.
        let stored = try SQLRequest<AssignmentRuleRecord>(
            sql: "SELECT * FROM assignmentRule WHERE applicationId = ? ORDER BY priority, id",
            arguments: [applicationID], cached: true
        ).fetchAll(db)
        var rules = try stored.map { record in
            try RuleDocument(try JSONValue(json: Data(record.document.utf8)), path: "assignment")
        }
        let groups = try SQLRequest<SmartGroupRecord>(
            sql: """
                SELECT * FROM smartGroup WHERE id IN (SELECT smartGroupId FROM applicationAssignment WHERE applicationId = ?1
                    UNION SELECT smartGroupId FROM applicationExclusion WHERE applicationId = ?1)
                """, arguments: [applicationID], cached: true
        ).fetchAll(db)
        let names = Dictionary(groups.compactMap { group in group.id.map { ($0, group) } }) { $1 }
        for bare in try AssignmentRecord.ordered(of: applicationID, db) where bare.ruleId == nil {
            guard let group = names[bare.smartGroupId] else { continue }
            let rule = RuleDocument(
                priority: bare.priority, name: group.name, smartGroup: group.uuid, at: bare.createdAt)
            // Sorting is stable.
            rules.append(rule)
        }
        var state = AssignmentState(
            rules: rules.sorted { $0.priority < $1.priority },
            exclusions: try ExclusionRecord.smartGroups(of: applicationID, db),
            smartGroups: Dictionary(groups.map { ($0.uuid, $0) }) { $1 })
        state.ascend()
        return state
    }

    /// Makes the priorities differ: a list with equal ones could not be written back.
    mutating func ascend() {
        for index in rules.indices.dropFirst() where rules[index].priority <= rules[index - 1].priority {
            rules[index].priority = rules[index - 1].priority + 1
        }
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

    /// Makes a smart group known, so that rules can name it.
    mutating func add(_ smartGroup: SmartGroupRecord) {
        smartGroups[smartGroup.uuid] = smartGroup
    }

    /// Takes a smart group out of every rule; rules without any go.
    mutating func remove(_ smartGroup: SmartGroupRecord) {
        for index in rules.indices { rules[index].smartGroups.removeAll { $0 == smartGroup.uuid } }
        rules.removeAll { $0.smartGroups.isEmpty }
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

    /// The state as the event log tells it.
    var fields: [String: String?] {
        [
            "assigned": assigned.map(\.smartGroup.name).joined(separator: ", "),
            "excluded": excluded.map(\.name).joined(separator: ", "),
        ]
    }
}
