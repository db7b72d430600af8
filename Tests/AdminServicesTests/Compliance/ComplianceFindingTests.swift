import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// One rule and what a device shows of itself.
struct ComplianceFindingTests {
    private static func rule(
        _ kind: ComplianceRuleKind, _ comparison: VersionComparison? = nil, _ version: String? = nil,
        action: ComplianceAction = .block
    ) -> ComplianceRuleRecord {
        var draft = ComplianceRuleDraft(name: "rule", kind: kind)
        draft.bundleId = kind == .applicationVersion ? "com.example.App" : nil
        draft.comparison = comparison
        draft.version = version
        draft.action = action
        return draft.record(changing: nil, uuid: "u", groupID: 7, at: TestClock.start)
    }

    private static func finding(
        _ rule: ComplianceRuleRecord, os: String? = nil, compromised: Bool? = nil, apps: [String: String?] = [:]
    ) -> ComplianceFinding {
        ComplianceFinding(rule, ComplianceFacts(osVersion: os, isCompromised: compromised, appVersions: apps))
    }

    @Test(
        arguments: [
            ("17.0", ComplianceOutcome.holds), ("17", .holds), ("17.0.1", .holds), ("100", .holds), ("16.9.9", .broken),
            ("9", .broken), ("", .broken), ("seventeen", .broken), (nil, .unknown),
        ] as [(String?, ComplianceOutcome)])
    func `An OS version keeps a rule or breaks it`(version: String?, outcome: ComplianceOutcome) {
        let finding = Self.finding(Self.rule(.osVersion, .greaterOrEqual, "17.0"), os: version)
        #expect(finding.outcome == outcome)
        #expect(finding.value == version)
    }

    @Test func `An app keeps a rule, breaks it, has not told yet, or is not there`() {
        let rule = Self.rule(.applicationVersion, .less, "2")
        #expect(Self.finding(rule, apps: ["com.example.app": "1.10"]).outcome == .holds)
        #expect(Self.finding(rule, apps: ["com.example.app": "2.0"]).outcome == .broken)
        #expect(Self.finding(rule, apps: ["com.example.app": nil]).outcome == .unknown)
        #expect(Self.finding(rule, apps: ["com.example.other": "9"]).outcome == .notApplicable)
    }

    @Test(arguments: [(false, .holds), (true, .broken), (nil, .unknown)] as [(Bool?, ComplianceOutcome)])
    func `A compromised device breaks the rule`(isCompromised: Bool?, outcome: ComplianceOutcome) {
        #expect(Self.finding(Self.rule(.compromised), compromised: isCompromised).outcome == outcome)
    }

    @Test func `Every finding is a sentence that a person understands`() {
        let os = Self.rule(.osVersion, .greaterOrEqual, "17.0")
        let app = Self.rule(.applicationVersion, .notEqual, "1.3", action: .wipe)
        let sentences = [
            Self.finding(os, os: "17.1").sentence, Self.finding(os, os: "16").sentence,
            Self.finding(os, os: "x").sentence, Self.finding(os).sentence,
            Self.finding(app, apps: ["com.example.app": "1.3"]).sentence, Self.finding(app).sentence,
            Self.finding(Self.rule(.compromised), compromised: true).sentence,
            Self.finding(Self.rule(.compromised), compromised: false).sentence,
        ]
        let asks = "The rule asks for"
        #expect(
            sentences == [
                "\(asks) an OS version of at least 17.0; the device has 17.1: it keeps the rule.",
                "\(asks) an OS version of at least 17.0; the device has 16: it is blocked until it keeps the rule.",
                "\(asks) an OS version of at least 17.0; the device has x, which cannot be read as a version: "
                    + "it is blocked until it keeps the rule.",
                "\(asks) an OS version of at least 17.0; the device has not reported it yet, and will with its next beacon.",
                "\(asks) com.example.App in a version of anything but 1.3; the device has 1.3: it is wiped.",
                "\(asks) com.example.App in a version of anything but 1.3; "
                    + "the app is not on the device, so the rule does not apply.",
                "\(asks) a device that is not compromised, and this one is: it is blocked until it keeps the rule.",
                "\(asks) a device that is not compromised: it keeps the rule.",
            ])
    }
}
