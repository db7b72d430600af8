import Foundation
import GRDB

/// The rows of an app that administrators change.
struct AppRows: Hashable, Sendable {
    var application: ApplicationRecord
    var package: AppPackageRecord
    var store: StoreApplicationRecord

    /// The rows of an app; those that are not there as they would be.
    init(of application: ApplicationRecord, _ db: GRDB.Database) throws {
        let id = try application.storedID()
        self.application = application
        package = try AppPackageRecord.fetchOne(db, key: id) ?? AppPackageRecord(applicationId: id)
        store = try StoreApplicationRecord.fetchOne(db, key: id) ?? StoreApplicationRecord(applicationId: id)
    }

    /// Stores what differs.
    func save(over former: AppRows, _ db: GRDB.Database) throws {
        if application != former.application { try application.update(db) }
        if package != former.package { try package.save(db) }
        if store != former.store { try store.save(db) }
    }

    /// The rows as the event log tells them.
    func fields() throws -> [String: String?] {
        let encoder = JSONEncoder()
        // What is the same before and after has to read the same.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let information = String(decoding: try encoder.encode(package.information), as: UTF8.self)
        return try EventLogStore.fields(application).merging(
            ["information": information, "externalId": store.externalId, "url": store.url]
        ) { $1 }
    }
}
