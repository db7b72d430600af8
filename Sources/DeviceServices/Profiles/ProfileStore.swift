import ConsoleModel
import ConsolePlatform
package import DeviceProtocol
package import Foundation
import GRDB
import NIOCore
import NIOFoundationCompat

/// What an app gets when it fetches its SDK profile.
struct FetchedProfile: Sendable {
    /// How the question was answered.
    let outcome: ResolutionOutcome
    /// The property list; empty if no profile is assigned, as real consoles answer.
    let data: Data
    /// The same as it is sent: its bytes are shared by all answers that have them.
    let body: ByteBuffer
    /// Its form.
    let format: PropertyListFormat
    /// Its parts; nil if no profile is assigned.
    let composition: ProfileComposition?
    /// What is wrong with it, each a sentence.
    let problems: [String]
    /// Whether addresses in it depend on where clients find the console.
    let dependsOnOrigin: Bool
    /// Why it is empty, as a sentence; set once, when that is found out.
    var newReason: String?
    /// Look-up values that its custom settings have.
    var lookups: Set<LookupValue> = []

    /// A profile as it is sent.
    init(
        outcome: ResolutionOutcome, data: Data, format: PropertyListFormat, composition: ProfileComposition?,
        problems: [String], dependsOnOrigin: Bool
    ) {
        self.outcome = outcome
        self.data = data
        body = ByteBuffer(data: data)
        self.format = format
        self.composition = composition
        self.problems = problems
        self.dependsOnOrigin = dependsOnOrigin
    }

    /// Whether it shares sessions among the developer's apps.
    var isSingleSignOnEnabled: Bool { composition?.isSingleSignOnEnabled ?? false }

    /// No profile, for a reason.
    static func none(_ outcome: ResolutionOutcome) -> FetchedProfile {
        FetchedProfile(
            outcome: outcome, data: Data(), format: .xml, composition: nil, problems: [], dependsOnOrigin: false)
    }
}

