import DeviceProtocol
import Foundation
import GRDB

/// What an app gets when it fetches its SDK profile.
struct FetchedProfile: Sendable {
    /// How the question was answered.
    let outcome: ResolutionOutcome
    /// The property list; empty if no profile is assigned, as real consoles answer.
    let data: Data
    /// Its form.
    let format: PropertyListFormat
    /// Whether it shares sessions among the developer's apps.
    let isSingleSignOnEnabled: Bool

    /// No profile, for a reason.
    static func none(_ outcome: ResolutionOutcome) -> FetchedProfile {
        FetchedProfile(outcome: outcome, data: Data(), format: .xml, isSingleSignOnEnabled: false)
    }
}

/// SDK profiles: which one an app gets, rendered.
struct ProfileStore: Sendable {
    let database: Database
    let clock: ConsoleClock
    let compliance: ComplianceStore
    private let cache = GenerationCache<Int64, FetchedProfile>()

    /// Profiles of a database.
    init(database: Database, clock: ConsoleClock, compliance: ComplianceStore) {
        self.database = database
        self.clock = clock
        self.compliance = compliance
    }

    /// The profile of an installation, and a note on the installation when it differs from the last one.
    ///
    /// Compliance is evaluated, and the profile resolved and rendered, once per generation of the configuration: what
    /// may change either moves the generation.
    func fetch(for identity: DeviceIdentity) async throws -> FetchedProfile {
        try await cache.value(for: identity.installationID, generation: database.generation) {
            let now = clock.now(in: identity.groupID)
            if try await compliance.evaluate(device: identity.deviceID) == .wiped { return .none(.blocked) }
            let (profile, note) = try await database.read { db in
                try Self.resolve(installation: identity.installationID, at: now, db)
            }
            if let note {
                // Only these: what a beacon has changed since the row was read is to stay.
                try await database.write { transaction in
                    try note.update(
                        transaction.db,
                        columns: [
                            "applicationId", "profileId", "profileVersion", "profileOutcome", "profileAt",
                            "singleSignOn",
                        ])
                }
            }
            return profile
        }
    }

    /// The profile an app would get on a device; nothing is noted.
    func preview(_ bundle: BundleIdentifier, onDevice deviceID: Int64) async throws -> FetchedProfile {
        try await database.read { db in
            guard let device = try DeviceRecord.fetchOne(db, key: deviceID) else {
                throw ConsoleError(.notFound, "The device is deleted.")
            }
            return try Self.render(try AssignmentResolver.resolve(bundle: bundle, on: device, db), db).profile
        }
    }

    /// A profile as an app on a device would fetch it if it were given it.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for a profile there is not in the device's group or above it.
    func rendered(_ name: String, for bundle: BundleIdentifier, onDevice deviceID: Int64) async throws -> Data {
        try await database.read { db in
            guard let device = try DeviceRecord.fetchOne(db, key: deviceID) else {
                throw ConsoleError(.notFound, "The device is deleted.")
            }
            let group = try OrganizationGroupStore.group(id: device.groupId, db)
            let profile = try Self.profile(name, visibleFrom: group, db)
            let resolution = Resolution(outcome: .profile, application: nil, profileID: profile.id, steps: [])
            return try Self.render(resolution, db).profile.data
        }
    }
}

extension ProfileStore {
    /// The profile with a name or uuid in the nearest group from one up to the root.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    static func profile(
        _ name: String, visibleFrom group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws -> ProfileRecord {
        for id in group.ancestorsAndSelf.reversed() {
            let found = try ProfileRecord.fetchOne(
                db,
                sql: """
                    SELECT * FROM sdkProfile WHERE groupId = ?1 AND (name = ?2 OR uuid = ?2) ORDER BY uuid = ?2 DESC
                    """, arguments: [id, name])
            if let found { return found }
        }
        throw ConsoleError(
            .notFound, "There is no SDK profile \(name.prefix(80)) in \(group.code) or above it.")
    }

    /// The payloads in force of a profile.
    static func payloads(of profile: ProfileRecord, _ db: GRDB.Database) throws -> [ProfilePayload] {
        let record =
            try ProfileVersionRecord
            .filter(sql: "profileId = ? AND version = ?", arguments: [profile.id, profile.version]).fetchOne(db)
        return try record?.decodedPayloads() ?? []
    }

    /// Adds a profile, or a new version of one, unless its payloads are what they were.
    ///
    /// - Parameters:
    ///   - profile: Name, group and so on; `version` is the least the new version may have.
    ///   - payloads: Validated payloads.
    ///   - now: The time.
    ///   - transaction: Where.
    /// - Returns: The stored record, and whether it changed.
    /// - Throws: What the database throws.
    static func save(
        _ profile: ProfileRecord, payloads: [ProfilePayload], at now: Timestamp, in transaction: Transaction
    ) throws -> (record: ProfileRecord, changed: Bool) {
        var record = profile
        let known = try profile.id.flatMap { try ProfileRecord.fetchOne(transaction.db, key: $0) }
        if let known {
            let samePayloads = try Self.payloads(of: known, transaction.db) == payloads
            let isSameVersion = profile.version <= known.version
            record.version = samePayloads && isSameVersion ? known.version : max(known.version + 1, profile.version)
            record.updatedAt = known.updatedAt
            if record == known { return (known, false) }
        }
        record.updatedAt = now
        try record.save(transaction.db)
        if record.version != known?.version {
            try ProfileVersionRecord(
                profileId: try record.storedID(), version: record.version,
                payloads: try ProfileVersionRecord.encode(payloads), createdAt: now
            ).insert(transaction.db)
        }
        transaction.changesConfiguration()
        return (record, true)
    }

    private static func resolve(
        installation id: Int64, at now: Timestamp, _ db: GRDB.Database
    ) throws -> (FetchedProfile, InstallationRecord?) {
        guard var installation = try InstallationRecord.fetchOne(db, key: id),
            let device = try DeviceRecord.fetchOne(db, key: installation.deviceId),
            let bundle = BundleIdentifier(installation.bundleId)
        else { throw ConsoleError(.notFound, "The device is deleted.") }
        let resolution = try AssignmentResolver.resolve(bundle: bundle, on: device, db)
        let (profile, record) = try render(resolution, db)
        let before = installation
        installation.applicationId = resolution.application?.id
        installation.profileId = record?.id
        installation.profileVersion = record?.version
        installation.profileOutcome = resolution.outcome.rawValue
        installation.singleSignOn = profile.isSingleSignOnEnabled
        guard installation != before else { return (profile, nil) }
        installation.profileAt = now
        return (profile, installation)
    }

    private static func render(_ resolution: Resolution, _ db: GRDB.Database) throws
        -> (profile: FetchedProfile, record: ProfileRecord?)
    {
        guard let id = resolution.profileID, let record = try ProfileRecord.fetchOne(db, key: id) else {
            return (.none(resolution.outcome), nil)
        }
        let payloads = try payloads(of: record, db)
        let group = try OrganizationGroupStore.group(id: record.groupId, db)
        let document = SDKProfileDocument(
            displayName: record.name, description: record.description, identifier: "mockuem.profile.\(record.uuid)",
            organization: group.name, uuid: record.uuid.uppercased(), version: record.version, payloads: payloads)
        let rendered = try document.rendered()
        let authentication = payloads.last { $0.type == "PasscodePoliciesV2" }
        let profile = FetchedProfile(
            outcome: .profile, data: rendered.data, format: rendered.format,
            isSingleSignOnEnabled: authentication?.settings["EnableSingleSignOn"]?.coercedBool ?? false)
        return (profile, record)
    }
}
