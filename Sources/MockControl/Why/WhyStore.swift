import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// What the database knows about those whom a refused request concerns.
struct WhyStore: Sendable {
    let database: ConsoleDatabase

    /// Why an app has no profile on a device: the steps that did not hold, or how it is now; nil for an unknown device.
    func profileSteps(of bundle: String, onDevice deviceID: Int64, in subtree: Subtree) async throws -> [String]? {
        try await database.read { db in
            guard let bundle = BundleIdentifier(bundle), let device = try DeviceRecord.stored(deviceID, db),
                subtree.contains(try OrganizationGroupStore.group(id: device.groupId, db))
            else { return nil }
            let resolution = try AssignmentResolver.resolve(bundle: bundle, on: device, explained: true, db)
            return resolution.steps.filter { !$0.holds }.map(\.finding)
        }
    }

    /// Codes of the groups of a subtree.
    func groupCodes(in subtree: Subtree) async throws -> [String] {
        try await database.read { db in
            let ids = try Int64.fetchSet(db, sql: Subtree.groups(in: ":top"), arguments: ["top": subtree])
            return try OrganizationGroupStore.groups(ids, db).values.map(\.code).filter { !$0.isEmpty }
        }
    }
}
