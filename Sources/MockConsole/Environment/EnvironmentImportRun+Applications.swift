import DeviceProtocol
import Foundation
import GRDB

extension EnvironmentImportRun {
    /// Imports images: a change of the picture changes its address.
    func importImages(of group: EnvironmentGroup, in home: OrganizationGroupRecord) throws {
        for image in group.images {
            let known = try BrandingImageStore.image(image.name, inExactly: try home.storedID(), db)
            var record = try BrandingImageStore.record(image.name, image.data, of: home, known: known, at: now)
            let decision = try decide(
                "brandingImage", image.name, at: image.position, isSame: record.uuid == known?.uuid,
                groupID: home.id, before: known.map(Self.fields), after: Self.fields(record))
            if decision != .leave { try record.save(db) }
        }
    }

    private static func fields(_ image: BrandingImageRecord) -> [String: String?] {
        ["name": image.name, "type": image.type, "bytes": String(image.data.count)]
    }

    /// Images a profile names have to be in its group, above it, or below it, where devices have it.
    private func checkImages(of profile: EnvironmentProfile, in home: OrganizationGroupRecord) throws {
        for payload in profile.payloads {
            for (key, name) in payload.imageReferences
            where try !BrandingImageStore.isKnown(name, around: home, db) {
                problems.add(
                    "\(payload.type).\(key) names the image \(name), which \(home.code) does not have, nor a group above or below it",
                    at: profile.position, field: "payloads")
            }
        }
    }

