import ConsoleModel
import ConsolePlatform
import GRDB

/// The places of many devices that a search asks for.
struct DevicePlaceSearch: Sendable {
    /// Determined then or later.
    var since: Timestamp?
    /// Determined then or before.
    var until: Timestamp?
    /// Of how many days back from now; nil for all.
    var days: Int?
    /// Whether only the latest place of each device is wanted.
    var isLatestOnly = false
}

extension DeviceInformationStore {
    /// The most places of an answer about many devices.
    private static let maximumPlacesOfMany = 10_000

    /// Where some devices were, in the order of the devices, the latest first; unknown devices are left out.
    ///
    /// - Returns: Ids of devices with places, 10,000 places at most.
    /// - Throws: What the database throws.
    func places(
        of locators: [DeviceLocator], _ search: DevicePlaceSearch, for administrator: AdministratorIdentity
    ) async throws -> [(deviceID: Int64, place: Place)] {
        try await database.read { db in
            var places: [(Int64, Place)] = []
            var seen: Set<Int64> = []
            for locator in locators {
                guard let device = try Self.known(locator, in: administrator.subtree, db) else { continue }
                let id = try device.storedID()
                guard seen.insert(id).inserted else { continue }
                let first = search.days.map { clock.now(in: device.groupId).adding(seconds: -Int64($0) * 86_400) }
                let since = [search.since, first].compactMap { $0 }.max()
                let limit = search.isLatestOnly ? 1 : Self.maximumPlacesOfMany - places.count
                let statement = try db.cachedStatement(
                    sql: """
                        SELECT id, COALESCE(sampledAt, receivedAt) AS at, latitude, longitude, altitude, speed
                        FROM deviceLocation WHERE deviceId = ?
                            AND (? IS NULL OR COALESCE(sampledAt, receivedAt) >= ?)
                            AND (? IS NULL OR COALESCE(sampledAt, receivedAt) <= ?)
                        ORDER BY id DESC LIMIT ?
                        """)
                let arguments: StatementArguments = [id, since, since, search.until, search.until, limit]
                places += try Place.fetchAll(statement, arguments: arguments).map { (id, $0) }
                if places.count >= Self.maximumPlacesOfMany { break }
            }
            return places.map { (deviceID: $0.0, place: $0.1) }
        }
    }

    private static func known(
        _ locator: DeviceLocator, in subtree: Subtree, _ db: GRDB.Database
    ) throws -> DeviceRecord? {
        do {
            return try locator.device(in: subtree, db)
        } catch let error as ConsoleError where error.code == .notFound {
            return nil
        }
    }
}
