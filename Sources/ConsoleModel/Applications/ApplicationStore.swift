import ConsolePlatform
package import GRDB

/// Applications.
package enum ApplicationStore {
    /// Every version of an app in this group itself, the newest first; letter case of the bundle id is ignored.
    package static func versions(of bundle: String, inExactly groupID: Int64, _ db: GRDB.Database) throws
        -> [ApplicationRecord]
    {
        try ApplicationRecord.all(where: "groupId = ? AND bundleId = ?", [groupID, bundle], db)
            .sorted { $1.isEarlier(than: $0) }
    }

    /// The versions of an app that a group sees, the newest first: those of the nearest group, going up to the root,
    /// that has an active one; if it has versions for the platform, only these.
    ///
    /// If no group has an active one, those of the nearest group that has any.
    package static func nearest(
        bundle: String, platform: String, from group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws -> [ApplicationRecord] {
        var inactive: [ApplicationRecord] = []
        for id in group.ancestorsAndSelf.reversed() {
            let all = try versions(of: bundle, inExactly: id, db)
            let fitting = all.filter { $0.platform.lowercased() == platform.lowercased() }
            let found = fitting.isEmpty ? all : fitting
            let active = found.filter(\.isActive)
            if !active.isEmpty { return active }
            if inactive.isEmpty { inactive = found }
        }
        return inactive
    }
}
