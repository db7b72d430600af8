import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// What SDK profiles ask of one device.
extension ProfileCompliance {
    /// A condition in SQL: whether some app that a device has, or had, may get a profile that asks something.
    ///
    /// - Parameter device: Column or parameter with the id of the device.
    /// - Returns: The condition; it may hold for a device whose profiles turn out to ask nothing.
    package static func mayAsk(_ device: String) -> String {
        "EXISTS (\(apps(of: device)))"
    }

    private static func apps(of device: String) -> String {
        """
        SELECT installation.bundleId FROM installation
        JOIN application ON application.bundleId = installation.bundleId
        WHERE installation.deviceId = \(device) AND (
            application.profileId IN (SELECT id FROM sdkProfile WHERE asksCompliance = 1)
            OR application.profileMode = 'default' AND EXISTS (SELECT 1 FROM sdkProfile WHERE asksCompliance = 1))
        """
    }

    /// What the profiles ask for that the apps of a device would get, were it not blocked; each thing once.
    static func rules(for subject: ComplianceSubject, _ db: GRDB.Database) throws -> [RuleInForce] {
        let bundles = try bundles(for: subject, db)
        guard !bundles.isEmpty, var device = try DeviceRecord.stored(subject.deviceID, db) else { return [] }
        // Who is blocked gets no profile, and would be free of what the profile asks for.
        device.complianceStatus = ComplianceStatus.compliant.rawValue
        device.groupId = subject.subtree.ancestorsAndSelf.last ?? device.groupId
        var seen: Set<String> = []
        return try bundles.flatMap { bundle in
            try rules(of: profiles(of: bundle, on: device, db), db).filter { seen.insert($0.rule.uuid).inserted }
        }
    }

    private static func profiles(
        of bundle: BundleIdentifier, on device: DeviceRecord, _ db: GRDB.Database
    ) throws -> [ProfileContribution] {
        device.enrollmentStatus == EnrollmentStatus.enrolled.rawValue
            ? try AssignmentResolver.resolve(bundle: bundle, on: device, db).contributions
            : try AssignmentResolver.unassignedProfiles(of: bundle, on: device, db)
    }

    /// The apps whose profiles may ask something: those in force; once the device is not enrolled, all it has had.
    private static func bundles(for subject: ComplianceSubject, _ db: GRDB.Database) throws -> [BundleIdentifier] {
        let isEnrolled = subject.enrollmentStatus == EnrollmentStatus.enrolled.rawValue
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT bundleId FROM (\(apps(of: "?1")) AND (NOT ?2 OR \(ComplianceSubject.isInForce)))
                ORDER BY bundleId
                """)
        return try String.fetchAll(statement, arguments: [subject.deviceID, isEnrolled])
            .compactMap(BundleIdentifier.init)
    }

    /// What profiles ask for together: of each payload type, the nearest profile that has it counts.
    private static func rules(of contributions: [ProfileContribution], _ db: GRDB.Database) throws -> [RuleInForce] {
        var open = payloadTypes
        var rules: [RuleInForce] = []
        for contribution in contributions where !open.isEmpty {
            guard let profile = try ProfileRecord.stored(contribution.profileID, db), profile.asksCompliance
            else { continue }
            let payloads = try ProfileVersionRecord.payloads(of: profile, db)
            // Of a type that occurs twice the last counts, as for clients.
            let found = open.compactMap { type in payloads.last { $0.type == type } }
            open.removeAll { type in found.contains { $0.type == type } }
            rules += found.flatMap(drafts).map { RuleInForce(rule: record($0, profile), profile: profile.name) }
        }
        return rules
    }

    private static func record(_ draft: ComplianceRuleDraft, _ profile: ProfileRecord) -> ComplianceRuleRecord {
        let uuid = NamedUUID.of([Data(profile.uuid.lowercased().utf8), Data(draft.kind.rawValue.utf8)])
        return draft.record(changing: nil, uuid: uuid, groupID: profile.groupId, at: profile.updatedAt)
    }
}
