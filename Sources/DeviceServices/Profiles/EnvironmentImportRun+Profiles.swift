import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

extension EnvironmentImportRun {
    /// Imports an SDK profile: a change of payloads moves the version.
    func importProfile(_ profile: EnvironmentProfile, in home: OrganizationGroupRecord) throws {
        let groupID = try home.storedID()
        let known =
            try ProfileRecord.first(where: "groupId = ? AND name = ?", [groupID, profile.name], db)
        let record = ProfileRecord(
            id: known?.id, uuid: try uuid(profile.uuid, known: known?.uuid, in: "sdkProfile", at: profile.position),
            groupId: groupID, name: profile.name, description: profile.description, version: profile.version,
            inherits: profile.inherits, createdAt: known?.createdAt ?? now, updatedAt: known?.updatedAt ?? now)
        try checkReferences(of: profile, in: home)
        let decision = try decide(
            .sdkProfile, profile.name, at: profile.position,
            isSame: try isSame(record, profile, known: known), groupID: groupID,
            before: try known.map(EventLogStore.fields), after: try EventLogStore.fields(record))
        guard decision != .leave else { return }
        let stored = try ProfileStore.save(record, payloads: profile.payloads, at: now, in: transaction).record
        if decision == .create { try addHistory(profile, to: stored) }
    }

    /// Images and geofences a profile names have to be in its group, above it, or below it, where devices have it.
    private func checkReferences(of profile: EnvironmentProfile, in home: OrganizationGroupRecord) throws {
        for payload in profile.payloads {
            for (key, name) in payload.imageReferences
            where try !BrandingImageStore.isKnown(name, around: home, db) {
                problems.add(
                    "\(payload.type).\(key) names the image \(name), which \(home.code) does not have, nor a group above or below it",
                    at: profile.position, field: "payloads")
            }
            for name in payload.geofenceReferences where try !GeofenceStore.isKnown(name, around: home, db) {
                problems.add(
                    "\(payload.type).GeofenceAreas names the geofence \(name), which \(home.code) does not have, nor a group above or below it",
                    at: profile.position, field: "payloads")
            }
        }
    }

    /// A file written before the profile moved on may name an older version: what counts are the payloads.
    private func isSame(_ record: ProfileRecord, _ profile: EnvironmentProfile, known: ProfileRecord?) throws -> Bool {
        guard let known, known.uuid == record.uuid, known.name == record.name,
            known.description == record.description, known.inherits == record.inherits, profile.version <= known.version
        else { return false }
        return try ProfileStore.payloads(of: known, db) == profile.payloads
    }

    private func addHistory(_ profile: EnvironmentProfile, to record: ProfileRecord) throws {
        for previous in profile.previousVersions {
            try ProfileVersionRecord(
                profileId: try record.storedID(), version: previous.version,
                payloads: try ProfileVersionRecord.encode(previous.payloads), createdAt: now
            ).insert(db)
        }
    }
}

extension EnvironmentExport {
    /// An SDK profile as a file has it.
    func profile(_ record: ProfileRecord) throws -> EnvironmentProfile {
        var profile = EnvironmentProfile(position: nowhere, name: record.name)
        profile.uuid = record.uuid
        profile.description = record.description
        profile.version = record.version
        profile.inherits = record.inherits
        profile.payloads = try ProfileStore.payloads(of: record, db)
        profile.previousVersions =
            try ProfileVersionRecord
            .filter(sql: "profileId = ? AND version < ?", arguments: [record.id, record.version])
            .order(sql: "version").fetchAll(db)
            .map { EnvironmentProfileVersion(version: $0.version, payloads: try $0.decodedPayloads()) }
        return profile
    }
}
