import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// The parts of one device: apps, smart groups, places and events.
struct DeviceInformationStore: Sendable {
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

    /// The groups and properties of many devices, read at once.
    struct Belongings: Sendable {
        /// The smart groups there are, by id.
        let smartGroups: [SmartGroupRecord]
        /// Ids of the smart groups of each device.
        let memberships: [Int64: [Int64]]
        /// The custom attributes of each device that has some.
        let attributes: [Int64: [DeviceAttributeRecord]]
    }

    /// The most places of one answer.
    private static let maximumPlaces = 1000

    let database: ConsoleDatabase
    let census: SmartGroupCensus
    let clock: ConsoleClock

    /// The smart groups a device is in, by id, as far as the administrator may know them.
    func smartGroups(
        _ locator: DeviceLocator, for administrator: AdministratorIdentity
    ) async throws -> [SmartGroupRecord] {
        try await database.read { db in
            let id = try locator.device(in: administrator.subtree, db).storedID()
            let known = try Self.smartGroups(for: administrator, db)
            let members = try census.members(of: known.compactMap(\.id), db)
            return known.filter { $0.id.flatMap { members[$0] }?.contains(id) == true }
        }
    }

    /// The smart groups and attributes of some devices, as far as the administrator may know them.
    func belongings(
        of devices: [Int64], for administrator: AdministratorIdentity
    ) async throws -> Belongings {
        try await database.read { db in
            let known = try Self.smartGroups(for: administrator, db)
            let members = try census.members(of: known.compactMap(\.id), db)
            let ids = known.compactMap(\.id)
            let memberships = devices.map { device in
                (device, ids.filter { members[$0]?.contains(device) == true })
            }
            return Belongings(
                smartGroups: known, memberships: Dictionary(memberships) { $1 },
                attributes: try DeviceAttributeRecord.attributes(of: devices, db))
        }
    }

    /// Smart groups are known to administrators of the managing group, of those above it, and of those below it.
    private static func smartGroups(
        for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> [SmartGroupRecord] {
        try SmartGroupRecord.fetchAll(
            db,
            sql: """
                SELECT smartGroup.* FROM smartGroup
                JOIN organizationGroup ON organizationGroup.id = smartGroup.groupId
                WHERE \(Subtree.overlap("path", "?1")) ORDER BY smartGroup.id
                """, arguments: [administrator.subtree])
    }

    /// A page of what was done to a device, the latest first.
    ///
    /// - Parameters:
    ///   - locator: The device.
    ///   - days: Of how many days; nil for all.
    ///   - severity: How much it matters; nil for all.
    ///   - page: Which page.
    ///   - administrator: Who asks.
    /// - Returns: Rows of the event log.
    /// - Throws: ``ConsoleError`` `notFound`.
    func events(
        _ locator: DeviceLocator, days: Int?, severity: DeviceEventSeverity?, _ page: PageRequest,
        for administrator: AdministratorIdentity
    ) async throws -> Page<EventLogRecord> {
        return try await database.read { db in
            let device = try locator.device(in: administrator.subtree, db)
            let now = clock.now(in: device.groupId)
            let since = days.map { now.adding(seconds: -Int64($0) * 86_400) } ?? .never
            let condition = severity.map { " AND \($0.condition)" } ?? ""
            let all = EventLogRecord.filter(
                sql: "deviceId = ? AND at >= ?\(condition)", arguments: [device.id, since])
            let rows = try all.order(sql: "id DESC").limit(page.size, offset: page.offset).fetchAll(db)
            return Page(items: rows, request: page, total: try all.fetchCount(db))
        }
    }

    /// Where a device was lately, the latest first.
    func places(
        _ locator: DeviceLocator, days: Int?, for administrator: AdministratorIdentity
    ) async throws -> (deviceID: Int64, places: [Place]) {
        return try await database.read { db in
            let device = try locator.device(in: administrator.subtree, db)
            let id = try device.storedID()
            let now = clock.now(in: device.groupId)
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