    /// Imports SDK profiles: a change of payloads moves the version.
    func importProfiles(of group: EnvironmentGroup, in home: OrganizationGroupRecord) throws {
        let groupID = try home.storedID()
        for profile in group.profiles {
            let known =
                try ProfileRecord
                .filter(sql: "groupId = ? AND name = ?", arguments: [groupID, profile.name]).fetchOne(db)
            let record = ProfileRecord(
                id: known?.id, uuid: try uuid(profile.uuid, known: known?.uuid, in: "sdkProfile", at: profile.position),
                groupId: groupID, name: profile.name, description: profile.description, version: profile.version,
                inherits: profile.inherits, createdAt: known?.createdAt ?? now, updatedAt: known?.updatedAt ?? now)
            try checkImages(of: profile, in: home)
            let decision = try decide(
                "sdkProfile", profile.name, at: profile.position,
                isSame: try isSame(record, profile, known: known), groupID: groupID,
                before: try known.map(EventLogStore.fields), after: try EventLogStore.fields(record))
            guard decision != .leave else { continue }
            let stored = try ProfileStore.save(record, payloads: profile.payloads, at: now, in: transaction).record
            if decision == .create { try addHistory(profile, to: stored) }
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

    /// The profile a reference means; its absence is noted.
    func profile(_ reference: EnvironmentReference, in home: OrganizationGroupRecord) throws -> ProfileRecord? {
        guard let group = try group(of: reference, in: home) else { return nil }
        let profile =
            try ProfileRecord
            .filter(sql: "groupId = ? AND name = ?", arguments: [group.id, reference.name]).fetchOne(db)
        if profile == nil { complain(reference, "there is no SDK profile \(reference.name) in \(group.code)") }
        return profile
    }

    /// Imports applications and their assignments, which become what the file says.
    func importApplications(of group: EnvironmentGroup, in home: OrganizationGroupRecord) throws {
        let groupID = try home.storedID()
        for application in group.applications {
            let known = try known(application, among: group.applications, inExactly: groupID)
            let profileID = try application.profile.flatMap { try profile($0, in: home)?.storedID() }
            if application.profile != nil, profileID == nil { continue }
            var record = ApplicationRecord(
                id: known?.id,
                uuid: try uuid(application.uuid, known: known?.uuid, in: "application", at: application.position),
                groupId: groupID, bundleId: application.bundleId, name: application.name, type: application.recordType,
                platform: application.platform, version: application.version, status: application.status,
                profileMode: application.profileMode, profileId: profileID, createdAt: known?.createdAt ?? now)
            let assignments = try application.assignments.compactMap { try assignment($0, in: home) }
            let exclusions = try application.exclusions.compactMap { try smartGroup($0, in: home)?.storedID() }
            let given = assignments.map(\.smartGroupId)
            if Set(given + exclusions).count < given.count + exclusions.count {
                problems.add(
                    "the app \(application.title) is given to a smart group twice, or given to one it is kept from",
                    at: application.position, field: "assignments")
                continue
            }
            let knownAssignments = try known.map { try AssignmentRecord.ordered(of: $0.storedID(), db) } ?? []
            let knownExclusions = try known.map { try ExclusionRecord.smartGroups(of: $0.storedID(), db) } ?? []
            let isSame = (Self.areSame(assignments, knownAssignments), exclusions == knownExclusions)
            let hasSameStore = try known.flatMap { try EnvironmentExport(db: db).store(of: $0) } == application.store
            let decision = try decide(
                "application", application.bundleId, at: application.position, known: known, record: record,
                sameParts: isSame.0 && isSame.1 && hasSameStore, groupID: groupID)
            guard decision != .leave else { continue }
            try record.save(db)
            let id = try record.storedID()
            if !isSame.0 { try AssignmentRecord.replaceAll(of: id, with: assignments, in: transaction) }
            if !hasSameStore { try importStore(of: application, id) }
            if !isSame.1 { try ExclusionRecord.replaceAll(of: id, with: exclusions, in: transaction) }
        }
    }

    /// The record that an app of the file means: the one with its uuid, else with its version; else, where both have
    /// the app in one version only, that one.
    private func known(
        _ application: EnvironmentApplication, among all: [EnvironmentApplication], inExactly groupID: Int64
    ) throws -> ApplicationRecord? {
        let bundle = application.bundleId
        let versions = try ApplicationStore.versions(of: bundle, inExactly: groupID, db)
        if let same = versions.first(where: { $0.uuid == application.uuid }) { return same }
        let platform = application.platform.lowercased()
        let found = versions.first {
            $0.version == application.version && $0.platform.lowercased() == platform
        }
        if let found { return found }
        let isOnlyOne = all.filter { $0.bundleId.lowercased() == bundle.lowercased() }.count == 1
        return isOnlyOne && versions.count == 1 ? versions.first : nil
    }

    /// The smart group a reference means; its absence is noted.
    func smartGroup(_ reference: EnvironmentReference, in home: OrganizationGroupRecord) throws
        -> SmartGroupRecord?
    {
        guard let group = try group(of: reference, in: home) else { return nil }
        let found = try SmartGroupStore.smartGroup(named: reference.name, inExactly: try group.storedID(), db)
        if found == nil { complain(reference, "there is no smart group \(reference.name) in \(group.code)") }
        return found
    }

    private func assignment(_ assignment: EnvironmentAssignment, in home: OrganizationGroupRecord) throws
        -> AssignmentRecord?
    {
        guard let smartGroup = try smartGroup(assignment.smartGroup, in: home) else { return nil }
        return AssignmentRecord(
            id: nil, applicationId: 0, smartGroupId: try smartGroup.storedID(), priority: assignment.priority,
            createdAt: now)
    }

    /// Among assignments of one priority the order counts: the first that contains a device wins.
    private static func areSame(_ new: [AssignmentRecord], _ known: [AssignmentRecord]) -> Bool {
        func inOrder(_ assignments: [AssignmentRecord]) -> [Int64] {
            let byPriority = Dictionary(grouping: assignments, by: \.priority)
            return byPriority.keys.sorted().flatMap { priority in
                [priority] + (byPriority[priority] ?? []).map(\.smartGroupId)
            }
        }
        return inOrder(new) == inOrder(known)
    }
}
