import ConsolePlatform
import DeviceProtocol

/// What a clock is set to (Clocks, "Setting a clock").
enum ClockOrder: Hashable, Sendable {
    /// It stands from now on, at a time, or at what it shows.
    case freeze(Timestamp?)
    /// It shows a time, and runs on.
    case set(Timestamp)
    /// It runs ahead of the machine, or behind it.
    case offset(milliseconds: Int64)

    /// Names in the body.
    private static let names = ["frozen", "set", "offset", "offsetSeconds"]

    /// Reads the body of a request.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(_ body: JSONValue) throws {
        let members = try MatcherReader().members(of: body, "The body", known: Self.names)
        guard let member = members.first, members.count == 1 else {
            throw ConsoleError(
                .badRequest, "The body needs one of \(Self.names.joined(separator: ", ")), and only one of them.")
        }
        switch (member.name, member.value) {
        case ("frozen", .bool(true)): self = .freeze(nil)
        case ("frozen", _): self = .freeze(try ClockReading.time(member.value, "frozen", orElse: "true or "))
        case ("set", _): self = .set(try ClockReading.time(member.value, "set"))
        case ("offsetSeconds", _): self = .offset(milliseconds: try ClockReading.offset(seconds: member.value))
        default: self = .offset(milliseconds: try ClockReading.offset(member.value))
        }
    }

    /// The clock that comes of it.
    ///
    /// - Parameters:
    ///   - now: What the clock shows.
    ///   - machine: What the machine shows.
    /// - Returns: The clock.
    /// - Throws: ``ConsoleError`` `badRequest` for a time that no clock here shows.
    func clock(now: Timestamp, at machine: Timestamp) throws -> GroupClock {
        let clock: GroupClock =
            switch self {
            case .freeze(let time): .frozen(at: time ?? now)
            case .set(let time): .running(from: time, at: machine)
            case .offset(let ahead): .running(ahead: ahead)
            }
        return try ClockReading.checked(clock, at: machine)
    }
}

/// How far a clock is moved forward (Clocks, "Moving on").
enum ClockAdvance: Hashable, Sendable {
    /// By a time.
    case by(ISODuration)
    /// Up to a time.
    case to(Timestamp)

    /// Milliseconds of a unit, by its name in the body.
    private static let units: [(name: String, seconds: Double)] = [
        ("seconds", 1), ("minutes", 60), ("hours", 3600), ("days", 86_400),
    ]

    /// Reads the body of a request.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(_ body: JSONValue) throws {
        let names = Self.units.map(\.name) + ["duration", "to"]
        let members = try MatcherReader().members(of: body, "The body", known: names)
        guard let member = members.first, members.count == 1 else {
            throw ConsoleError(
                .badRequest, "The body needs one of \(names.joined(separator: ", ")), and only one of them.")
        }
        if member.name == "to" {
            self = .to(try ClockReading.time(member.value, "to"))
        } else if let unit = Self.units.first(where: { $0.name == member.name }) {
            guard case .number(let text) = member.value, let number = Double(text), number >= 0 else {
                throw ConsoleError(.badRequest, "\(member.name) has to be a number that is not negative.")
            }
            guard number * unit.seconds <= ISODuration.maximum else { throw ClockReading.refusal }
            self = .by(ISODuration(seconds: number * unit.seconds))
        } else {
            guard case .string(let text) = member.value, let duration = ISODuration(text) else {
                throw ConsoleError(.badRequest, "duration has to be one of ISO 8601, such as P30D or PT1H30M.")
            }
            self = .by(duration)
        }
    }

    /// What the clock shows afterwards.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an earlier time, or one that no clock here shows.
    func time(after now: Timestamp) throws -> Timestamp {
        switch self {
        case .by(let duration):
            guard let time = duration.after(now) else { throw ClockReading.refusal }
            return time
        case .to(let time):
            guard time >= now else {
                throw ConsoleError(
                    .badRequest, "to is before \(now), which the clock shows; set it with PUT to turn it back.")
            }
            return time
        }
    }
}

/// Times and offsets in bodies.
enum ClockReading {
    /// The refusal of a time that no clock here shows.
    static var refusal: ConsoleError {
        let (first, last) = (GroupClock.readings.lowerBound, GroupClock.readings.upperBound)
        return ConsoleError(.badRequest, "A clock shows times from \(first) to \(last).")
    }

    /// A clock, if it may show what it does.
    static func checked(_ clock: GroupClock, at machine: Timestamp) throws -> GroupClock {
        guard GroupClock.readings.contains(clock.reading(at: machine)) else { throw refusal }
        return clock
    }

    /// A time of ISO 8601.
    static func time(_ value: JSONValue, _ name: String, orElse others: String = "") throws -> Timestamp {
        guard case .string(let text) = value, let time = Timestamp(iso8601: text) ?? Timestamp(lenient: text) else {
            throw ConsoleError(
                .badRequest, "\(name) has to be \(others)a time of ISO 8601, such as 2027-01-31T08:00:00Z.")
        }
        guard GroupClock.readings.contains(time) else { throw refusal }
        return time
    }

    /// Milliseconds of a duration, which may begin with a minus.
    static func offset(_ value: JSONValue) throws -> Int64 {
        if case .string(let text) = value {
            let isBehind = text.hasPrefix("-")
            if let duration = ISODuration(isBehind ? String(text.dropFirst()) : text), duration.months == 0 {
                return isBehind ? -duration.milliseconds : duration.milliseconds
            }
        }
        throw ConsoleError(
            .badRequest,
            "offset has to be a duration without months, such as P30D or -PT1H; a number of seconds is offsetSeconds.")
    }

    /// Milliseconds of a number of seconds.
    static func offset(seconds value: JSONValue) throws -> Int64 {
        guard case .number(let text) = value, let seconds = Double(text) else {
            throw ConsoleError(.badRequest, "offsetSeconds has to be a number of seconds; a duration is offset.")
        }
        guard abs(seconds) <= ISODuration.maximum else { throw refusal }
        return Int64((seconds * 1000).rounded())
    }
}
