import ConsoleModel
import GRDB

/// Where an app comes from, by the names of the admin API.
package enum AppKind: String, CaseIterable, Sendable {
    /// It was uploaded.
    case uploaded = "Internal"
    /// A store offers it to everybody.
    case listed = "Public"
    /// Licenses of it were purchased.
    case purchased = "Purchased"

    /// The kind in SQL, where `application` and `store` are its rows.
    static let column = "CASE WHEN store.licenses IS NULL THEN application.type ELSE 'Purchased' END"

    /// The kind of an app.
    static func of(_ record: ApplicationRecord, _ db: GRDB.Database) throws -> AppKind {
        of(record, try PublicApplicationRecord.fetchOne(db, key: record.id))
    }

    /// The kind of an app of which its store says something or nothing.
    static func of(_ record: ApplicationRecord, _ store: PublicApplicationRecord?) -> AppKind {
        if record.type == uploaded.rawValue { return .uploaded }
        return store?.licenses == nil ? .listed : .purchased
    }
}
