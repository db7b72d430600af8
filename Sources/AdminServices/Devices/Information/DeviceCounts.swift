import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// How many devices of a group there are of each kind (AdminDevices, "Counting").
struct DeviceCounts: Sendable {
    /// Devices of each enrollment status.
    fileprivate(set) var statuses: [EnrollmentStatus: Int] = [:]
    /// Devices of each ownership.
    fileprivate(set) var ownerships: [DeviceOwnership: Int] = [:]
    /// Devices of each platform.
    fileprivate(set) var platforms: [DevicePlatform: Int] = [:]
    fileprivate(set) var compromised = 0

    /// All of them.
    var total: Int { statuses.values.reduce(0, +) }
}

extension DeviceDirectoryStore {
    /// Counts the devices of a group and of those below it.
    ///
    /// - Parameters:
    ///   - group: The group; nil for the administrator's own.
    ///   - administrator: Who asks.
    /// - Returns: The counts.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown group in the administrator's subtree.
    func counts(
        of group: RecordReference?, for administrator: AdministratorIdentity
    ) async throws -> DeviceCounts {
        try await database.read { db in
            let subtree = try Self.subtree(of: group, in: administrator.subtree, db)
            let isThere: SQL = subtree.isWhole ? "" : "WHERE groupId IN (\(subtree.groups))"
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT enrollmentStatus, ownership, platform, COUNT(*), SUM(isCompromised) FROM device
                    INDEXED BY deviceForCounting
                    \(isThere)
                    GROUP BY enrollmentStatus, ownership, platform
                    """
            ).fetchAll(db)
            var counts = DeviceCounts()
            for row in rows {
                let status: Int = row[0]
                let ownership: String = row[1]
                let platform: String = row[2]
                let count: Int = row[3]
                counts.statuses[EnrollmentStatus(rawValue: status) ?? .unknown, default: 0] += count
                counts.ownerships[DeviceOwnership(rawValue: ownership) ?? .undefined, default: 0] += count
                counts.platforms[DevicePlatform(rawValue: platform) ?? .apple, default: 0] += count
                counts.compromised += row[4] as Int
            }
            return counts
        }
    }
}
