import ConsolePlatform

/// A state of the console that is held ready to be put in place.
struct StoredState: Sendable {
    /// What is known of it.
    let manifest: SnapshotManifest
    /// Where it is.
    let place: SnapshotFolder
    /// The state.
    let template: DatabaseTemplate
}
