package import ConsolePlatform
package import GRDB

/// Tags on devices: the only place that adds and removes them, so that smart groups are updated.
package enum TagStore {
    /// The tag with a name that devices of a group can have: of the group itself, or of its nearest ancestor that has
    /// one.
    package static func tag(named name: String, from group: OrganizationGroupRecord, _ db: GRDB.Database) throws
        -> TagRecord?
    {
        for id in group.ancestorsAndSelf.reversed() {
            if let tag = try tag(named: name, inExactly: id, db) { return tag }
        }
        return nil
    }

    /// The tag with a name in the group itself.
    package static func tag(named name: String, inExactly groupID: Int64, _ db: GRDB.Database) throws -> TagRecord? {
        try TagRecord.first(where: "groupId = ? AND name = ?", [groupID, name], db)
    }

    /// Puts a tag on a device.
    ///
    /// - Returns: Whether it was not there before.
    package static func put(_ tagID: Int64, on deviceID: Int64, at now: Timestamp, in transaction: Transaction) throws
        -> Bool
    {
        try transaction.db.execute(
            sql: "INSERT INTO deviceTag (deviceId, tagId, taggedAt) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            arguments: [deviceID, tagID, now])
        let isNew = transaction.db.changesCount > 0
        if isNew { transaction.changesConfiguration() }
        return isNew
    }

    /// Takes a tag off a device.
    ///
    /// - Returns: Whether it was there.
    package static func take(_ tagID: Int64, off deviceID: Int64, in transaction: Transaction) throws -> Bool {
        try transaction.db.execute(
            sql: "DELETE FROM deviceTag WHERE deviceId = ? AND tagId = ?", arguments: [deviceID, tagID])
        let wasThere = transaction.db.changesCount > 0
        if wasThere { transaction.changesConfiguration() }
        return wasThere
    }

    /// Gives a device exactly these tags; those it has already keep their date.
    package static func replace(
        _ tagIDs: Set<Int64>, of deviceID: Int64, at now: Timestamp, in transaction: Transaction
    ) throws {
        let known = try Int64.fetchSet(
            transaction.db, sql: "SELECT tagId FROM deviceTag WHERE deviceId = ?", arguments: [deviceID])
        for id in known.subtracting(tagIDs).sorted() { _ = try take(id, off: deviceID, in: transaction) }
        for id in tagIDs.subtracting(known).sorted() { _ = try put(id, on: deviceID, at: now, in: transaction) }
    }
}
