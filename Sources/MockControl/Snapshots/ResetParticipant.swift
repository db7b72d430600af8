/// What a room does when everything under it has been replaced (Snapshots).
///
/// It runs while requests are held back: it must not take long, and not fail.
package struct ResetParticipant: Sendable {
    /// Why.
    package enum Occasion: Sendable {
        /// A snapshot was restored.
        case restored(keepsJournal: Bool)
        /// The console went back to its environment file.
        case reset(keepsJournal: Bool)

        /// Whether the journal stays.
        var keepsJournal: Bool {
            switch self {
            case .restored(let keeps), .reset(let keeps): keeps
            }
        }
    }

    /// Lets go of what belonged to the state before.
    package let follow: @Sendable (Occasion) async -> Void

    /// A participant.
    package init(_ follow: @escaping @Sendable (Occasion) async -> Void) {
        self.follow = follow
    }
}
