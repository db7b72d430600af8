import Foundation

/// Tells the time for each organization group, so that a group can have its own.
package struct ConsoleClock: Sendable {
    /// The time in a group, or outside any group for nil.
    private let read: @Sendable (Int64?) -> Timestamp

    /// A clock that asks a function.
    package init(_ read: @escaping @Sendable (Int64?) -> Timestamp) {
        self.read = read
    }

    /// The time in a group; nil asks for the console's own.
    package func now(in group: Int64?) -> Timestamp { read(group) }

    /// The clock of this machine.
    package static let system = ConsoleClock { _ in Timestamp(Date()) }
}
