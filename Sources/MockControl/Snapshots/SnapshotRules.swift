/// What bounds snapshots (Configuration, "Snapshots").
package struct SnapshotRules: Sendable {
    /// The most there may be.
    let count: Int
    /// Bytes they may take together.
    let bytes: Int

    /// Made of its parts.
    package init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }
}
