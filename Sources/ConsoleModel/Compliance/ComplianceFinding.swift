import ConsolePlatform

/// How a rule came out for a device.
package enum ComplianceOutcome: String, CaseIterable, Codable, Sendable {
    /// The device keeps it.
    case holds
    /// The device breaks it.
    case broken
    /// The device has not yet reported what the rule needs.
    case unknown
    /// The app the rule is about is not on the device.
    case notApplicable
}

/// The properties of a device that rules use.
struct ComplianceFacts: Sendable {
    /// Nil until the device reports it after its enrollment.
    let osVersion: String?
    /// Nil until the device reports it after its enrollment.
    let isCompromised: Bool?
    /// The apps on the device by bundle identifier in lower case, each with its version once that is reported.
    let appVersions: [String: String?]
}

/// A rule with its outcome.
package struct ComplianceFinding: Sendable {
    package let rule: ComplianceRuleRecord
    /// Name of the SDK profile that asks for it; nil for a rule of a group.
    package let profile: String?
    package let outcome: ComplianceOutcome
    /// The value that was found.
    package let value: String?

    /// Judges a rule.
    ///
    /// A version that cannot be read breaks a rule, so that nobody gets around one with a strange version.
    init(_ rule: ComplianceRuleRecord, of profile: String? = nil, _ facts: ComplianceFacts) {
        self.rule = rule
        self.profile = profile
        switch rule.kind {
        case .applicationVersion:
            let app = facts.appVersions[rule.bundleId?.lowercased() ?? ""]
            value = app.flatMap { $0 }
            outcome = app == nil ? .notApplicable : Self.outcome(rule, version: value)
        case .osVersion:
            value = facts.osVersion
            outcome = Self.outcome(rule, version: value)
        case .compromised:
            value = facts.isCompromised.map(String.init)
            outcome = facts.isCompromised.map { $0 ? .broken : .holds } ?? .unknown
        }
    }

    /// A rule that was judged before.
    package init(_ rule: ComplianceRuleRecord, outcome: ComplianceOutcome, value: String?) {
        self.rule = rule
        profile = nil
        self.outcome = outcome
        self.value = value
    }

    private static func outcome(_ rule: ComplianceRuleRecord, version: String?) -> ComplianceOutcome {
        guard let version else { return .unknown }
        guard let seen = ComparableVersion(version), let named = rule.version.flatMap(ComparableVersion.init),
            let comparison = rule.operator
        else { return .broken }
        return comparison.holds(seen, named) ? .holds : .broken
    }

    /// The rule as it is called away from its group or profile.
    package var ruleName: String { profile.map { "\(rule.name) of the SDK profile \($0)" } ?? rule.name }

    /// The finding as a sentence.
    package var sentence: String {
        let source = profile.map { "The SDK profile \($0)" } ?? "The rule"
        let asks = "\(source) asks for \(rule.requirement)"
        let seen = rule.kind == .compromised ? "" : "; the device has \(value ?? "")"
        return switch outcome {
        case .holds: "\(asks)\(seen): it keeps the rule."
        case .broken where rule.kind == .compromised: "\(asks), and this one is: \(consequence)."
        case .broken where value.flatMap(ComparableVersion.init) == nil:
            "\(asks)\(seen), which cannot be read as a version: \(consequence)."
        case .broken: "\(asks)\(seen): \(consequence)."
        case .unknown: "\(asks); the device has not reported it yet, and will with its next beacon."
        case .notApplicable: "\(asks); the app is not on the device, so the rule does not apply."
        }
    }

    private var consequence: String {
        switch rule.action {
        case .block: "it is blocked until it keeps the rule"
        case .wipe: "it is wiped"
        case .markNonCompliant: "it is non-compliant until it keeps the rule"
        }
    }
}
