import ConsolePlatform
import DeviceProtocol
import GRDB

/// What the rules in force come to for a device, compared with what they came to before.
struct ComplianceEvaluation: Sendable {
    let subject: ComplianceSubject
    let findings: [ComplianceFinding]
    /// Findings that are new, came out otherwise, or are of a rule that has changed since.
    let changed: [ComplianceFinding]
    /// Rules that apply no more.
    let obsolete: [Int64]
    /// What the rules come to.
    let ruleStatus: ComplianceStatus

    /// Evaluates the rules; nil if there is nothing to evaluate and never was.
    init?(of subject: ComplianceSubject, _ db: GRDB.Database) throws {
        guard subject.enrollmentStatus == EnrollmentStatus.enrolled.rawValue else { return nil }
        let rules = try ComplianceRuleStore.rulesInForce(atTopOf: subject.subtree, db)
        guard !rules.isEmpty || subject.standing != nil else { return nil }
        let facts = try subject.facts(for: rules, db)
        let known = try ComplianceFindingRecord.filter(sql: "deviceId = ?", arguments: [subject.deviceID]).fetchAll(db)
        let before = Dictionary(uniqueKeysWithValues: known.map { ($0.ruleId, $0) })
        let findings = rules.map { ComplianceFinding($0, facts) }
        let current = Set(rules.compactMap(\.id))
        self.subject = subject
        self.findings = findings
        changed = findings.filter { finding in
            // What was found of a rule that was another one then says nothing of this one.
            guard let earlier = finding.rule.id.flatMap({ before[$0] }), earlier.since >= finding.rule.updatedAt else {
                return true
            }
            return earlier.outcome != finding.outcome || earlier.value != finding.value
        }
        obsolete = known.map(\.ruleId).filter { !current.contains($0) }
        ruleStatus = Self.status(findings)
    }

    /// What findings come to: broken before unknown before kept.
    private static func status(_ findings: [ComplianceFinding]) -> ComplianceStatus {
        let broken = findings.filter { $0.outcome == .broken }
        if broken.contains(where: { $0.rule.action == .wipe }) { return .nonCompliant }
        if !broken.isEmpty { return .blocked }
        return findings.contains { $0.outcome == .unknown } ? .pendingComplianceCheck : .compliant
    }

    /// Names of the rules that are broken.
    var brokenRules: [String] { findings.filter { $0.outcome == .broken }.map(\.rule.name) }

    /// Whether a broken rule asks for a wipe.
    var wipes: Bool { ruleStatus == .nonCompliant }

    /// The status the device is to have.
    var status: Int { subject.isHeld ? subject.complianceStatus : ruleStatus.rawValue }

    /// What is to be kept of the device; nil while there is nothing to keep.
    func standing(at now: Timestamp) -> DeviceComplianceRecord? {
        let isSame = subject.standing?.status == ruleStatus.rawValue
        let isAwaited = subject.standing?.isAwaitingReport ?? false
        let hasHistory = subject.standing != nil && !findings.isEmpty
        guard hasHistory || isAwaited || ruleStatus != .compliant || subject.isHeld else { return nil }
        return DeviceComplianceRecord(
            deviceId: subject.deviceID, status: ruleStatus.rawValue,
            since: (isSame ? subject.standing?.since : nil) ?? now, isSetByHand: subject.isHeld,
            isAwaitingReport: isAwaited)
    }

    /// Whether everything is stored already as it came out.
    func isSettled(at now: Timestamp) -> Bool {
        changed.isEmpty && obsolete.isEmpty && !wipes && status == subject.complianceStatus
            && standing(at: now) == subject.standing
    }
}
