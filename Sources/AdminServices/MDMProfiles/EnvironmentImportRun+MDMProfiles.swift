import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

extension EnvironmentImportRun {
    /// Imports an MDM profile: a change of payloads moves the version.
    func importMDMProfile(_ profile: EnvironmentMDMProfile, in home: OrganizationGroupRecord) throws {
        let groupID = try home.storedID()
        let known =
            try MDMProfileRecord.first(where: "groupId = ? AND name = ?", [groupID, profile.name], db)
        if let known, DevicePlatform(known.platform) != profile.platform {
            problems.add(
                "the MDM profile \(profile.name) is for \(known.platform), and a profile stays with its platform",
                at: profile.position, field: "platform")
            return
        }
        let smartGroups = try smartGroups(of: profile, in: home)
        var record = try record(of: profile, in: groupID, known: known)
        let knownGroups = try known.map { try MDMProfileStore.smartGroups(of: $0.storedID(), db) } ?? [:]
        let decision = try decide(
            .mdmProfile, profile.name, at: profile.position, isSame: record == known && smartGroups == knownGroups,
            groupID: groupID, before: known.map { MDMProfileStore.fields($0, knownGroups) },
            after: MDMProfileStore.fields(record, smartGroups))
        guard decision != .leave else { return }
        record.updatedAt = now
        try record.save(db)
        try MDMProfileLink.replaceAll(of: try record.storedID(), smartGroups, in: transaction)
    }

    /// The row according to the file; equal contents in another order stay as they are.
    private func record(of profile: EnvironmentMDMProfile, in groupID: Int64, known: MDMProfileRecord?) throws
        -> MDMProfileRecord
    {
        var record = MDMProfileRecord(
            id: known?.id, uuid: try uuid(profile.uuid, known: known?.uuid, in: "mdmProfile", at: profile.position),
            groupId: groupID, name: profile.name, platform: profile.platform.rawValue,
            description: profile.description, version: profile.version, assignmentType: profile.assignmentType,
            context: profile.context, isActive: profile.isActive, general: MDMProfileStore.text(profile.general),
            payloads: MDMProfileStore.text(profile.payloads), payloadNames: try MDMProfileStore.names(profile.payloads),
            createdAt: known?.createdAt ?? now, updatedAt: known?.updatedAt ?? now)
        guard let known else { return record }
        if try Self.areSame(known.general, profile.general) { record.general = known.general }
        if try Self.areSame(known.payloads, profile.payloads) {
            record.version = max(known.version, profile.version)
            (record.payloads, record.payloadNames) = (known.payloads, known.payloadNames)
        } else {
            record.version = max(known.version + 1, profile.version)
        }
        return record
    }

    private static func areSame(_ stored: String, _ members: [JSONMember]) throws -> Bool {
        JSONValue.object(try MDMProfileStore.members(stored)).canonical == JSONValue.object(members).canonical
    }

    /// Ids of the smart groups of a profile; those that do not fit are noted.
    private func smartGroups(of profile: EnvironmentMDMProfile, in home: OrganizationGroupRecord) throws
        -> [MDMProfileLink.Mode: [Int64]]
    {
        let assigned = try profile.smartGroups.compactMap { try smartGroup($0, in: home)?.storedID() }
        let excluded = try profile.excludedSmartGroups.compactMap { try smartGroup($0, in: home)?.storedID() }
        if Set(assigned + excluded).count < assigned.count + excluded.count {
            problems.add(
                "the MDM profile \(profile.name) is given to a smart group twice, or to one it excludes",
                at: profile.position, field: "smartGroups")
        }
        let all: [MDMProfileLink.Mode: [Int64]] = [.assign: assigned, .exclude: excluded]
        return all.filter { !$0.value.isEmpty }
    }
}
