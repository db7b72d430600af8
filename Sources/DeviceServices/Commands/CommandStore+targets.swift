import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

extension CommandStore {
    /// The apps on a device a command is for.
    ///
    /// - Parameters:
    ///   - bundle: The app; nil for the only one.
    ///   - allApps: Whether to include every app.
    ///   - device: The device.
    ///   - subtree: The subtree that the caller may see.
    /// - Returns: The apps, at least one.
    /// - Throws: ``ConsoleError`` `notFound`, `conflict` for a device that is not enrolled, and `badRequest` for several apps of
    ///   which none is named.
    func targets(
        bundle: BundleIdentifier?, allApps: Bool, on device: DeviceIdentifier, in subtree: Subtree
    ) async throws -> [CommandTarget] {
        try await database.read { db in
            let record = try DeviceStore.onlyDevice(device, in: subtree, db)
            guard record.enrollmentStatus == EnrollmentStatus.enrolled.rawValue else {
                throw ConsoleError(.conflict, "The device \(device) is not enrolled, so its apps fetch no commands.")
            }
            let apps = try Self.targets(in: subtree, "device.id = ?1", [record.id], db)
            if let bundle {
                guard let app = apps.first(where: { $0.bundle == bundle }) else {
                    throw ConsoleError(.notFound, "The device \(device) has no app \(bundle).")
                }
                return [app]
            }
            guard !apps.isEmpty else { throw ConsoleError(.notFound, "The device \(device) has no apps.") }
            guard apps.count == 1 || allApps else {
                let names = apps.map(\.bundle.value).joined(separator: ", ")
                throw ConsoleError(
                    .badRequest, "The device has several apps. Say bundle, one of \(names), or \"allApps\": true.")
            }
            return apps
        }
    }

    /// The apps a selection means; those on devices that are not enrolled are left out.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device, group or smart group, and `conflict` for a name that
    ///   several smart groups have.
    func targets(_ selection: CommandSelection, in subtree: Subtree) async throws -> [CommandTarget] {
        try await database.read { db in
            var subtree = subtree
            if let code = selection.group {
                guard let group = try OrganizationGroupStore.group(named: code.value, in: subtree, db) else {
                    throw ConsoleError(.notFound, "There is no organization group \(code).")
                }
                subtree = group.subtree
            }
            var devices: Set<Int64>?
            if let named = selection.devices {
                devices = try Set(named.map { try DeviceStore.onlyDevice($0, in: subtree, db).storedID() })
            }
            if let smartGroup = selection.smartGroup {
                let members = Set(try Self.members(of: smartGroup, near: subtree, db))
                devices = devices.map(members.intersection) ?? members
            }
            let apps = try Self.targets(
                in: subtree, "(?1 IS NULL OR installation.bundleId = ?1)", [selection.bundle?.value], db)
            return apps.filter { devices?.contains($0.deviceID) ?? true }
        }
    }

    /// Members of the smart group with a name or uuid, which may be managed above or below.
    private static func members(of smartGroup: String, near subtree: Subtree, _ db: GRDB.Database) throws -> [Int64] {
        let found = try Int64.fetchAll(
            db,
            sql: """
                SELECT smartGroup.id FROM smartGroup JOIN organizationGroup ON organizationGroup.id = smartGroup.groupId
                WHERE (smartGroup.uuid = ?1 OR smartGroup.name = ?1)
                    AND \(Subtree.overlap("path", "?2"))
                """, arguments: [smartGroup, subtree])
        guard let id = found.first else {
            throw ConsoleError(.notFound, "There is no smart group \(smartGroup.prefix(80)).")
        }
        guard found.count == 1 else {
            throw ConsoleError(
                .conflict, "\(found.count) smart groups are called \(smartGroup.prefix(80)); name one by its uuid.")
        }
        return try SmartGroupMembership.members(of: id, db)
    }

    /// Apps of enrolled devices of a subtree, by id.
    static func targets(
        in subtree: Subtree, _ condition: String, _ arguments: StatementArguments, _ db: GRDB.Database
    ) throws -> [CommandTarget] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT installation.id, installation.bundleId, installation.deviceId, device.identifier, device.groupId,
                    device.userId
                FROM installation JOIN device ON device.id = installation.deviceId
                JOIN organizationGroup ON organizationGroup.id = device.groupId
                WHERE \(condition) AND device.enrollmentStatus = \(EnrollmentStatus.enrolled.rawValue)
                    AND \(Subtree.condition("organizationGroup.path", in: "?2"))
                ORDER BY installation.id
                """, arguments: arguments + [subtree])
        return rows.compactMap { row in
            let (deviceText, bundleText): (String, String) = (row["identifier"], row["bundleId"])
            guard let device = DeviceIdentifier(deviceText), let bundle = BundleIdentifier(bundleText) else {
                return nil
            }
            return CommandTarget(
                groupID: row["groupId"], deviceID: row["deviceId"], installationID: row["id"], userID: row["userId"],
                device: device, bundle: bundle)
        }
    }
}
