import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

extension ProfileStore {
    /// A device and the group it is in.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    static func device(_ id: Int64, _ db: GRDB.Database) throws -> (DeviceRecord, OrganizationGroupRecord) {
        guard let device = try DeviceRecord.stored(id, db) else {
            throw ConsoleError(.notFound, "The device is deleted.")
        }
        return (device, try OrganizationGroupStore.group(id: device.groupId, db))
    }

    /// The profile of an installation, and its row if it has to be updated.
    func resolve(
        installation id: Int64, origin: String, oneTimeToken: String? = nil, at now: Timestamp, _ db: GRDB.Database
    ) throws -> (FetchedProfile, InstallationRecord?) {
        guard var installation = try InstallationRecord.stored(id, db),
            let bundle = BundleIdentifier(installation.bundleId)
        else { throw ConsoleError(.notFound, "The device is deleted.") }
        let (device, group) = try Self.device(installation.deviceId, db)
        let resolution = try AssignmentResolver.resolve(bundle: bundle, on: device, db)
        let profile = try render(
            resolution, for: group, on: device, oneTimeToken: oneTimeToken, origin: origin, db)
        let before = installation
        installation.applicationId = resolution.application?.id
        installation.profileId = profile.composition?.parts.first?.record.id
        installation.profileVersion = profile.composition?.version
        installation.profileOutcome = resolution.outcome.rawValue
        installation.singleSignOn = profile.isSingleSignOnEnabled
        guard installation != before else { return (profile, nil) }
        installation.profileAt = now
        return (profile, installation)
    }

    /// The result of a resolution for a device in a group.
    ///
    /// - Parameters:
    ///   - resolution: Which profiles take part.
    ///   - group: The group whose images, geofences and settings count.
    ///   - device: The device whose look-up values count; nil to leave their names as they are.
    ///   - oneTimeToken: What stands for `{OneTimeToken}`; nil to leave the name.
    ///   - origin: Where clients find the console.
    ///   - hidesSecrets: Whether something else stands for each secret.
    ///   - db: The database.
    /// - Returns: The profile.
    /// - Throws: What the database and encoding throw.
    func render(
        _ resolution: Resolution, for group: OrganizationGroupRecord, on device: DeviceRecord? = nil,
        oneTimeToken: String? = nil, origin: String, hidesSecrets: Bool = false, _ db: GRDB.Database
    ) throws -> FetchedProfile {
        guard var composition = try Self.composition(of: resolution.contributions, db) else {
            return .none(resolution.outcome)
        }
        if hidesSecrets { composition = composition.hidingSecrets }
        var problems: [String] = []
        let addresses = try addresses(of: composition, from: group, origin: origin, &problems, db)
        let areas = try areas(of: composition, from: group, &problems, db)
        let home = try OrganizationGroupStore.group(id: composition.parts[0].record.groupId, db)
        let settings = try OrganizationGroupStore.settings(of: group, db)
        let document = composition.document(
            organization: home.name, addresses: addresses, areas: areas, names: names.names(for: settings.sdkGeneration)
        )
        let isVerbatim = device == nil || !settings.isOn(.replaceLookupValues)
        let lookups =
            try isVerbatim
            ? nil : device.map { try LookupValues(of: $0, serverURL: origin, oneTimeToken: oneTimeToken, db) }
        let (final, used) = document.replacingLookups(lookups)
        let rendered = try final.rendered()
        var profile = FetchedProfile(
            outcome: .profile, data: rendered.data, format: rendered.format, composition: composition,
            problems: problems, dependsOnOrigin: !addresses.isEmpty)
        profile.lookups = used
        return profile
    }

    /// Addresses of the images that payloads name, by name.
    private func addresses(
        of composition: ProfileComposition, from group: OrganizationGroupRecord, origin: String,
        _ problems: inout [String], _ db: GRDB.Database
    ) throws -> [String: String] {
        var addresses: [String: String] = [:]
        for (payload, key, name) in composition.imageReferences {
            if let image = try BrandingImageStore.nearest(name, from: group, db) {
                addresses[name.lowercased()] = BrandingImageStore.address(of: image, origin: origin)
            } else {
                problems.append("\(payload).\(key): there is no image \(name) in \(group.code) or above it.")
            }
        }
        return addresses
    }

    /// Areas of the geofences that payloads name, by name.
    private func areas(
        of composition: ProfileComposition, from group: OrganizationGroupRecord, _ problems: inout [String],
        _ db: GRDB.Database
    ) throws -> [String: PropertyListValue] {
        var areas: [String: PropertyListValue] = [:]
        for name in composition.geofenceReferences {
            if let geofence = try GeofenceStore.nearest(name, from: group, db) {
                areas[name] = Self.area(of: geofence)
            } else {
                problems.append(
                    "GeofencingSettingsV2.GeofenceAreas: unknown geofence \(name) in \(group.code) or above.")
            }
        }
        return areas
    }

    /// A geofence as clients read it (SDKProfile, section 3.13).
    private static func area(of geofence: GeofenceRecord) -> PropertyListValue {
        .dictionary([
            "CenterX": .real(geofence.latitude), "CenterY": .real(geofence.longitude),
            "Radius": .real(geofence.radius), "Name": .string(geofence.name), "UniqueId": .string(geofence.uuid),
        ])
    }

    /// The profiles that take part, joined; nil for none.
    static func composition(of contributions: [ProfileContribution], _ db: GRDB.Database) throws -> ProfileComposition?
    {
        let parts = try contributions.compactMap { contribution -> ProfileComposition.Part? in
            guard let record = try ProfileRecord.stored(contribution.profileID, db) else { return nil }
            let group = try contribution.group ?? OrganizationGroupStore.group(id: record.groupId, db).code
            return ProfileComposition.Part(record: record, group: group, payloads: try payloads(of: record, db))
        }
        return parts.isEmpty ? nil : ProfileComposition(parts)
    }
}
