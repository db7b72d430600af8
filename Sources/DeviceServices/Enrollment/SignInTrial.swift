import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// What a sign-in of a user with an app on a new device would lead to.
struct SignInTrial: Sendable {
    /// How far the sign-in would get: to a profile, or to what keeps the app from it.
    enum Outcome: String, CaseIterable, Sendable {
        /// The app gets an SDK profile.
        case profile
        /// The sign-in is refused.
        case refused
        /// The assignment ends without a profile (``ResolutionOutcome``).
        case noApplication, applicationRetired, notAssigned, noProfile, noDefaultProfile
        /// The app gets an SDK profile without a payload.
        case emptyProfile
        /// Compliance rules block the device, or wipe it, after its first report.
        case blocked, wiped
    }

    /// The new device that signs in.
    struct Device: Sendable {
        /// What it reports of its model.
        static let model = "iPhone"
        /// A version that an up-to-date device has.
        static let osVersion = "26.0"

        let identifier: DeviceIdentifier
        /// The version of its operating system.
        let osVersion: String
    }

    let user: UserRecord
    let group: OrganizationGroupRecord
    let outcome: Outcome
    /// Why the sign-in is refused; nil if it is not.
    let refusal: LoginRefusal?
    /// Name of the app's record; nil without one.
    let application: String?
    /// Name of the SDK profile that the app has, whether or not the device gets it; nil without one.
    let profile: String?
    /// Names of the smart groups of the group, and of those above it, that contain the device.
    let smartGroups: [String]
    /// What was checked, in order.
    let steps: [ResolutionStep]
}

/// Tries sign-ins on devices that do not exist.
///
/// A trial enrolls the device as a sign-in does, inside a transaction that is rolled back: nothing of it is kept, and no
/// event is published.
struct SignInTrials: Sendable {
    /// The most smart groups that are looked at.
    private static let maximumSmartGroups = 500

    let store: EnrollmentStore
    let signIn: SignIn

    /// Ends the transaction of a trial with its result.
    private struct RolledBack: Error {
        let trial: SignInTrial
    }

    /// Tries a sign-in.
    ///
    /// - Parameters:
    ///   - username: The user, whose password counts as right.
    ///   - bundle: The app.
    ///   - osVersion: The version of the operating system that the device reports.
    ///   - code: The group that the user signs in to.
    ///   - subtree: What the caller may see.
    /// - Returns: What it would lead to.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown group or user.
    func trial(
        of username: String, with bundle: BundleIdentifier, osVersion: String, at code: GroupCode, in subtree: Subtree
    ) async throws -> SignInTrial {
        let (signedIn, now) = try await signedIn(username, at: code, in: subtree)
        guard let identifier = DeviceIdentifier(store.random.secret(byteCount: 20)) else {
            throw ConsoleError(.internalError, "The trial has no identifier for its device.")
        }
        let device = SignInTrial.Device(identifier: identifier, osVersion: osVersion)
        do {
            try SignIn.requirePasswords(in: signedIn.group, signedIn.settings)
            try await signIn.checkRestrictions(signedIn, device.identifier, device: nil)
            try await store.database.write { transaction -> Void in
                throw RolledBack(trial: try result(signedIn, bundle, device, at: now, in: transaction))
            }
        } catch let result as RolledBack {
            return result.trial
        } catch let refusal as LoginRefusal {
            return Self.refused(signedIn, refusal)
        }
        throw ConsoleError(.internalError, "The trial has no result.")
    }

    /// The user, as if the password had been right.
    private func signedIn(
        _ username: String, at code: GroupCode, in subtree: Subtree
    ) async throws -> (SignedInUser, Timestamp) {
        let signedIn = try await store.database.read { db in
            guard let group = try OrganizationGroupStore.group(code: code.value, db), subtree.contains(group) else {
                throw ConsoleError(.notFound, "There is no organization group \(code).")
            }
            guard let user = try UserStore.user(named: username, in: group, db) else {
                throw ConsoleError(.notFound, "There is no user \(username.prefix(80)) in \(code) or above it.")
            }
            return SignedInUser(
                user: user, group: group, settings: try OrganizationGroupStore.settings(of: group, db), tokenID: nil)
        }
        return (signedIn, store.clock.now(in: signedIn.group.id))
    }

    private static func refused(_ signedIn: SignedInUser, _ refusal: LoginRefusal) -> SignInTrial {
        SignInTrial(
            user: signedIn.user, group: signedIn.group, outcome: .refused, refusal: refusal, application: nil,
            profile: nil, smartGroups: [],
            steps: [
                ResolutionStep(
                    rule: "signIn", holds: false,
                    finding: "The sign-in is refused with \(refusal.code.rawValue): \(refusal.reason).")
            ])
    }

