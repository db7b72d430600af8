import ConsolePlatform

/// A clock that does not show the time of the machine.
enum GroupClock: Hashable, Sendable {
    /// It stands.
    case frozen(at: Timestamp)
    /// It runs, some milliseconds ahead of the machine.
    case running(ahead: Int64)

    /// What clocks may show when they are set: token lifetimes and certificates still fit into a calendar behind it.
    static let readings = Timestamp(milliseconds: 0)...Timestamp(milliseconds: 221_845_392_000_000)

    /// What it shows.
    func reading(at machine: Timestamp) -> Timestamp {
        switch self {
        case .frozen(let time): time
        case .running(let ahead): Timestamp(milliseconds: machine.milliseconds + ahead)
        }
    }

    /// A clock that shows a time now, and runs on from there.
    static func running(from time: Timestamp, at machine: Timestamp) -> GroupClock {
        .running(ahead: time.milliseconds - machine.milliseconds)
    }

    /// The same clock with another time on it: one that stands goes on standing.
    func showing(_ time: Timestamp, at machine: Timestamp) -> GroupClock {
        switch self {
        case .frozen: .frozen(at: time)
        case .running: .running(from: time, at: machine)
        }
    }
}
