import ConsoleModel
import ConsolePlatform
import GRDB

/// What time does to accounts.
extension UserAccountStore {
    /// How many accounts that wrong passwords have locked are open again, by the settings of their groups.
    @Sendable static func countUnlocked(in span: DueSpan, _ db: GRDB.Database) throws -> Int {
        let locked = try SQLRequest<UserRecord>(
            literal: "SELECT * FROM enrollmentUser WHERE lockedAt IS NOT NULL AND \(span.condition("groupId"))"
        ).fetchAll(db)
        let minutes = try Dictionary(
            uniqueKeysWithValues: Set(locked.map(\.groupId)).map { id in
                let group = try OrganizationGroupStore.group(id: id, db)
                return (id, try OrganizationGroupStore.settings(of: group, db).lockoutMinutes)
            })
        return locked.count { user in
            let minutes = minutes[user.groupId] ?? 0
            return user.isLocked(minutes: minutes, at: span.from) && !user.isLocked(minutes: minutes, at: span.to)
        }
    }
}
