import Foundation
package import GRDB

/// The database as a whole: copied beside reads and writes, and replaced between two commits.
extension ConsoleDatabase {
    /// Copies the database as it is to a file that is not there yet.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if it cannot be written; what is left of it then, the caller removes.
    package func copy(to path: String) async throws {
        do {
            try PrivateFile.create(at: path).close()
            let file = try DatabaseQueue(path: path)
            defer { try? file.close() }
            try await pool.read { source in
                try file.writeWithoutTransaction { copy in
                    try copy.execute(sql: "PRAGMA synchronous = OFF")
                    try source.backup(to: copy)
                }
            }
        } catch let error as DatabaseError {
            throw Self.consoleError(error)
        }
    }

    /// Puts another state in the place of this one, in one commit between two others.
    ///
    /// Reads that have begun see the state before. Everything that is cached is loaded anew, and what is answered for
    /// an earlier epoch is refused from then on.
    ///
    /// - Parameters:
    ///   - template: The state.
    ///   - prepare: Changes the state before, with a look at the one that is replaced.
    /// - Throws: What `prepare` throws, ``ConsoleError`` `unavailable` if the state cannot be written. The database is
    ///   as it was then.
    package func replace(
        by template: DatabaseTemplate,
        preparing prepare: @escaping @Sendable (_ state: GRDB.Database, _ present: GRDB.Database) throws -> Void
    ) async throws {
        guard isFileInPlace() else { throw Self.fileIsGone }
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            // The callback form: a cancelled task must not interrupt it.
            pool.asyncWriteWithoutTransaction { [self] present in
                continuation.resume(
                    returning: Result {
                        try template.queue.writeWithoutTransaction { state in
                            try state.inTransaction {
                                try prepare(state, present)
                                return .commit
                            }
                            beginEpoch()
                            try state.backup(to: present)
                        }
                    })
            }
        }
        invalidate()
        do {
            try result.get()
        } catch let error as DatabaseError {
            throw Self.consoleError(error)
        }
    }
}
