import DeviceProtocol
import GRDB

extension AssignmentResolver {
    /// An explained resolution for a device of a subtree, computed now.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for a device that is not there.
    static func explanation(
        of bundle: BundleIdentifier, onDevice identifier: DeviceIdentifier, below groupPath: String,
        _ database: Database
    ) async throws -> ExplanationBody {
        try await database.read { db in
            let device = try DeviceStore.device(identifier, below: groupPath, db)
            let resolution = try resolve(bundle: bundle, on: device, explained: true, db)
            let profile = try Row.fetchOne(
                db, sql: "SELECT name, version FROM sdkProfile WHERE id = ?", arguments: [resolution.profileID])
            return ExplanationBody(
                udid: identifier.value, bundleId: bundle.value, outcome: resolution.outcome.rawValue,
                application: resolution.application?.name, profile: profile?["name"],
                profileVersion: profile?["version"],
                steps: resolution.steps.map { .init(rule: $0.rule, holds: $0.holds, finding: $0.finding) })
        }
    }
}
