package import ConsolePlatform
package import Foundation
package import GRDB

/// Whether an app is pushed to, and by which of its certificates.
package struct PushSettingRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "applicationPush"

    package var applicationId: Int64
    package var isSupported: Bool
    /// Which of its certificates is used.
    package var environment: PushEnvironment

    /// Made of its parts.
    package init(applicationId: Int64, isSupported: Bool, environment: PushEnvironment) {
        self.applicationId = applicationId
        self.isSupported = isSupported
        self.environment = environment
    }
}

/// A certificate an app is pushed to with; without its private key.
package struct PushCertificateRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "pushCertificate"

    package var applicationId: Int64
    package var environment: PushEnvironment
    /// In DER.
    package var certificate: Data
    package var uploadedAt: Timestamp

    /// Made of its parts.
    package init(applicationId: Int64, environment: PushEnvironment, certificate: Data, uploadedAt: Timestamp) {
        self.applicationId = applicationId
        self.environment = environment
        self.certificate = certificate
        self.uploadedAt = uploadedAt
    }
}

/// How an app is pushed to: the switch, and a certificate for each server at most.
package struct PushSettings: Hashable, Sendable {
    /// Whether the app supports it.
    package var isSupported = false
    /// Which of the certificates is used.
    package var environment = PushEnvironment.production
    /// By server, in DER.
    package var certificates: [PushEnvironment: Data] = [:]
    /// When they were uploaded.
    package var uploads: [PushEnvironment: Timestamp] = [:]

    /// Not at all.
    package init() {}

    /// What an app says; as an app that never said anything, if it did not.
    package init(of applicationID: Int64, _ db: GRDB.Database) throws {
        if let setting = try PushSettingRecord.fetchOne(db, key: applicationID) {
            (isSupported, environment) = (setting.isSupported, setting.environment)
        }
        let records = try PushCertificateRecord.all(where: "applicationId = ?", [applicationID], db)
        for record in records {
            certificates[record.environment] = record.certificate
            uploads[record.environment] = record.uploadedAt
        }
    }

    /// Whether anybody has said anything.
    package var isEmpty: Bool { !isSupported && environment == .production && certificates.isEmpty }

    /// The certificates, read, with the servers they were uploaded for.
    package var readCertificates: [(certificate: PushCertificate, environment: PushEnvironment)] {
        PushEnvironment.allCases.compactMap { environment in
            certificates[environment].flatMap { try? PushCertificate(der: $0) }.map { ($0, environment) }
        }
    }

    /// Whether another app would be pushed to in the same way, whenever certificates were uploaded.
    package func isSame(as other: PushSettings) -> Bool {
        isSupported == other.isSupported && environment == other.environment && certificates == other.certificates
    }

    /// Takes a certificate, or takes one away.
    package mutating func set(_ certificate: Data?, for environment: PushEnvironment, at now: Timestamp) {
        certificates[environment] = certificate
        uploads[environment] = certificate == nil ? nil : now
    }

    /// Stores it in place of what an app said before.
    package func save(of applicationID: Int64, at now: Timestamp, in transaction: Transaction) throws {
        let db = transaction.db
        try PushSettingRecord.deleteOne(db, key: applicationID)
        try PushCertificateRecord.filter(sql: "applicationId = ?", arguments: [applicationID]).deleteAll(db)
        guard !isEmpty else { return }
        try PushSettingRecord(applicationId: applicationID, isSupported: isSupported, environment: environment)
            .insert(db)
        for (environment, certificate) in certificates {
            try PushCertificateRecord(
                applicationId: applicationID, environment: environment, certificate: certificate,
                uploadedAt: uploads[environment] ?? now
            ).insert(db)
        }
    }

    /// As the event log tells it.
    package var fields: [String: String?] {
        var fields: [String: String?] = [
            "supportsApns": String(isSupported), "pushEnvironment": environment.rawValue,
        ]
        for (environment, der) in certificates {
            fields["pushCertificate.\(environment.rawValue)"] = CertificateSummary(der: der)?.thumbprint
        }
        return fields
    }
}
