import ConsoleModel
import ConsolePlatform
import GRDB

extension DeviceDirectoryStore {
    /// A device, and the app on it that a source of logs stands for: the app's record has that uuid.
    ///
    /// - Returns: Row id of the device, and the bundle identifier.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device, and for a record that is none or another's.
    func source(
        _ uuid: String, on locator: DeviceLocator, for administrator: AdministratorIdentity
    ) async throws -> (deviceID: Int64, bundle: String) {
        try await database.read { db in
            let device = try locator.device(in: administrator.subtree, db)
            let bundle = try String.fetchOne(
                db, sql: "SELECT bundleId FROM application WHERE uuid = ?1 AND \(Self.isNear)",
                arguments: [uuid.lowercased(), administrator.subtree])
            guard let bundle else {
                throw ConsoleError(
                    .notFound, "There is no source of logs \(uuid.prefix(80)): it is the uuid of an app.")
            }
            return (try device.storedID(), bundle)
        }
    }

    /// Whether the record of an app belongs to a group above or below the administrator's.
    private static let isNear =
        "groupId IN (SELECT id FROM organizationGroup WHERE \(Subtree.overlap("path", "?2")))"
}
