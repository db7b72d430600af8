import Foundation

/// Tells the time for each organization group, so that a group can have its own.
package struct ConsoleClock: Sendable {
    /// The time in a group, or outside any group for nil.
    private let read: @Sendable (Int64?) -> Timestamp
    /// The time outside of the console.
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

    /// The time in a group; nil asks for the console's own, which is that of the topmost group.
    package func now(in group: Int64?) -> Timestamp { read(group) }

    /// The time of this machine, whatever clocks of groups show: for what has to agree with the world outside.
    package var machine: Timestamp { readMachine() }

    /// The clock of this machine.
    package static let system = ConsoleClock { _ in Timestamp(Date()) }
}
