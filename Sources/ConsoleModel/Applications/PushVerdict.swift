package import ConsolePlatform
package import GRDB

/// Whether something could be pushed to an app on a device, as a console with the service of Apple would do
/// (AdminAPI, "Pushing").
package struct PushVerdict: Codable, Hashable, Sendable, DatabaseValueConvertible {
    /// What stands in the way, first of the app, then of the device.
    package enum Obstacle: String, CaseIterable, Sendable {
        case otherPlatform, noApplication, applicationRetired, notSupported, noCertificate, wrongTopic,
            wrongEnvironment, certificateNotYetValid, certificateExpired, noPushToken
    }

    /// The word for something that could be pushed.
    package static let possibleCode = "possible"

    /// Whether it could be.
    package let possible: Bool
    /// `possible`, or what stands in the way.
    package let code: String
    /// What stands in the way, as a sentence.
    package let reason: String?

    /// It could be.
    package static let possible = PushVerdict(possible: true, code: possibleCode, reason: nil)

    /// It could not be.
    package static func impossible(_ obstacle: Obstacle, _ reason: String) -> PushVerdict {
        PushVerdict(possible: false, code: obstacle.rawValue, reason: reason)
    }

    /// How many of some verdicts have each code.
    package static func counts(_ verdicts: some Sequence<PushVerdict?>) -> [String: Int] {
        Dictionary(verdicts.compactMap { $0 }.map { ($0.code, 1) }, uniquingKeysWith: +)
    }
}

extension PushSettings {
    /// Whether an app with these settings could be pushed to at a time.
    ///
    /// - Parameters:
    ///   - app: What the app is called in a reason.
    ///   - bundle: Its bundle identifier.
    ///   - now: The time of the group that is asked about.
    /// - Returns: The verdict, in which no device plays a part.
    package func verdict(of app: String, bundle: String, at now: Timestamp) -> PushVerdict {
        guard isSupported else { return .impossible(.notSupported, "\(app) does not support APNs.") }
        let which = "\(environment.rawValue) certificate of \(app)"
        guard let der = certificates[environment], let certificate = try? PushCertificate(der: der) else {
            return .impossible(.noCertificate, "\(app) has no \(environment.rawValue) certificate for APNs.")
        }
        guard certificate.isFor(bundle) else {
            let topics = certificate.topics.prefix(3).joined(separator: ", ")
            return .impossible(.wrongTopic, "The \(which) is for \(topics), not for \(bundle).")
        }
        guard certificate.isFor(environment) else {
            let others = certificate.environments.map(\.rawValue).joined(separator: " and ")
            return .impossible(.wrongEnvironment, "The \(which) is one for \(others).")
        }
        guard certificate.validFrom <= now else {
            return .impossible(
                .certificateNotYetValid, "The \(which) is not valid before \(certificate.validFrom).")
        }
        guard certificate.validUntil >= now else {
            return .impossible(.certificateExpired, "The \(which) expired at \(certificate.validUntil).")
        }
        return .possible
    }
}

/// Judges whether apps on devices could be pushed to; what several of them have in common is asked for once.
package struct PushOutlook {
    /// What apps on devices have in common.
    private struct Kind: Hashable {
        let bundle: String
        let platform: String
        let group: Int64
        let version: String?
    }

    private let db: GRDB.Database
    private var found: [Kind: PushVerdict] = [:]

    /// An outlook inside a transaction.
    package init(_ db: GRDB.Database) {
        self.db = db
    }

    /// Whether an app on a device could be pushed to.
    ///
    /// - Parameters:
    ///   - installationID: The app on the device.
    ///   - now: The time in the group of the device.
    /// - Returns: The verdict; nil if the app is not on the device any more.
    /// - Throws: What the database throws.
    package mutating func verdict(of installationID: Int64, at now: Timestamp) throws -> PushVerdict? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT installation.bundleId, device.platform, device.groupId, installation.appVersion,
                    installation.pushToken, device.identifier
                FROM installation JOIN device ON device.id = installation.deviceId WHERE installation.id = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [installationID]) else { return nil }
        let kind = Kind(bundle: row[0], platform: row[1], group: row[2], version: row[3])
        let verdict = try found[kind] ?? judge(kind, at: now)
        found[kind] = verdict
        let (token, device): (String?, String) = (row[4], row[5])
        guard verdict.possible, token?.isEmpty != false else { return verdict }
        return .impossible(.noPushToken, "The device \(device) has reported no push token of \(kind.bundle).")
    }

    private func judge(_ kind: Kind, at now: Timestamp) throws -> PushVerdict {
        guard kind.platform.lowercased().hasPrefix("apple") else {
            return .impossible(.otherPlatform, "APNs reaches devices of Apple, and this one is \(kind.platform).")
        }
        let group = try OrganizationGroupStore.group(id: kind.group, db)
        let versions = try ApplicationStore.nearest(
            bundle: kind.bundle, platform: kind.platform, from: group, db)
        guard let record = versions.first(where: { $0.version == kind.version }) ?? versions.first else {
            return .impossible(
                .noApplication, "\(kind.bundle) has no record in the group \(group.code) or above it.")
        }
        guard record.isActive else {
            return .impossible(.applicationRetired, "The record of \(kind.bundle) is retired or inactive.")
        }
        return try PushSettings(of: record.storedID(), db).verdict(of: record.title, bundle: record.bundleId, at: now)
    }
}

extension ApplicationRecord {
    /// Bundle identifier and version, such as `com.example.demo 1.4.2`.
    package var title: String { version.isEmpty ? bundleId : "\(bundleId) \(version)" }
}
