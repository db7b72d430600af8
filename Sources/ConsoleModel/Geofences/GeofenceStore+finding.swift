import ConsolePlatform
import DeviceProtocol
package import GRDB

/// Geofences as profiles name them.
extension GeofenceStore {
    /// The geofence with a name in the nearest group from one up to the root; nil if none has it.
    package static func nearest(_ name: String, from group: OrganizationGroupRecord, _ db: GRDB.Database) throws
        -> GeofenceRecord?
    {
        for id in group.ancestorsAndSelf.reversed() {
            if let found = try geofence(named: name, inExactly: id, db) { return found }
        }
        return nil
    }

    /// Whether devices that get a profile of a group can have a geofence: their group or one above it has it.
    package static func isKnown(_ name: String, around group: OrganizationGroupRecord, _ db: GRDB.Database) throws
        -> Bool
    {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM geofence JOIN organizationGroup ON organizationGroup.id = groupId
                WHERE geofence.name = ?1 AND \(Subtree.overlap("path", "?2")))
                """, arguments: [name, group.subtree]) ?? false
    }

    /// The geofence of exactly this group with a name.
    package static func geofence(named name: String, inExactly groupID: Int64, _ db: GRDB.Database) throws
        -> GeofenceRecord?
    {
        try GeofenceRecord.first(where: "groupId = ? AND name = ?", [groupID, name], db)
    }

    /// The geofences a group itself has, by name.
    package static func geofences(of groupID: Int64, _ db: GRDB.Database) throws -> [GeofenceRecord] {
        try GeofenceRecord.filter(sql: "groupId = ?", arguments: [groupID]).order(sql: "name").fetchAll(db)
    }

    /// Notes which geofences the version in force of a profile names.
    package static func note(_ names: [String], usedBy profileID: Int64, _ db: GRDB.Database) throws {
        try GeofenceUseRecord.filter(sql: "profileId = ?", arguments: [profileID]).deleteAll(db)
        for name in names {
            try GeofenceUseRecord(profileId: profileID, name: name).insert(db, onConflict: .ignore)
        }
    }

    /// Refuses a change that would leave a profile without its geofence.
    static func requireUnused(_ geofence: GeofenceRecord, _ db: GRDB.Database) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT sdkProfile.name, sdkProfile.groupId FROM geofenceUse
                JOIN sdkProfile ON sdkProfile.id = geofenceUse.profileId
                WHERE geofenceUse.name = ? ORDER BY sdkProfile.name
                """, arguments: [geofence.name])
        let names: [String] = try rows.compactMap { row in
            let home = try OrganizationGroupStore.group(id: row["groupId"], db)
            return try isKnown(geofence.name, around: home, db) ? nil : row["name"]
        }
        guard let first = names.first else { return }
        let more = names.count > 1 ? " and \(names.count - 1) more" : ""
        throw ConsoleError(
            .conflict, "The geofence \(geofence.name) is used by the SDK profile \(first)\(more); take it out first.")
    }

    /// A geofence with its users.
    static func entry(_ record: GeofenceRecord, for administrator: AdministratorIdentity, _ db: GRDB.Database) throws
        -> GeofenceEntry
    {
        let home = try OrganizationGroupStore.group(id: record.groupId, db)
        let users = try Row.fetchAll(
            db,
            sql: """
                SELECT sdkProfile.uuid, sdkProfile.name, code FROM geofenceUse
                JOIN sdkProfile ON sdkProfile.id = geofenceUse.profileId
                JOIN organizationGroup ON organizationGroup.id = sdkProfile.groupId
                WHERE geofenceUse.name = ?1 AND \(Subtree.overlap("path", "?2")) AND \(Subtree.overlap("path", "?3"))
                ORDER BY sdkProfile.name, sdkProfile.id
                """, arguments: [record.name, home.subtree, administrator.subtree])
        return GeofenceEntry(
            record: record, group: home.code, mayChange: administrator.subtree.contains(home),
            users: users.map { GeofenceEntry.User(uuid: $0["uuid"], name: $0["name"], group: $0["code"]) })
    }

    /// A geofence that an administrator may see: of their groups, or of a group above, because profiles below use
    /// those.
    static func visible(
        _ reference: RecordReference, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> GeofenceRecord {
        guard let record = try GeofenceRecord.find(reference, db),
            case let group = try OrganizationGroupStore.group(id: record.groupId, db),
            administrator.subtree.overlaps(group.subtree)
        else { throw ConsoleError(.notFound, "Unknown geofence \(reference).") }
        return record
    }

    /// A geofence an administrator may change.
    static func changeable(
        _ reference: RecordReference, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> GeofenceRecord {
        let record = try visible(reference, for: administrator, db)
        let group = try OrganizationGroupStore.group(id: record.groupId, db)
        guard administrator.subtree.contains(group) else {
            throw ConsoleError(
                .forbidden, "The geofence \(record.name) belongs to \(group.code), above your groups: you can use it.")
        }
        return record
    }

    /// Refuses a name another geofence of the group has.
    static func requireFreeName(_ record: GeofenceRecord, _ db: GRDB.Database) throws {
        guard let other = try geofence(named: record.name, inExactly: record.groupId, db), other.id != record.id else {
            return
        }
        throw ConsoleError(.conflict, "The group has a geofence \(other.name) already.")
    }

    /// The group that a code, uuid, id or name means in a subtree.
    static func group(_ code: GroupCode, in subtree: Subtree, _ db: GRDB.Database) throws -> OrganizationGroupRecord {
        guard let group = try OrganizationGroupStore.group(named: code.value, in: subtree, db) else {
            throw ConsoleError(.badRequest, "Unknown organization group \(code).")
        }
        return group
    }
}
