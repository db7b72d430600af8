import Foundation

/// Tells the time for each organization group, so that a group can have its own.
package struct ConsoleClock: Sendable {
    /// The time in a group.
    private let read: @Sendable (Int64?) -> Timestamp
    /// The time of the machine.
    private let readMachine: @Sendable () -> Timestamp

    /// A clock that asks a function.
    package init(_ read: @escaping @Sendable (Int64?) -> Timestamp) {
        self.read = read
        readMachine = { read(nil) }
    }

    /// A clock that asks a function, around one that nobody sets.
    package init(around machine: ConsoleClock, _ read: @escaping @Sendable (Int64?) -> Timestamp) {
        self.read = read
        readMachine = machine.readMachine
    }

    /// The time in a group, for what belongs to that group; nil, for a row whose group is deleted, is the machine's time.
    package func now(in group: Int64?) -> Timestamp { group.map(read) ?? machine }

    /// The time of this machine, whatever clocks of groups show: for limits, lifetimes of sandboxes and sessions, the
    /// journal, backups, and certificates (Clocks, "What belongs to the machine").
    package var machine: Timestamp { readMachine() }

    /// The clock of this machine.
    package static let system = ConsoleClock { _ in Timestamp(Date()) }
}
