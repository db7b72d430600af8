import ConsolePlatform
package import DeviceProtocol

/// A rule that counts for a device, and where it comes from.
struct RuleInForce: Sendable {
    let rule: ComplianceRuleRecord
    /// Name of the SDK profile that asks for it; nil for a rule of a group.
    let profile: String?
}

/// What SDK profiles ask of the devices whose apps get them (SDKProfile, sections 3.12 and 3.20).
///
/// The console judges it like rules of groups, but keeps nothing of it: it is read from the profiles each time.
package enum ProfileCompliance {
    /// Payload types that ask something of devices, in the order in which they are judged.
    static let payloadTypes = [PayloadSchema.compromised.type, PayloadSchema.appCompliance.type]

    /// Whether payloads ask something of devices, or would if they were switched on.
    package static func asks(_ payloads: [ProfilePayload]) -> Bool {
        payloads.contains { payloadTypes.contains($0.type) }
    }

    /// What a payload asks for.
    static func drafts(of payload: ProfilePayload) -> [ComplianceRuleDraft] {
        switch payload.type {
        case PayloadSchema.compromised.type: [compromise(payload)].compactMap { $0 }
        case PayloadSchema.appCompliance.type: [applicationVersion(payload), osVersion(payload)].compactMap { $0 }
        default: []
        }
    }

    private static func compromise(_ payload: ProfilePayload) -> ComplianceRuleDraft? {
        guard payload.isOn("CompromisedProtection") else { return nil }
        var draft = ComplianceRuleDraft(name: "Compromised Protection", kind: .compromised)
        draft.action = payload.settings["CompromisedAction"]?.integerValue == 1 ? .wipe : .markNonCompliant
        return draft
    }

    private static func applicationVersion(_ payload: ProfilePayload) -> ComplianceRuleDraft? {
        guard payload.isOn("EnableApplicationVersion") else { return nil }
        var draft = ComplianceRuleDraft(name: "Application Version", kind: .applicationVersion)
        draft.bundleId = payload.text("ApplicationIdentifier")
        draft.comparison = payload.comparison("ApplicationVersionOperator")
        draft.version = payload.text("ApplicationVersion")
        return draft
    }

    private static func osVersion(_ payload: ProfilePayload) -> ComplianceRuleDraft? {
        guard payload.isOn("EnableOSVersion") else { return nil }
        var draft = ComplianceRuleDraft(name: "OS Version", kind: .osVersion)
        draft.comparison = payload.comparison("OSVersionOperator")
        draft.version = payload.text("OSVersion")
        draft.action = payload.settings["OSVersionAction"]?.integerValue == 1 ? .wipe : .block
        return draft
    }
}

/// Payloads that ask for something nobody could judge.
extension ProfileCompliance {
    /// What a setting has to be, by the field of a rule it stands for.
    private static let allowed = [
        "bundleId": BundleIdentifier.rule, "version": "a version such as 17.3.1, of at most 64 characters",
    ]

    /// What is wrong with what a payload asks for; the settings have to be of their kind already.
    package static func faults(in payload: ProfilePayload) -> [ProfileValidationError] {
        guard payload.type == PayloadSchema.appCompliance.type else { return [] }
        return drafts(of: payload).flatMap { draft in
            draft.problems.compactMap { problem in
                guard let allowed = allowed[problem.field] else { return nil }
                let version = draft.kind == .osVersion ? "OSVersion" : "ApplicationVersion"
                let key = problem.field == "version" ? version : "ApplicationIdentifier"
                return ProfileValidationError(
                    payload: payload.type, key: key, value: payload.text(key) ?? "missing", allowed: allowed)
            }
        }
    }
}

extension ProfilePayload {
    fileprivate func isOn(_ name: String) -> Bool { settings[name]?.boolValue ?? false }

    /// A text; nil for an empty one.
    fileprivate func text(_ name: String) -> String? {
        settings[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The comparison of a number; at least without one.
    fileprivate func comparison(_ name: String) -> VersionComparison {
        let number = settings[name]?.integerValue.map(Int.init) ?? VersionComparison.allCases.count - 1
        return VersionComparison.allCases.indices.contains(number)
            ? VersionComparison.allCases[number] : .greaterOrEqual
    }
}
