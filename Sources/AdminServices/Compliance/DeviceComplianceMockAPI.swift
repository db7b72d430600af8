import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// How a device stands with the rules, as `/_mock` shows it (AdminAPI, "Compliance of a device").
struct DeviceComplianceBody: Encodable, Sendable {
    /// One rule in force.
    struct Step: Encodable, Sendable {
        let uuid: String
        let name: String
        /// Code of the group it, or its SDK profile, belongs to.
        let group: String
        /// Name of the SDK profile that asks for it; left out for a rule of a group.
        let profile: String?
        let kind: ComplianceRuleKind
        let action: ComplianceAction
        let outcome: ComplianceOutcome
        /// The value that was found.
        let value: String?
        /// Since when the outcome stands.
        let since: Timestamp?
        /// Why, as a sentence.
        let explanation: String
    }

    /// The findings of an app.
    struct Reported: Encodable, Sendable {
        let bundleId: String
        let policyIdentifier: String
        /// Name of ``statusCode``, if it has one.
        let status: String?
        let statusCode: Int
        let since: Timestamp
    }

    let udid: String
    let status: String
    let statusCode: Int
    /// Since when the present result of the rules holds.
    let since: Timestamp?
    /// Whether the status was set by hand, so that no rule changes it.
    let isSetByHand: Bool
    /// Whether rules wait for a beacon, because what is known is from an earlier enrollment.
    let isAwaitingReport: Bool
    let rules: [Step]
    let reported: [Reported]

    /// The body for an explanation.
    init(_ explanation: ComplianceExplanation) {
        udid = explanation.device.identifier
        statusCode = explanation.device.complianceStatus
        status = ComplianceStatus(rawValue: statusCode)?.name ?? "Unknown"
        since = explanation.standing?.since
        isSetByHand = explanation.isSetByHand
        isAwaitingReport = explanation.standing?.isAwaitingReport ?? false
        rules = explanation.steps.map { step in
            let (rule, finding) = (step.finding.rule, step.finding)
            return Step(
                uuid: rule.uuid, name: rule.name, group: step.groupCode, profile: finding.profile,
                kind: rule.kind, action: rule.action, outcome: finding.outcome, value: finding.value, since: step.since,
                explanation: finding.sentence)
        }
        reported = explanation.reported.map { bundle, result in
            Reported(
                bundleId: bundle, policyIdentifier: result.policyIdentifier,
                status: ComplianceStatus(rawValue: result.status)?.name, statusCode: result.status,
                since: result.since)
        }
    }
}

/// The values that an administrator sets by hand.
struct DeviceComplianceChange: Decodable, Sendable {
    /// Whether the device is blocked; false releases it.
    let blocked: Bool
}