    /// Enrolls the device, and follows its app to the profile and through its first report.
    private func result(
        _ signedIn: SignedInUser, _ bundle: BundleIdentifier, _ device: SignInTrial.Device, at now: Timestamp,
        in transaction: Transaction
    ) throws -> SignInTrial {
        let db = transaction.db
        try EnrollmentStore.requireStillAllowed(
            signedIn.user.storedID(), settings: signedIn.settings, byPassword: store.passwords, clock: store.clock,
            in: transaction)
        let request = LoginRequest(device: device.identifier, bundle: bundle)
        let identity = try store.enrolledDevice(request, signedIn, at: now, in: transaction)
        try hold(identity, at: now, in: transaction)
        guard var record = try DeviceRecord.stored(identity.deviceID, db) else {
            throw ConsoleError(.internalError, "The device of the trial is gone.")
        }
        record.complianceStatus = ComplianceStatus.compliant.rawValue
        let resolution = try AssignmentResolver.resolve(bundle: bundle, on: record, explained: true, db)
        let profiles = try AssignmentResolver.unassignedProfiles(of: bundle, on: record, db)
        let smartGroups = try smartGroups(containing: identity.deviceID, from: signedIn.group, db)
        let isEmpty = try resolution.outcome == .profile && !hasPayloads(resolution.contributions, db)
        let findings = try report(of: device, identity, version: resolution.application?.version, db)
        return SignInTrial(
            user: signedIn.user, group: signedIn.group,
            outcome: Self.outcome(resolution.outcome, isEmpty: isEmpty, findings), refusal: nil,
            application: resolution.application?.name, profile: try profiles.first.flatMap { try name(of: $0, db) },
            smartGroups: smartGroups,
            steps: [
                ResolutionStep(
                    rule: "signIn", holds: true,
                    finding: "\(signedIn.user.username) may sign in at \(signedIn.group.code) on a new device.")
            ] + resolution.steps
                + (isEmpty
                    ? [ResolutionStep(rule: "profile", holds: false, finding: "The SDK profile has no payload.")] : [])
                + findings.map {
                    ResolutionStep(rule: "compliance", holds: !Self.isBarred($0), finding: $0.sentence)
                })
    }

    /// Gives the app a credential, because only an app with one counts as installed.
    private func hold(_ identity: DeviceIdentity, at now: Timestamp, in transaction: Transaction) throws {
        try CredentialStore.register(
            AccessTokenRecord(
                id: nil, jti: store.random.uuid(), deviceId: identity.deviceID,
                installationId: identity.installationID, userId: identity.userID,
                authenticationGroup: identity.authenticationGroup, issuedAt: now, expiresAt: now.adding(seconds: 60),
                revokedAt: nil, revokedReason: nil),
            in: transaction)
    }

    /// Stores what the first beacon of the device reports, and asks the compliance rules.
    private func report(
        of device: SignInTrial.Device, _ identity: DeviceIdentity, version: String?, _ db: GRDB.Database
    ) throws -> [ComplianceFinding] {
        try db.execute(
            sql: "UPDATE device SET model = ?, osVersion = ?, osVersionNumber = ? WHERE id = ?",
            arguments: [
                SignInTrial.Device.model, device.osVersion, OSVersion.number(device.osVersion), identity.deviceID,
            ])
        try db.execute(
            sql: "UPDATE installation SET appVersion = ? WHERE id = ?",
            arguments: [version?.isEmpty == true ? nil : version, identity.installationID])
        return try ComplianceStore.findings(asReportedBy: identity.deviceID, db)
    }

    /// Whether a finding keeps the device from its profile.
    private static func isBarred(_ finding: ComplianceFinding) -> Bool {
        finding.outcome == .broken && finding.rule.action != .markNonCompliant
    }

    private static func outcome(
        _ resolution: ResolutionOutcome, isEmpty: Bool, _ findings: [ComplianceFinding]
    ) -> SignInTrial.Outcome {
        guard resolution == .profile else { return SignInTrial.Outcome(rawValue: resolution.rawValue) ?? .noProfile }
        if isEmpty { return .emptyProfile }
        let actions = Set(findings.filter(isBarred).map(\.rule.action))
        return actions.contains(.wipe) ? .wiped : actions.contains(.block) ? .blocked : .profile
    }

    private func hasPayloads(_ contributions: [ProfileContribution], _ db: GRDB.Database) throws -> Bool {
        try contributions.contains { contribution in
            guard let profile = try ProfileRecord.stored(contribution.profileID, db) else { return false }
            return try !ProfileVersionRecord.payloads(of: profile, db).isEmpty
        }
    }

    private func name(of contribution: ProfileContribution, _ db: GRDB.Database) throws -> String? {
        try ProfileRecord.stored(contribution.profileID, db)?.name
    }

    /// Names of the smart groups of a group, and of those above it, that contain a device.
    private func smartGroups(
        containing deviceID: Int64, from group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws -> [String] {
        let records = try SQLRequest<SmartGroupRecord>(
            literal: """
                SELECT * FROM smartGroup WHERE groupId IN (\(.ids(Set(group.ancestorsAndSelf))))
                ORDER BY id LIMIT \(Self.maximumSmartGroups)
                """
        ).fetchAll(db)
        return try records.filter { try SmartGroupMembership.contains(device: deviceID, in: $0.storedID(), db) }
            .map(\.name)
    }
}
