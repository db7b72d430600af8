import GRDB

extension EnvironmentImportRun {
    /// Imports compliance rules; devices are evaluated by them when they are next heard of.
    func importComplianceRules(of group: EnvironmentGroup, in home: OrganizationGroupRecord) throws {
        let groupID = try home.storedID()
        for rule in group.complianceRules {
            let known = try ComplianceRuleStore.rule(named: rule.draft.name, inExactly: groupID, db)
            let uuid = try uuid(rule.uuid, known: known?.uuid, in: "complianceRule", at: rule.position)
            var record = rule.draft.record(changing: known, uuid: uuid, groupID: groupID, at: now)
            let decision = try decide(
                "complianceRule", rule.draft.name, at: rule.position, known: known, record: record, groupID: groupID)
            if decision != .leave { try record.save(db) }
        }
    }
}
