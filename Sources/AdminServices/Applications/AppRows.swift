import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// The rows of an app that administrators change.
struct AppRows: Hashable, Sendable {
    var application: ApplicationRecord
    var package: AppPackageRecord
    var store: PublicApplicationRecord
    var assignments: AssignmentState
    /// Uuid of its icon.
    private(set) var iconUUID: String?
    /// Another icon than the one it has.
    private var icon: AppIcon?

    /// The rows of an app; missing ones with their defaults.
    init(of application: ApplicationRecord, _ db: GRDB.Database) throws {
        let id = try application.storedID()
        self.application = application
        package = try AppPackageRecord.fetchOne(db, key: id) ?? AppPackageRecord(applicationId: id)
        store = try PublicApplicationRecord.fetchOne(db, key: id) ?? PublicApplicationRecord(applicationId: id)
        assignments = try AssignmentState.load(of: id, db)
        iconUUID = try String.fetchOne(
            db, sql: "SELECT uuid FROM applicationIcon WHERE applicationId = ?", arguments: [id])
    }

    /// Takes another icon, whose address is another one.
    mutating func setIcon(_ icon: AppIcon, uuid: String) {
        (self.icon, iconUUID) = (icon, uuid)
    }

    /// Stores what differs.
    func save(over former: AppRows, at now: Timestamp, in transaction: Transaction) throws {
        let db = transaction.db
        if application != former.application { try application.update(db) }
        if package != former.package { try package.save(db) }
        if store != former.store { try store.save(db) }
        let id = try application.storedID()
        if assignments != former.assignments { try assignments.save(of: id, at: now, in: transaction) }
        guard let icon, let iconUUID else { return }
        try AppIconRecord(applicationId: id, uuid: iconUUID, type: icon.type, data: icon.data).save(db)
    }

    /// The rows for the event log.
    func fields() throws -> [String: String?] {
        let encoder = JSONEncoder()
        // Equal states before and after must read the same.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let information = String(decoding: try encoder.encode(package.information), as: UTF8.self)
        var fields = try EventLogStore.fields(application).merging(
            ["information": information, "externalId": store.externalId, "url": store.url]
        ) { $1 }
        if let iconUUID { fields["icon"] = iconUUID }
        return fields.merging(assignments.fields.filter { $0.value?.isEmpty == false }) { $1 }
    }
}
