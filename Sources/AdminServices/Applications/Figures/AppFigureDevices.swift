import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import GRDB

/// Which devices of an app are listed; each filter that is set has to hold (AdminApplications, "Figures of an app").
struct AppFigureFilter: Sendable {
    /// Part of the name of the device or of its user, or of its serial number.
    var text: String?
    var isAssigned = false
    var isNotAssigned = false
    var isExcluded = false
    var hasAssignedVersion = false
    var hasOtherVersion = false
    var isNotInstalled = false
    /// A word of ``AppReach/status(of:)``.
    var status: String?
    /// A word of ``AppReach/lastAction(on:)``.
    var lastAction: String?

    /// Without filters.
    init() {}

    /// Reads a query.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` that names the parameter.
    init(_ query: QueryParameters) throws {
        text = query.text("searchtext")
        isAssigned = try query.bool("isassigned") ?? false
        isNotAssigned = try query.bool("isnotassigned") ?? false
        isExcluded = try query.bool("isexcluded") ?? false
        hasAssignedVersion = try query.bool("isinstalledversionequaltoassigned") ?? false
        hasOtherVersion = try query.bool("isinstalledversionnotequaltoassigned") ?? false
        isNotInstalled = try query.bool("isversionnotinstalled") ?? false
        status = query.text("installationstatus")
        lastAction = query.text("lastactiontaken")
    }

    /// Whether a device is listed, as far as the app is concerned.
    func admits(_ device: Int64, _ reach: AppReach) -> Bool {
        let assigned = reach.assignedVersion(of: device)?.application.id
        let installed = reach.installedVersion(of: device)?.application.id
        return (!isAssigned || assigned != nil) && (!isNotAssigned || assigned == nil)
            && (!isExcluded || reach.excluded.contains(device)) && (!isNotInstalled || installed == nil)
            && (!hasAssignedVersion || installed != nil && installed == assigned)
            && (!hasOtherVersion || installed != nil && installed != assigned)
            && Self.fits(status, reach.status(of: device)) && Self.fits(lastAction, reach.lastAction(on: device))
    }

    private static func fits(_ wanted: String?, _ word: String) -> Bool {
        wanted.map { $0.lowercased() == word.lowercased() } ?? true
    }
}

/// A device with an app on it, as lists of figures show it.
struct AppFigureDevice: Sendable {
    let device: DeviceRecord
    let username: String?
    /// When the app on it was last heard of; nil if never.
    let lastSample: Timestamp?
    let assigned: AppReach.Version?
    /// The version that the app on it reports.
    let reportedVersion: String?
    let installed: AppReach.Version?
    let isExcluded: Bool
    let status: String
    let reason: String
    let request: ApplicationRequestRecord?
}

extension AppReach {
    /// Whether a device has the app, as a word.
    func status(of device: Int64) -> String { installed.contains(device) ? "Installed" : "NotInstalled" }

    /// The last order for the app on a device, as a word.
    func lastAction(on device: Int64) -> String { requests[device]?.action.lastAction ?? "None" }

    /// A page of its devices.
    ///
    /// - Parameters:
    ///   - filter: Which of them.
    ///   - order: The terms of ORDER BY.
    ///   - page: Which page.
    ///   - db: The database.
    /// - Returns: The page.
    /// - Throws: What the database says.
    func devices(
        _ filter: AppFigureFilter, order: String, page: PageRequest, _ db: GRDB.Database
    ) throws -> Page<AppFigureDevice> {
        let ids = concerned.filter { filter.admits($0, self) }
        let source = """
            FROM json_each(:ids) AS wanted CROSS JOIN device ON device.id = wanted.value
            LEFT JOIN enrollmentUser ON enrollmentUser.id = device.userId
            LEFT JOIN installation ON installation.deviceId = device.id AND installation.bundleId = :bundle
            WHERE :text IS NULL OR instr(lower(device.friendlyName), lower(:text)) > 0
                OR instr(lower(enrollmentUser.username), lower(:text)) > 0
                OR instr(lower(device.serialNumber), lower(:text)) > 0
            """
        let arguments: StatementArguments = [
            "ids": ids.jsonList, "bundle": versions.first?.application.bundleId, "text": filter.text,
        ]
        var total = ids.count
        if filter.text != nil {
            total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
        }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT device.*, enrollmentUser.username AS heldBy, installation.appVersion AS reportedVersion,
                    installation.lastSeenAt AS sampledAt
                \(source) ORDER BY \(order), device.id LIMIT :size OFFSET :offset
                """, arguments: arguments + ["size": page.size, "offset": page.offset])
        return Page(items: try rows.map(device), request: page, total: total)
    }

    private func device(_ row: Row) throws -> AppFigureDevice {
        let device = try DeviceRecord(row: row)
        let id = try device.storedID()
        return AppFigureDevice(
            device: device, username: row["heldBy"], lastSample: row["sampledAt"], assigned: assignedVersion(of: id),
            reportedVersion: row["reportedVersion"], installed: installedVersion(of: id),
            isExcluded: excluded.contains(id), status: status(of: id), reason: reason(of: id), request: requests[id])
    }
}
