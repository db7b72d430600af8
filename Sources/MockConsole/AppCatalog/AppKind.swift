import GRDB

/// Where an app comes from, by the names of the admin API.
enum AppKind: String, CaseIterable, Sendable {
    /// It was uploaded.
    case uploaded = "Internal"
    /// A store has it for everybody.
    case listed = "Public"
    /// Licenses of it were purchased.
    case purchased = "Purchased"

    /// The kind in SQL, where `application` and `store` are its rows.
    static let column = "CASE WHEN store.licenses IS NULL THEN application.type ELSE 'Purchased' END"

    /// The kind of an app.
    static func of(_ record: ApplicationRecord, _ db: GRDB.Database) throws -> AppKind {
        guard record.type != uploaded.rawValue else { return .uploaded }
        let store = try StoreApplicationRecord.fetchOne(db, key: record.id)
        return store?.licenses == nil ? .listed : .purchased
    }
}
