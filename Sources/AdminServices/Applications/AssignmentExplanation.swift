import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

extension AssignmentResolver {
    /// An explained resolution for a device of a subtree, computed now.
    ///
    /// - Parameters:
    ///   - bundle: The app.
    ///   - identifier: The device.
    ///   - subtree: The subtree that the caller may see.
    ///   - payloads: Answers what each of the profiles gives.
    ///   - database: Where to look.
    /// - Returns: The explanation.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device.
    static func explanation(
        of bundle: BundleIdentifier, onDevice identifier: DeviceIdentifier, in subtree: Subtree,
        payloads: ApplicationFeature.PayloadSources, _ database: ConsoleDatabase
    ) async throws -> ExplanationBody {
        let found = try await database.read { db in
            let device = try DeviceStore.device(identifier, in: subtree, db)
            let resolution = try resolve(bundle: bundle, on: device, explained: true, db)
            let name = try String.fetchOne(
                db, sql: "SELECT name FROM sdkProfile WHERE id = ?", arguments: [resolution.profileID])
            return (udid: device.identifier, resolution: resolution, profile: name)
        }
        let sources =
            found.resolution.contributions.isEmpty ? nil : try await payloads(found.resolution.contributions)
        return ExplanationBody(
            udid: found.udid, bundleId: bundle.value, outcome: found.resolution.outcome.rawValue,
            application: found.resolution.application?.name, profile: found.profile, profileVersion: sources?.version,
            payloads: sources?.payloads ?? [],
            steps: found.resolution.steps.map { .init(rule: $0.rule, holds: $0.holds, finding: $0.finding) })
    }
}