/// SDK profiles: which one an app gets, rendered.
package struct ProfileStore: Sendable {
    /// A rendered profile, and for which origin: nearly all look the same from everywhere.
    private struct Rendered: Sendable {
        let profile: FetchedProfile
        let origin: String
    }

    let database: ConsoleDatabase
    let clock: ConsoleClock
    let compliance: ComplianceStore
    /// The names of some settings for clients.
    let names: ProfileWireNames
    let random: RandomSource
    private let cache = GenerationCache<Int64, Rendered>()

    /// Profiles of a database.
    init(
        database: ConsoleDatabase, clock: ConsoleClock, compliance: ComplianceStore, random: RandomSource,
        names: ProfileWireNames = .standard
    ) {
        self.random = random
        self.names = names
        self.database = database
        self.clock = clock
        self.compliance = compliance
    }

    /// The profile of an installation, and a note on the installation when it differs from the last one.
    ///
    /// Compliance is evaluated, and the profile resolved and rendered, once per generation of the configuration: what
    /// may change either moves the generation.
    ///
    /// - Parameters:
    ///   - identity: The app on the device.
    ///   - origin: Where the client finds the console, for addresses of images.
    /// - Returns: The profile.
    /// - Throws: ``ConsoleError`` `notFound` if the device was deleted meanwhile.
    func fetch(for identity: DeviceIdentity, origin: String) async throws -> FetchedProfile {
        let generation = database.generation
        let id = identity.installationID
        // One for each app: a client that says ever other hosts fills no memory.
        if let known = cache.cached(id, generation: generation),
            known.origin == origin || !known.profile.dependsOnOrigin
        {
            return known.profile
        }
        if try await compliance.evaluate(device: identity.deviceID) == .wiped { return .none(.blocked) }
        let now = clock.now(in: identity.groupID)
        var (profile, note) = try await database.read { db in
            try resolve(installation: id, origin: origin, at: now, db)
        }
        if let note { try await keep(note) }
        if profile.lookups.contains(.oneTimeToken) {
            let token = try await handedOutToken(onDevice: identity.deviceID, at: now)
            profile = try await database.read { db in
                try resolve(installation: id, origin: origin, oneTimeToken: token, at: now, db).0
            }
        }
        // Names and numbers of devices change without the configuration.
        if profile.lookups.isEmpty {
            cache.store(Rendered(profile: profile, origin: origin), for: id, generation: generation)
        }
        if note != nil, profile.composition == nil { profile.newReason = try await reason(for: identity) }
        return profile
    }

    /// Why an app gets no profile, as a sentence.
    private func reason(for identity: DeviceIdentity) async throws -> String? {
        try await database.read { db in
            guard let device = try DeviceRecord.stored(identity.deviceID, db) else { return nil }
            let resolution = try AssignmentResolver.resolve(bundle: identity.bundle, on: device, explained: true, db)
            return resolution.steps.filter { !$0.holds }.map(\.finding).joined(separator: " ")
        }
    }

    /// Writes only the columns that a fetch notes, so that a beacon's changes since the row was read stay.
    ///
    /// - Throws: ``ConsoleError`` `notFound` if the device was deleted meanwhile.
    func keep(_ note: InstallationRecord) async throws {
        let columns = [
            "applicationId", "profileId", "profileVersion", "profileOutcome", "profileAt", "singleSignOn",
        ]
        try await database.write { transaction in
            guard try InstallationRecord.exists(transaction.db, key: note.id) else {
                throw ConsoleError(.notFound, "The device was deleted while its app asked for a profile.")
            }
            try note.update(transaction.db, columns: columns)
        }
    }

    /// A token that stands for `{OneTimeToken}` in a profile that a device gets.
    private func handedOutToken(onDevice deviceID: Int64, at now: Timestamp) async throws -> String {
        let token = random.secret()
        try await database.write { try OneTimeTokens.keep(token, onDevice: deviceID, at: now, in: $0) }
        return token
    }

    /// The profile an app would get on a device; nothing is noted.
    func preview(_ bundle: BundleIdentifier, onDevice deviceID: Int64, origin: String = "") async throws
        -> FetchedProfile
    {
        try await database.read { db in
            let (device, group) = try Self.device(deviceID, db)
            let resolution = try AssignmentResolver.resolve(bundle: bundle, on: device, db)
            return try render(resolution, for: group, on: device, origin: origin, db)
        }
    }

    /// A profile as an app on a device would fetch it if it were given it.
    ///
    /// With what it inherits if it is the one the app gets; by itself otherwise, as an app's own profile.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown profile in the device's group or above it.
    package func rendered(
        _ name: String, for bundle: BundleIdentifier, onDevice deviceID: Int64, origin: String
    ) async throws -> Data {
        let render: @Sendable (GRDB.Database, String?) throws -> (FetchedProfile, groupID: Int64?) = { db, token in
            let (device, group) = try Self.device(deviceID, db)
            let profileID = try Self.profile(name, visibleFrom: group, db).storedID()
            var resolution = try AssignmentResolver.resolve(bundle: bundle, on: device, db)
            if resolution.profileID != profileID {
                resolution = Resolution(
                    outcome: .profile, application: nil,
                    contributions: [ProfileContribution(profileID: profileID, group: nil)], steps: [])
            }
            let profile = try self.render(
                resolution, for: group, on: device, oneTimeToken: token, origin: origin, db)
            return (profile, group.id)
        }
        let (profile, groupID) = try await database.read { try render($0, nil) }
        guard profile.lookups.contains(.oneTimeToken) else { return profile.data }
        let token = try await handedOutToken(onDevice: deviceID, at: clock.now(in: groupID))
        return try await database.read { try render($0, token).0.data }
    }

    /// The composition of profiles.
    func sources(of contributions: [ProfileContribution]) async throws -> (version: Int64, payloads: [PayloadSource]) {
        try await database.read { db in
            let composition = try Self.composition(of: contributions, db)
            return (composition?.version ?? 0, composition?.sources ?? [])
        }
    }
}
