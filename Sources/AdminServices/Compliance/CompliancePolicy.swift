import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// A compliance rule as a real console shows its policies, with the number of devices that keep it.
struct CompliancePolicy: Sendable {
    let rule: ComplianceRuleRecord
    /// The group it belongs to.
    let group: OrganizationGroupRecord
    /// Enrolled devices it applies to; none while it is not active.
    var assigned = 0
    /// Those that break it.
    var broken = 0
    /// Devices that have not yet reported what it needs.
    var pending = 0

    /// Those that keep it: a device nothing is noted of breaks none.
    var compliant: Int { max(0, assigned - broken - pending) }
}

/// Which policies a search asks for (AdminDeviceDetails, "Compliance policies").
struct CompliancePolicySearch: Sendable {
    /// The group of the policies; nil for the administrator's own.
    let group: RecordReference?
    /// Part of a name.
    let text: String?
    let isActive: Bool?

    /// Reads the query of a search.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a value that cannot be, naming the parameter.
    init(_ query: QueryParameters) throws {
        group = try query.group("organizationgroupid", "organizationgroupuuid")
        text = query.text("searchtext", "name")
        isActive = try ActivityWord.isActive(query.text("status"))
    }
}

extension ComplianceRuleStore {
    /// A page of the rules of a group, of those below it and of those above it, by id.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown group in the administrator's subtree.
    func policies(
        _ search: CompliancePolicySearch, _ page: PageRequest, for administrator: AdministratorIdentity
    ) async throws -> Page<CompliancePolicy> {
        try await database.read { db in
            let top = try search.group.map { reference in
                guard let group = try OrganizationGroupRecord.find(reference, db),
                    administrator.subtree.contains(group)
                else { throw ConsoleError(.notFound, "There is no organization group \(reference).") }
                return group.subtree
            }
            let (condition, arguments) = Self.condition(search, around: top ?? administrator.subtree)
            let source = """
                FROM complianceRule AS rule JOIN organizationGroup AS home ON home.id = rule.groupId WHERE \(condition)
                """
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
            let rules = try ComplianceRuleRecord.fetchAll(
                db, sql: "SELECT rule.* \(source) ORDER BY rule.id LIMIT :size OFFSET :offset",
                arguments: arguments + ["size": page.size, "offset": page.offset])
            let census = rules.isEmpty ? nil : try ComplianceCensus(of: rules, in: administrator.subtree, db)
            let groups = try OrganizationGroupStore.groups(rules.map(\.groupId), db)
            let items = rules.compactMap { rule in groups[rule.groupId].flatMap { census?.policy(rule, $0) } }
            return Page(items: items, request: page, total: total)
        }
    }

    private static func condition(
        _ search: CompliancePolicySearch, around subtree: Subtree
    ) -> (sql: String, arguments: StatementArguments) {
        var conditions = [Subtree.overlap("home.path", ":top")]
        var arguments: StatementArguments = ["top": subtree]
        if let text = search.text {
            conditions.append("instr(lower(rule.name), lower(:text)) > 0")
            arguments += ["text": text]
        }
        if let isActive = search.isActive {
            conditions.append("rule.isActive = :active")
            arguments += ["active": isActive]
        }
        return (conditions.joined(separator: " AND "), arguments)
    }
}

/// How many enrolled devices each group has, and how many of them do not keep each of some rules.
private struct ComplianceCensus {
    /// Subtrees of the groups that have enrolled devices, and how many.
    private let enrolled: [(subtree: Subtree, count: Int)]
    /// The same for enrolled devices that have reported nothing since they enrolled: every rule waits for their next
    /// beacon.
    private let waiting: [(subtree: Subtree, count: Int)]
    private var broken: [Int64: Int] = [:]
    private var pending: [Int64: Int] = [:]

    /// Counts the devices of a subtree.
    init(of rules: [ComplianceRuleRecord], in subtree: Subtree, _ db: GRDB.Database) throws {
        let groups = try Row.fetchAll(
            db, sql: "SELECT id, path FROM organizationGroup WHERE \(Subtree.range("path", in: "?1"))",
            arguments: [subtree])
        let subtrees = Dictionary(groups.map { ($0[0] as Int64, $0[1] as Subtree) }) { $1 }
        let status = EnrollmentStatus.enrolled.rawValue
        let counts = try Row.fetchAll(
            db, sql: "SELECT groupId, COUNT(*) FROM device WHERE enrollmentStatus = ? GROUP BY groupId",
            arguments: [status])
        enrolled = counts.compactMap { row in subtrees[row[0]].map { ($0, row[1]) } }
        let silent = try Row.fetchAll(
            db,
            sql: """
                SELECT device.groupId, COUNT(*) FROM deviceCompliance AS standing
                CROSS JOIN device ON device.id = standing.deviceId AND device.enrollmentStatus = ?
                WHERE standing.isAwaitingReport = 1
                    AND NOT EXISTS (SELECT 1 FROM complianceFinding AS finding WHERE finding.deviceId = standing.deviceId)
                GROUP BY device.groupId
                """, arguments: [status])
        waiting = silent.compactMap { row in subtrees[row[0]].map { ($0, row[1]) } }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT finding.ruleId, finding.outcome, COUNT(*)
                FROM json_each(?1) AS wanted
                CROSS JOIN complianceFinding AS finding ON finding.ruleId = wanted.value
                    AND finding.outcome IN ('broken', 'unknown')
                CROSS JOIN device INDEXED BY deviceStanding ON device.id = finding.deviceId AND device.enrollmentStatus = ?2
                WHERE +device.groupId IN (\(Subtree.groups(in: "?3")))
                GROUP BY finding.ruleId, finding.outcome
                """, arguments: [rules.compactMap(\.id).jsonList, status, subtree])
        for row in rows {
            let rule: Int64 = row[0]
            let outcome: String = row[1]
            let count: Int = row[2]
            if outcome == "broken" { broken[rule, default: 0] += count } else { pending[rule, default: 0] += count }
        }
    }

    /// A rule with its counts.
    func policy(_ rule: ComplianceRuleRecord, _ group: OrganizationGroupRecord) -> CompliancePolicy {
        var policy = CompliancePolicy(rule: rule, group: group)
        guard rule.isActive, let id = rule.id else { return policy }
        func below(_ counts: [(subtree: Subtree, count: Int)]) -> Int {
            counts.reduce(0) { $0 + (group.subtree.contains($1.subtree) ? $1.count : 0) }
        }
        policy.assigned = below(enrolled)
        (policy.broken, policy.pending) = (broken[id] ?? 0, (pending[id] ?? 0) + below(waiting))
        return policy
    }
}
