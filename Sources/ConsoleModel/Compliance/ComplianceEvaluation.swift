import ConsolePlatform
import DeviceProtocol
import GRDB

/// The result of the rules in force for a device, compared with the previous one.
struct ComplianceEvaluation: Sendable {
    let subject: ComplianceSubject
    let findings: [ComplianceFinding]
    /// Findings of rules of groups that are new, have changed, or belong to a rule that has changed.
    let changed: [ComplianceFinding]
    /// Rules that no longer apply.
    let obsolete: [Int64]
    /// The status that follows from the rules.
    let ruleStatus: ComplianceStatus

    /// Evaluates the rules; nil if there are none and never were.
    init?(of subject: ComplianceSubject, _ db: GRDB.Database) throws {
        guard subject.enrollmentStatus == EnrollmentStatus.enrolled.rawValue else { return nil }
        let rules = try subject.rulesInForce(db)
        guard !rules.isEmpty || subject.standing != nil else { return nil }
        let facts = try subject.facts(for: rules, db)
        let known = try ComplianceFindingRecord.all(where: "deviceId = ?", [subject.deviceID], db)
        let before = Dictionary(uniqueKeysWithValues: known.map { ($0.ruleId, $0) })
        let findings = rules.map { ComplianceFinding($0.rule, of: $0.profile, facts) }
        let current = Set(rules.compactMap(\.rule.id))
        self.subject = subject
        self.findings = findings
        changed = findings.filter { finding in
            // A finding of an earlier version of a rule says nothing about the present one.
            guard let id = finding.rule.id else { return false }
            guard let earlier = before[id], earlier.since >= finding.rule.updatedAt else { return true }
            return earlier.outcome != finding.outcome || earlier.value != finding.value
        }
        obsolete = known.map(\.ruleId).filter { !current.contains($0) }
        ruleStatus = Self.status(findings)
    }

    /// The status that follows from findings: the severest action of a broken rule decides, then an unknown outcome.
    private static func status(_ findings: [ComplianceFinding]) -> ComplianceStatus {
        let actions = Set(findings.filter { $0.outcome == .broken }.map(\.rule.action))
        if actions.contains(.wipe) { return .nonCompliant }
        if actions.contains(.block) { return .blocked }
        if actions.contains(.markNonCompliant) { return .nonCompliant }
        return findings.contains { $0.outcome == .unknown } ? .pendingComplianceCheck : .compliant
    }

    /// Names of the rules that are broken.
    var brokenRules: [String] { findings.filter { $0.outcome == .broken }.map(\.ruleName) }

    /// Whether a broken rule asks for a wipe.
    var wipes: Bool { findings.contains { $0.outcome == .broken && $0.rule.action == .wipe } }

    /// The status that the device will have.
    var status: Int { subject.isHeld ? subject.complianceStatus : ruleStatus.rawValue }

    /// The row to store for the device; nil while there is nothing to store.
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

    /// Whether the stored rows agree with the result already.
    func isSettled(at now: Timestamp) -> Bool {
        changed.isEmpty && obsolete.isEmpty && !wipes && status == subject.complianceStatus
            && standing(at: now) == subject.standing
    }
}
