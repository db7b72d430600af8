import ConsoleModel
import ConsolePlatform

/// A clock as `/_mock/clocks` answers it.
struct ClockBody: Encodable {
    let group: String
    let groupName: String
    /// What it shows.
    let now: Timestamp
    /// What the machine shows.
    let machine: Timestamp
    /// `machine`, `running` or `frozen`.
    let mode: String
    /// Seconds by which it is ahead of the machine.
    let offsetSeconds: Double
    /// Whether it is the group's own.
    let isOwn: Bool
    /// Code of the group whose clock it is; left out for that of the machine.
    let clockOf: String?

    /// The body for a clock.
    init(_ entry: ClockEntry) {
        group = entry.group.code
        groupName = entry.group.name
        now = entry.now
        machine = entry.machine
        mode =
            switch entry.hand?.clock {
            case nil: "machine"
            case .running: "running"
            case .frozen: "frozen"
            }
        offsetSeconds = Double(entry.now.milliseconds - entry.machine.milliseconds) / 1000
        isOwn = entry.hand.map { $0.owner == entry.group.id } ?? false
        clockOf = entry.owner
    }
}

/// A clock that was changed, with what fell due.
struct ClockChangeBody: Encodable {
    private enum CodingKeys: String, CodingKey { case due }

    let clock: ClockBody
    let due: [DueCount]

    /// The body for a change.
    init(_ change: ClockChange) {
        (clock, due) = (ClockBody(change.entry), change.due)
    }

    /// Writes the members of the clock, and `due` beside them.
    func encode(to encoder: any Encoder) throws {
        try clock.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(due, forKey: .due)
    }
}
