/// A commit, for whoever measures.
package struct CommitReport: Sendable {
    /// How many units it took together.
    package let units: Int
    /// How long it took, waiting for the connection included.
    package let nanoseconds: Int64
}
