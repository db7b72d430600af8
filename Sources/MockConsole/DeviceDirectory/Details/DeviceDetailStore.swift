import DeviceProtocol
import Foundation
import GRDB

/// What hangs on one device: apps, smart groups, places and what was done to it.
struct DeviceDetailStore: Sendable {
    /// An app on a device.
    struct App: Sendable {
        let installation: InstallationRecord
        /// The record it was last resolved to.
        let application: ApplicationRecord?
    }

    /// Where a device was.
    struct Place: FetchableRecord, Sendable {
        let id: Int64
        let at: Timestamp
        let latitude: Double
        let longitude: Double
        /// Metres.
        let altitude: Double?
        /// Metres a second.
        let speed: Double?

        init(row: Row) throws {
            (id, at) = (row["id"], row["at"])
            (latitude, longitude) = (row["latitude"], row["longitude"])
            (altitude, speed) = (row["altitude"], row["speed"])
        }
    }

    /// The most places of one answer.
    private static let maximumPlaces = 1000

    let database: Database
    let clock: ConsoleClock

    /// A page of the apps on a device, by id.
    func apps(
        _ locator: DeviceLocator, _ page: PageRequest, for administrator: AdministratorIdentity
    ) async throws -> Page<App> {
        try await database.read { db in
            let id = try locator.device(below: administrator.groupPath, db).storedID()
            let all = InstallationRecord.filter(sql: "deviceId = ?", arguments: [id])
            let rows = try all.order(sql: "id").limit(page.size, offset: page.offset).fetchAll(db)
            let apps = try rows.map { installation in
                App(
                    installation: installation,
                    application: try installation.applicationId.flatMap { try ApplicationRecord.fetchOne(db, key: $0) })
            }
            return Page(items: apps, request: page, total: try all.fetchCount(db))
        }
    }

    /// The smart groups a device is in, of those managed in the administrator's subtree or above it, by id.
    func smartGroups(
        _ locator: DeviceLocator, for administrator: AdministratorIdentity
    ) async throws -> [SmartGroupRecord] {
        try await database.read { db in
            let device = try locator.device(below: administrator.groupPath, db)
            let group = try OrganizationGroupStore.group(id: device.groupId, db)
            let candidates = try SmartGroupRecord.fetchAll(
                db,
                sql: """
                    SELECT smartGroup.* FROM smartGroup
                    JOIN organizationGroup ON organizationGroup.id = smartGroup.groupId
                    WHERE substr(?1, 1, length(path)) = path OR substr(path, 1, length(?2)) = ?2 ORDER BY smartGroup.id
                    """, arguments: [group.path, administrator.groupPath])
            let id = try device.storedID()
            return try candidates.filter { try SmartGroupMembership.contains(device: id, in: $0.storedID(), db) }
        }
    }

    /// A page of what was done to a device, the latest first.
    ///
    /// - Parameters:
    ///   - locator: The device.
    ///   - days: Of how many days; nil for all.
    ///   - page: Which page.
    ///   - administrator: Who asks.
    /// - Returns: Rows of the event log.
    /// - Throws: ``ConsoleError`` `notFound`.
    func events(
        _ locator: DeviceLocator, days: Int?, _ page: PageRequest, for administrator: AdministratorIdentity
    ) async throws -> Page<EventLogRecord> {
        let now = clock.now(in: administrator.groupID)
        return try await database.read { db in
            let device = try locator.device(below: administrator.groupPath, db)
            let since = days.map { now.adding(seconds: -Int64($0) * 86_400) } ?? .never
            let all = EventLogRecord.filter(
                sql: "subjectKind = 'device' AND subject = ? AND at >= ?", arguments: [device.identifier, since])
            let rows = try all.order(sql: "id DESC").limit(page.size, offset: page.offset).fetchAll(db)
            return Page(items: rows, request: page, total: try all.fetchCount(db))
        }
    }

    /// Where a device was lately, the latest first.
    func places(
        _ locator: DeviceLocator, days: Int?, for administrator: AdministratorIdentity
    ) async throws -> (deviceID: Int64, places: [Place]) {
        let now = clock.now(in: administrator.groupID)
        return try await database.read { db in
            let id = try locator.device(below: administrator.groupPath, db).storedID()
            let since = days.map { now.adding(seconds: -Int64($0) * 86_400) } ?? .never
            let places = try Place.fetchAll(
                db,
                sql: """
                    SELECT id, COALESCE(sampledAt, receivedAt) AS at, latitude, longitude, altitude, speed
                    FROM deviceLocation WHERE deviceId = ? AND receivedAt >= ? ORDER BY id DESC LIMIT ?
                    """, arguments: [id, since, Self.maximumPlaces])
            return (id, places)
        }
    }
}
