import ConsolePlatform
import NIOConcurrencyHelpers
import NIOCore

/// What the file of the journal has to follow.
extension JournalMemory {
    /// What the bounds have evicted of one customer.
    struct Eviction: Hashable, Sendable {
        /// How many entries.
        var count: Int
        /// Id of the latest of them.
        var last: Int64
        /// When the latest of them arrived.
        var until: Timestamp?
    }

    /// What has changed since the file was written.
    struct Changes: Sendable {
        /// Entries that are not in the file, the oldest first.
        var entries: [JournalEntry] = []
        /// Entries that may be in the file, and are not as they were.
        var changed: [JournalEntry] = []
        /// Ids of entries that may be in the file and are not in memory any more.
        var removed: [Int64] = []
        /// Ids of all entries, if so many were removed that they were not noted.
        var kept: [Int64]?
        /// Evictions of every customer; nil if there were none since.
        var evictions: [Int64?: Eviction]?
        /// An id that no entry has.
        var nextID: Int64 = 1
    }

    /// How many removed entries are noted one by one.
    static let notedRemovals = 50_000

    /// An id that no entry has.
    var nextID: Int64 { state.withLockedValue { $0.nextID } }

    /// Leaves out ids below one, which entries may have had.
    func skip(to nextID: Int64) {
        state.withLockedValue { $0.nextID = max($0.nextID, nextID) }
    }

    /// Says that a file has entries which are not in memory yet, with ids below one.
    func beginLoading(below nextID: Int64) {
        state.withLockedValue { state in
            state.nextID = max(state.nextID, nextID)
            state.following = Following(written: state.nextID - 1)
            state.isLoading = true
        }
    }

    /// Says that all of the file is in memory.
    func endLoading() {
        let waiting = state.withLockedValue { state in
            state.isLoading = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Goes on once all of the file is in memory.
    func whenLoaded() async {
        await withCheckedContinuation { continuation in
            let isLoaded = state.withLockedValue { state in
                if state.isLoading { state.waiting.append(continuation) }
                return !state.isLoading
            }
            if isLoaded { continuation.resume() }
        }
    }

    /// Wakes somebody whenever there are changes.
    func wake(_ wake: AsyncStream<Void>.Continuation) {
        state.withLockedValue { state in
            state.following?.wake = wake
            state.following?.isAwake = true
        }
        wake.yield()
    }

    /// What has changed since the file was written.
    ///
    /// - Parameter limit: The most entries.
    /// - Returns: What is to be written.
    func changes(limit: Int) -> Changes {
        state.withLockedValue { state in
            guard var following = state.following else { return Changes() }
            var changes = Changes(nextID: state.nextID)
            changes.entries = state.entries(after: following.written, limit: limit)
            following.taken = max(following.taken, changes.entries.last?.id ?? 0)
            following.isAwake = false
            changes.removed = following.removed
            changes.changed = following.takeChanged().compactMap { state.entry($0) }
            if following.isOverflown {
                changes.kept = state.rings.values.flatMap { $0.entries.map(\.id) }
                following.overflow = .taken
            }
            if following.hasEvicted { changes.evictions = state.evictions }
            following.hasEvicted = false
            state.following = following
            return changes
        }
    }

    /// Says that changes are in the file.
    func settle(_ changes: Changes) {
        state.withLockedValue { state in
            guard var following = state.following else { return }
            following.written = max(following.written, changes.entries.last?.id ?? 0)
            following.removed.removeFirst(min(changes.removed.count, following.removed.count))
            following.changing = []
            if changes.kept != nil, following.overflow == .taken { following.overflow = .none }
            state.following = following
        }
    }

    /// Says that changes could not be written.
    func unsettle() {
        state.withLockedValue { state in
            state.following?.hasEvicted = true
            state.following?.giveBackChanged()
        }
    }

    /// Says that the file is a new one, in which nothing is.
    func startOver() {
        state.withLockedValue { state in
            let wake = state.following?.wake
            state.following = Following(written: 0, wake: wake, hasEvicted: true)
        }
    }
}

/// How far a file has followed memory.
struct Following {
    /// Whether more was removed than is noted.
    enum Overflow {
        case none
        /// All ids have to be looked at.
        case due
        /// They are being looked at.
        case taken
    }

    /// Entries up to this id are in the file, as far as they were in memory when it was written.
    var written: Int64
    /// Entries up to this id may be in the file.
    var taken: Int64
    /// Ids of those that were removed.
    var removed: [Int64] = []
    /// Ids of those that are not as they were, and of those of them that are being written.
    private var changed: Set<Int64> = []
    var changing: Set<Int64> = []
    var overflow = Overflow.none
    var wake: AsyncStream<Void>.Continuation?
    /// Whether somebody was woken and has not looked yet.
    var isAwake = false
    /// Whether something was evicted since somebody looked.
    var hasEvicted: Bool

    init(written: Int64, wake: AsyncStream<Void>.Continuation? = nil, hasEvicted: Bool = false) {
        self.written = written
        self.wake = wake
        self.hasEvicted = hasEvicted
        taken = written
    }

    var isOverflown: Bool { overflow != .none }

    /// Notes that an entry is not in memory any more.
    mutating func note(removed id: Int64) {
        guard id <= taken, overflow != .due else { return }
        if removed.count < JournalMemory.notedRemovals { return removed.append(id) }
        removed = []
        overflow = .due
    }

    /// Notes that an entry is not as it was.
    mutating func note(changed id: Int64) {
        if id <= taken { changed.insert(id) }
    }

    /// Ids of entries that are not as they were, to be written now.
    mutating func takeChanged() -> [Int64] {
        changing.formUnion(changed)
        changed = []
        return changing.sorted()
    }

    /// Says that those which were being written were not.
    mutating func giveBackChanged() {
        changed.formUnion(changing)
        changing = []
    }

    /// Wakes whoever follows, unless they are awake.
    mutating func stir() {
        guard !isAwake, let wake else { return }
        isAwake = true
        wake.yield()
    }
}
