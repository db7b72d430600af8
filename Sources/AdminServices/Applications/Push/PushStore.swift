import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// How an app is pushed to, with what a person should know of it.
struct PushEntry: Sendable {
    let application: ApplicationRecord
    let settings: PushSettings
    /// The time in the app's group.
    let now: Timestamp
}

/// How apps are pushed to: a switch, and certificates (AdminApplications, "Pushing").
struct PushStore: Sendable {
    /// Apps of any kind.
    let catalog: AppCatalogStore

    /// How an app is pushed to.
    ///
    /// - Throws: ``AppRefusal/missingLater``.
    func settings(of reference: RecordReference, for administrator: AdministratorIdentity) async throws -> PushEntry {
        try await catalog.database.read { db in
            let record = try catalog.require(reference, for: administrator, else: AppRefusal.missingLater, db)
            return PushEntry(
                application: record, settings: try PushSettings(of: record.storedID(), db),
                now: catalog.clock.now(in: record.groupId))
        }
    }

    /// Sets the switch, or which certificate is used.
    ///
    /// - Throws: ``AppRefusal/missingLater``; ``ConsoleError`` `badRequest` for an app of a platform without APNs.
    func change(_ reference: RecordReference, to order: PushOrder, by administrator: AdministratorIdentity)
        async throws -> PushEntry
    {
        try await change(reference, by: administrator) { settings, _ in
            settings.isSupported = order.isSupported ?? settings.isSupported
            settings.environment = order.environment ?? settings.environment
        }
    }

    /// Takes a certificate in place of the one the app had for the server.
    ///
    /// The first one also sets the switch, as a certificate is uploaded for that.
    ///
    /// - Throws: ``AppRefusal/missingLater``; ``ConsoleError`` `badRequest` for an app of a platform without APNs.
    func upload(_ upload: PushUpload, to reference: RecordReference, by administrator: AdministratorIdentity)
        async throws -> PushEntry
    {
        let certificate = upload.certificate
        return try await change(reference, by: administrator) { settings, now in
            let environment = upload.environment ?? certificate.environments.first ?? .production
            if !settings.isSupported, settings.certificates.isEmpty {
                (settings.isSupported, settings.environment) = (true, environment)
            }
            settings.set(certificate.der, for: environment, at: now)
        }
    }

    /// Takes a certificate away.
    ///
    /// - Throws: ``AppRefusal/missingLater``; ``ConsoleError`` `notFound` if the app has none for the server.
    func discard(
        _ environment: PushEnvironment, of reference: RecordReference, by administrator: AdministratorIdentity
    ) async throws {
        _ = try await change(reference, by: administrator) { settings, now in
            guard settings.certificates[environment] != nil else {
                throw ConsoleError(.notFound, "The app has no \(environment.rawValue) certificate for APNs.")
            }
            settings.set(nil, for: environment, at: now)
        }
    }

    /// How many certificates expire while some time passes.
    @Sendable static func countExpired(in span: DueSpan, _ db: GRDB.Database) throws -> Int {
        let certificates = try SQLRequest<Data>(
            literal: """
                SELECT certificate FROM pushCertificate JOIN application ON application.id = applicationId
                WHERE \(span.condition("application.groupId"))
                """
        ).fetchAll(db)
        return certificates.compactMap { try? PushCertificate(der: $0).validUntil }
            .count { $0 >= span.from && $0 < span.to }
    }

    /// Changes the settings of an app in one transaction, and notes it.
    private func change(
        _ reference: RecordReference, by administrator: AdministratorIdentity,
        _ body: @escaping @Sendable (inout PushSettings, _ now: Timestamp) throws -> Void
    ) async throws -> PushEntry {
        try await catalog.database.write { transaction in
            let db = transaction.db
            let record = try catalog.require(reference, for: administrator, else: AppRefusal.missingLater, db)
            guard record.supportsPushing else {
                throw ConsoleError(
                    .badRequest, "APNs is for apps of Apple's platforms; this one is for \(record.platform).")
            }
            let id = try record.storedID()
            let now = catalog.clock.now(in: record.groupId)
            let former = try PushSettings(of: id, db)
            var settings = former
            try body(&settings, now)
            let entry = PushEntry(application: record, settings: settings, now: now)
            guard settings != former else { return entry }
            try settings.save(of: id, at: now, in: transaction)
            try catalog.events.record(
                ConsoleEvent(
                    action: .applicationUpdated, subjectKind: "application", subject: record.bundleId,
                    groupID: record.groupId, at: now),
                by: .administrator(administrator.name), before: former.fields, after: settings.fields,
                in: transaction)
            return entry
        }
    }
}

extension ApplicationRecord {
    /// Whether the service of Apple reaches its platform.
    var supportsPushing: Bool {
        switch AppPlatform(platform) {
        case .apple, .appleTV, .macOS: true
        default: false
        }
    }
}
