import DeviceProtocol
import Foundation
import GRDB

extension EnvironmentImportRun {
    /// Imports terms of use: changed content is a new version, which users have to accept anew.
    func importTermsOfUse(of group: EnvironmentGroup, in home: OrganizationGroupRecord) throws {
        let groupID = try home.storedID()
        for terms in group.termsOfUse {
            let stored = try TermsOfUseStore.terms(for: terms.scope, inExactly: groupID, db)
            // Retired terms are as good as none, but they keep their uuid and their versions.
            let known = stored?.retiredAt == nil ? stored : nil
            let uuid = try uuid(terms.uuid, known: stored?.uuid, in: "termsOfUse", at: terms.position)
            let version = try stored.flatMap { try TermsOfUseStore.latest(of: $0, db) }
            let isSame = try known?.uuid == uuid && known?.applications == TermsOfUseRecord.json(terms.scope)
            let decision = try decide(
                "termsOfUse", terms.name, at: terms.position, isSame: isSame && version?.content == terms.content,
                groupID: groupID,
                before: known.map {
                    ["uuid": $0.uuid, "applications": $0.scope, "version": version.map { "\($0.version)" }]
                },
                after: ["uuid": uuid, "applications": terms.scope.key])
            guard decision != .leave else { continue }
            if decision == .update, version?.content == terms.content, var known {
                known.uuid = uuid
                known.applications = try TermsOfUseRecord.json(terms.scope)
                try known.update(db)
            } else {
                _ = try TermsOfUseStore.save(
                    terms.content, for: terms.scope, uuid: uuid, newUUID: uuid, in: groupID, at: now, transaction)
            }
        }
    }
}
