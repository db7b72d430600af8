import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

extension ProfileLibraryStore {
    /// A profile an administrator may see: of their groups, or of a group above, since apps below use those.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `conflict` for a name that several of them have.
    static func visible(
        _ reference: NamedReference, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> (ProfileRecord, OrganizationGroupRecord) {
        guard let found = try only(candidates(reference, for: administrator, db), reference) else {
            throw ConsoleError(.notFound, "There is no SDK profile \(reference).")
        }
        return found
    }

    /// The profiles an administrator may see that have an id or uuid, or, if none has, a name.
    static func candidates(
        _ reference: NamedReference, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> [(ProfileRecord, OrganizationGroupRecord)] {
        func visible(_ record: ProfileRecord) throws -> (ProfileRecord, OrganizationGroupRecord)? {
            let group = try OrganizationGroupStore.group(id: record.groupId, db)
            return administrator.subtree.overlaps(group.subtree) ? (record, group) : nil
        }
        let meant = try reference.record.flatMap { try ProfileRecord.find($0, db) }
        if let found = try meant.flatMap(visible) { return [found] }
        return try ProfileRecord.filter(sql: "name = ?", arguments: [reference.text]).order(sql: "id")
            .fetchAll(db).compactMap(visible)
    }

    /// The only candidate; nil if there is none.
    ///
    /// - Throws: ``ConsoleError`` `conflict` if there are several.
    static func only(
        _ candidates: [(ProfileRecord, OrganizationGroupRecord)], _ reference: NamedReference
    ) throws -> (ProfileRecord, OrganizationGroupRecord)? {
        guard candidates.count > 1 else { return candidates.first }
        throw ConsoleError.ambiguous(
            reference.text, "SDK profiles", candidates.map { "\($0.0.uuid) (of \($0.1.code))" })
    }

    /// A profile an administrator may change, as far as it depends on the group.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `forbidden` for a profile of a group above.
    static func changeable(
        _ reference: NamedReference, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> (ProfileRecord, OrganizationGroupRecord) {
        let (record, group) = try visible(reference, for: administrator, db)
        guard administrator.subtree.contains(group) else { throw foreign(record, group) }
        return (record, group)
    }

    /// Why a profile of a group above cannot be changed.
    static func foreign(_ record: ProfileRecord, _ group: OrganizationGroupRecord) -> ConsoleError {
        ConsoleError(
            .forbidden,
            "The SDK profile \(record.name) belongs to \(group.code), above your groups: it can be read, and copied to a group of yours."
        )
    }

    /// A profile as an administrator sees it.
    static func details(
        of record: ProfileRecord, in group: OrganizationGroupRecord, for administrator: AdministratorIdentity,
        _ db: GRDB.Database
    ) throws -> ProfileEntry {
        let mayChange = administrator.mayChangeProfiles(in: group.subtree)
        let payloads = try ProfileStore.payloads(of: record, db)
        return ProfileEntry(
            record: record, group: group,
            payloads: mayChange
                ? payloads : payloads.map { $0.replacingSecrets(with: .string(ProfilePayload.hidden)) },
            usage: try usage(of: record, in: administrator.subtree, db), mayChange: mayChange,
            warnings: ProfileWarnings.of(payloads, for: try OrganizationGroupStore.settings(of: group, db)))
    }

    /// The group of a code in a subtree.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it is missing or there is none.
    static func group(
        _ code: GroupCode?, of parameter: String? = nil, in subtree: Subtree, _ db: GRDB.Database
    ) throws -> OrganizationGroupRecord {
        guard let code else {
            throw ConsoleError(.badRequest, "group is missing: the code of the group the profile belongs to.")
        }
        guard let group = try OrganizationGroupStore.group(named: code.value, in: subtree, db) else {
            let place = parameter.map { "\($0): " } ?? ""
            throw ConsoleError(.badRequest, "\(place)There is no organization group \(code).")
        }
        return group
    }

    /// Refuses a name another profile of the group has.
    static func requireFreeName(
        _ record: ProfileRecord, in group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws {
        let other = try ProfileRecord.first(
            where: "groupId = ? AND name = ? AND id IS NOT ?", [record.groupId, record.name, record.id], db)
        guard let other else { return }
        throw ConsoleError(.conflict, "There is an SDK profile \(other.name) at \(group.code) already.")
    }

    /// A review with what is wrong about the images and geofences the payloads name.
    static func checkingReferences(
        of review: ProfileReview, in group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws -> ProfileReview {
        var review = review
        for (position, payload) in review.accepted {
            for (key, name) in payload.imageReferences where try !BrandingImageStore.isKnown(name, around: group, db) {
                review.add(
                    ProfileFinding(
                        position: position, payload: payload.type, key: key, value: "image:\(name)",
                        allowed: "an image that \(group.code) or a group above or below it has"))
            }
            for name in payload.geofenceReferences where try !GeofenceStore.isKnown(name, around: group, db) {
                review.add(
                    ProfileFinding(
                        position: position, payload: payload.type, key: "GeofenceAreas",
                        value: GeofenceReference.prefix + name,
                        allowed: "a geofence that \(group.code) or a group above or below it has"))
            }
        }
        return review
    }

    /// The users of a profile in a subtree.
    static func usage(of record: ProfileRecord, in subtree: Subtree, _ db: GRDB.Database) throws -> ProfileUsage {
        let source = """
            FROM application JOIN organizationGroup ON organizationGroup.id = application.groupId
            WHERE profileId = ?1 AND \(Subtree.condition("path", in: "?2"))
            """
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT application.id, application.uuid, bundleId, application.name, version, code \(source)
                ORDER BY application.id LIMIT \(ProfileUsage.limit)
                """, arguments: [record.id, subtree])
        let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: [record.id, subtree])
        let groups = try String.fetchAll(
            db,
            sql: """
                SELECT code FROM organizationGroupSetting JOIN organizationGroup ON organizationGroup.id = groupId
                WHERE key = 'defaultProfile' AND value = '"' || ?1 || '"' COLLATE NOCASE
                    AND \(Subtree.condition("path", in: "?2"))
                ORDER BY path LIMIT \(ProfileUsage.limit)
                """, arguments: [record.uuid, subtree])
        return ProfileUsage(
            applicationCount: count ?? 0,
            applications: rows.map {
                ProfileUsage.Application(
                    id: $0["id"], uuid: $0["uuid"], bundleId: $0["bundleId"], name: $0["name"], version: $0["version"],
                    group: $0["code"])
            }, groups: groups)
    }
}

extension AdministratorIdentity {
    /// Whether they may change the profiles in a subtree, and so see their secrets.
    ///
    /// - Parameter subtree: A group with those below it.
    /// - Returns: Whether these are theirs, and their role allows it.
    func mayChangeProfiles(in subtree: Subtree) -> Bool {
        self.subtree.contains(subtree) && role.permits(AdminPermission(area: .profiles, access: .write))
    }
}
