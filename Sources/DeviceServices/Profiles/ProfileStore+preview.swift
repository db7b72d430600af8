import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

extension ProfileStore {
    /// The profile an app would get on a device of a subtree; nothing is noted.
    ///
    /// - Parameters:
    ///   - bundle: The app.
    ///   - device: The device.
    ///   - administrator: Who asks; those who may not change profiles see no secrets.
    ///   - origin: Where clients find the console.
    /// - Returns: The profile.
    /// - Throws: ``ConsoleError`` `notFound`.
    func preview(
        _ bundle: BundleIdentifier, on device: DeviceIdentifier, for administrator: AdministratorIdentity,
        origin: String
    ) async throws -> FetchedProfile {
        let mayChange = administrator.mayChangeProfiles(in: administrator.subtree)
        return try await database.read { db in
            let record = try DeviceStore.device(device, in: administrator.subtree, db)
            let group = try OrganizationGroupStore.group(id: record.groupId, db)
            let resolution = try AssignmentResolver.resolve(bundle: bundle, on: record, db)
            return try render(
                resolution, for: group, on: record, origin: origin, hidesSecrets: !mayChange, db)
        }
    }

    /// A profile by itself, as an app gets it that it is assigned to.
    ///
    /// - Parameters:
    ///   - reference: The profile.
    ///   - code: The group whose images it gets; nil for the nearest to the profile the administrator has.
    ///   - administrator: Who asks; those who may not change it see no secrets.
    ///   - origin: Where clients find the console.
    /// - Returns: The profile.
    /// - Throws: ``ConsoleError`` `notFound`, `badRequest` for an unknown group at the profile's own or below.
    func preview(
        _ reference: NamedReference, in code: GroupCode?, for administrator: AdministratorIdentity, origin: String
    ) async throws -> FetchedProfile {
        try await database.read { db in
            let (record, home) = try ProfileLibraryStore.visible(reference, for: administrator, db)
            let own = try OrganizationGroupStore.group(id: administrator.groupID, db)
            let fallback = own.subtree.contains(home) ? home : own
            let group = try code.map {
                try ProfileLibraryStore.group($0, in: administrator.subtree, db)
            }
            guard group.map({ home.subtree.contains($0) }) ?? true else {
                throw ConsoleError(
                    .badRequest, "The SDK profile \(record.name) is of \(home.code); apps elsewhere cannot have it.")
            }
            let resolution = Resolution(
                outcome: .profile, application: nil,
                contributions: [ProfileContribution(profileID: try record.storedID(), group: nil)], steps: [])
            let mayChange = administrator.mayChangeProfiles(in: home.subtree)
            return try render(
                resolution, for: group ?? fallback, origin: origin, hidesSecrets: !mayChange, db)
        }
    }
}
