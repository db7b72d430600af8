package import ConsolePlatform

/// A row that the event log records before and after a change.
///
/// Columns that it does not name are never written there: a new column is recorded only once it is listed.
package protocol ToldRecord: StoredRecord, Sendable {
    /// Names of the columns that may be recorded; none of them holds a secret.
    static var toldColumns: Set<String> { get }
}
