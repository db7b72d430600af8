package import GRDB

extension RecordReference {
    /// What to compare the column with.
    package var value: DatabaseValue {
        switch self {
        case .id(let id): id.databaseValue
        case .uuid(let uuid): uuid.databaseValue
        }
    }
}

extension StoredRecord {
    /// The row that it names; nil if there is none.
    package static func find(_ reference: RecordReference, _ db: GRDB.Database) throws -> Self? {
        try first(where: "\(reference.column) = ?", [reference.value], db)
    }
}
