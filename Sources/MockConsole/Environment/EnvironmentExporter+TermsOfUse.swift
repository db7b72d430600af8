import DeviceProtocol
import GRDB

extension EnvironmentExport {
    /// Terms of use in force at a group, those for all apps first.
    func termsOfUse(of groupID: Int64) throws -> [EnvironmentTerms] {
        let nowhere = EnvironmentPosition(line: 0, column: 0)
        let records = TermsOfUseRecord.filter(sql: "groupId = ? AND retiredAt IS NULL", arguments: [groupID])
        return try records.order(sql: "scope").fetchAll(db).compactMap { record in
            guard let version = try TermsOfUseStore.latest(of: record, db) else { return nil }
            return EnvironmentTerms(
                position: nowhere, uuid: record.uuid,
                scope: TermsOfUseScope(applications: try record.bundles().compactMap(BundleIdentifier.init)),
                content: version.content)
        }
    }
}
