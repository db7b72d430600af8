import ConsoleModel

/// The bytes of every customer's logs, and each customer's share of the console's room.
///
/// A customer here is the nearest group of that type above a device, else the topmost group below the root; logs of
/// neither, and those whose group is deleted, belong to the root.
struct LogShares: Hashable, Sendable {
    /// Bytes a log counts for besides its text: its row, and what finds it.
    ///
    /// So logs without text are bounded, too.
    static let overhead: Int64 = 1024

    /// Bytes of the logs of each customer that has some, by its id.
    let used: [Int64: Int64]
    /// Bytes that each customer may have.
    let share: Int64

    /// The shares of a room.
    ///
    /// Each customer has an equal part. A customer that has more, from a time when there were fewer customers, keeps
    /// it, and the others have equal parts of the rest. So all together never exceed the room, and no upload makes
    /// another customer's share smaller.
    ///
    /// - Parameters:
    ///   - room: Bytes that all logs may take together.
    ///   - used: Bytes of the logs of each customer that has some.
    ///   - customers: How many customers there are, the root being one.
    init(of room: Int64, used: [Int64: Int64], customers: Int) {
        var (rest, parts) = (room, Int64(max(customers, used.count, 1)))
        for bytes in used.values.sorted(by: >) {
            guard parts > 1, bytes > rest / parts else { break }
            rest -= bytes
            parts -= 1
        }
        self.used = used
        share = max(0, rest / parts)
    }
}
