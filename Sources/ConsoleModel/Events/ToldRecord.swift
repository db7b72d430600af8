package import ConsolePlatform

/// A row the event log tells of, before and after a change.
///
/// What it does not name is never written there: another column is told only once somebody has said that it may be.
package protocol ToldRecord: StoredRecord, Sendable {
    /// Names of the columns that may be told; none of them holds a secret.
    static var toldColumns: Set<String> { get }
}
