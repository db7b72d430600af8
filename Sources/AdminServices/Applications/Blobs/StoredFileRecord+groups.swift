import ConsoleModel
import GRDB

extension StoredFileRecord {
    /// Files that uploads and apps of a subtree refer to.
    static func files(of subtree: Subtree, _ db: GRDB.Database) throws -> [StoredFileRecord] {
        try StoredFileRecord.fetchAll(
            db,
            sql: """
                SELECT * FROM storedFile WHERE id IN (
                    SELECT fileId FROM blob WHERE groupId IN (\(Subtree.groups(in: "?1")))
                    UNION SELECT applicationPackage.fileId FROM applicationPackage
                        JOIN application ON application.id = applicationPackage.applicationId
                        WHERE application.groupId IN (\(Subtree.groups(in: "?1"))))
                """, arguments: [subtree])
    }
}

extension UploadChunkRecord {
    /// Names of the files of uploads under way to a subtree.
    static func names(of subtree: Subtree, _ db: GRDB.Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT uploadChunk.name FROM uploadChunk
                JOIN uploadTransaction ON uploadTransaction.id = uploadChunk.transactionId
                WHERE uploadTransaction.groupId IN (\(Subtree.groups(in: "?1")))
                """, arguments: [subtree])
    }
}
