import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

extension DeviceInformationStore {
    /// An update of the operating system that was ordered for a device.
    struct OrderedUpdate: Sendable {
        /// Name of the operating system.
        let system: String
        let version: String
        /// Keys of the products, with commas between them; may be empty.
        let productKeys: String
        /// What the device is to do, such as `InstallASAP`.
        let action: String
        let orderedAt: Timestamp
        /// Whether the device has reported this version or a later one.
        let isInstalled: Bool
        /// When the device was last heard of.
        let heardAt: Timestamp
    }

    /// The updates that were ordered for a device with a version, the latest order of each version first.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func updates(
        _ locator: DeviceLocator, for administrator: AdministratorIdentity
    ) async throws -> [OrderedUpdate] {
        try await database.read { db in
            let device = try locator.device(in: administrator.subtree, db)
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT at, json_extract(after, '$.productVersion') AS version,
                        json_extract(after, '$.installAction') AS action, json_extract(after, '$.productKeys') AS keys
                    FROM eventLog WHERE deviceId = ? AND action = ?
                        AND json_extract(after, '$.command') = 'ScheduleOsUpdate' AND version IS NOT NULL
                    ORDER BY id DESC LIMIT 1000
                    """, arguments: [device.id, EventAction.deviceCommandOrdered.rawValue])
            var seen: Set<String> = []
            let system = device.platform == DevicePlatform.appleOsX.rawValue ? "macOS" : "iOS"
            return rows.compactMap { row in
                let version: String = row["version"]
                guard seen.insert(version).inserted else { return nil }
                let wanted = OSVersion.number(version)
                let isInstalled = wanted.flatMap { wanted in device.osVersionNumber.map { $0 >= wanted } } ?? false
                return OrderedUpdate(
                    system: system, version: version, productKeys: row["keys"] ?? "", action: row["action"] ?? "",
                    orderedAt: row["at"], isInstalled: isInstalled, heardAt: device.lastSeenAt)
            }
        }
    }

    /// An app that a device has, or is to have.
    ///
    /// - Returns: The app; nil if it has nothing to do with the device.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device.
    func app(
        _ bundle: String, on locator: DeviceLocator, for administrator: AdministratorIdentity
    ) async throws -> DeviceApp? {
        let everything = PageRequest(page: 0, size: .max)
        return try await apps(locator, everything, for: administrator).apps.items
            .first { $0.bundle.lowercased() == bundle.lowercased() }
    }
}
