import GRDB

/// Applications.
enum ApplicationStore {
    /// The application of exactly this group with a bundle id, letter case ignored.
    static func application(bundle: String, inExactly groupID: Int64, _ db: GRDB.Database) throws
        -> ApplicationRecord?
    {
        try ApplicationRecord
            .filter(sql: "groupId = ? AND bundleId = ?", arguments: [groupID, bundle]).fetchOne(db)
    }

    /// The application a group sees for a bundle id: its own, or that of the nearest ancestor that has one.
    static func nearest(bundle: String, from group: OrganizationGroupRecord, _ db: GRDB.Database) throws
        -> ApplicationRecord?
    {
        for id in group.ancestorsAndSelf.reversed() {
            if let found = try application(bundle: bundle, inExactly: id, db) { return found }
        }
        return nil
    }
}
