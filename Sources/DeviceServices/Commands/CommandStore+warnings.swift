import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Why a real console would refuse commands that are queued here all the same (AdminAPI, "Commands").
extension CommandStore {
    /// The most installations that one request may examine.
    private static let maximumLookedAt = 200

    /// Why apps would get no commands: giving an app with a record an SDK profile is what enables them.
    ///
    /// - Parameter targets: The apps on their devices.
    /// - Returns: Sentences, each once, in the order of the targets.
    /// - Throws: What the database throws.
    func warnings(for targets: [CommandTarget]) async throws -> [String] {
        try await database.read { db in
            var warnings: [String] = []
            for target in targets.prefix(Self.maximumLookedAt) {
                guard let warning = try Self.warning(for: target, db), !warnings.contains(warning) else { continue }
                warnings.append(warning)
            }
            if targets.count > Self.maximumLookedAt {
                warnings.append("Only the first \(Self.maximumLookedAt) of \(targets.count) apps were checked.")
            }
            return warnings
        }
    }

    private static func warning(for target: CommandTarget, _ db: GRDB.Database) throws -> String? {
        guard let device = try DeviceRecord.stored(target.deviceID, db) else { return nil }
        let app = target.bundle
        let resolution = try AssignmentResolver.resolve(bundle: app, on: device, db)
        let group = try OrganizationGroupStore.group(id: target.groupID, db).code
        let reason: String
        switch resolution.outcome {
        case .profile: return nil
        case .noApplication: reason = "\(app) has no record in the group \(group) or above it"
        case .applicationRetired: reason = "The record of \(app) is retired or inactive"
        case .blocked: reason = "The device \(target.device) is blocked, so \(app) gets no SDK profile there"
        case .notAssigned: reason = "\(app) is not assigned to the device \(target.device)"
        case .noProfile: reason = "\(app) is given no SDK profile"
        case .noDefaultProfile:
            reason = "\(app) is given the default SDK profile, and the group \(group) and those above it have none"
        }
        return reason
            + ". A console sends commands only to apps with a record that gives them an SDK profile; this one is"
            + " queued all the same."
    }
}
