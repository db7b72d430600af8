import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A fault as somebody writes it (Faults, "Posting a fault").
struct FaultDraft: Sendable {
    static let members = [
        "name", "match", "action", "preset", "times", "skip", "percentage", "seed", "longestRow", "seconds",
    ]
    /// Names that paths have for something else.
    private static let taken = ["presets"]
    /// The most seconds a fault may be in force.
    private static let longest = 31_536_000

    let name: String?
    let preset: String?
    let match: JSONValue
    let matcher: RequestMatcher
    let actionText: JSONValue
    let action: FaultAction
    let schedule: Fault.Schedule
    /// Seconds it is in force; nil for as long as it is there.
    let seconds: Int?

    /// Reads a fault.
    ///
    /// - Parameters:
    ///   - json: An object.
    ///   - reader: Reads its action.
    ///   - seed: The seed if none is given.
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence that names the member and what would be accepted.
    init(_ json: JSONValue, reader: FaultActionReader, seed: () -> UInt64) throws {
        let reading = try FaultReading(json, "The fault", known: Self.members)
        name = try Self.label(reading, "name")
        if let name, name.utf8.allSatisfy({ (48...57).contains($0) }) || Self.taken.contains(name.lowercased()) {
            throw reading.refusal("name", "is \"\(name)\", which paths have for something else: ids and presets")
        }
        let preset = try reading.text("preset", 1...100).map(FaultPreset.named)
        self.preset = preset?.name
        try reading.requireOne(of: ["preset", "action"], because: "a preset is an action with a name")
        let written = try preset.map { try JSONValue(json: Data($0.action.utf8)) } ?? reading["action"]
        guard let written else {
            throw ConsoleError(.badRequest, "Say what is to go wrong: action, such as {\"status\": 503}, or preset.")
        }
        actionText = written
        action = try reader.action(written)
        match = try preset?.matching(reading["match"]) ?? reading["match"] ?? .object([])
        matcher = try Self.matcher(match, "match")
        schedule = try Self.schedule(reading, seed: seed)
        seconds = try reading.integer("seconds", 1...Self.longest)
    }

    /// Reads a matcher of requests that are not answered yet.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`, also for one that asks for what only the answer shows.
    static func matcher(_ json: JSONValue, _ name: String) throws -> RequestMatcher {
        let matcher = try RequestMatcher(json, name: name)
        guard !matcher.needsAnswer else {
            throw ConsoleError(
                .badRequest,
                "\(name) asks for what is known only once a request is answered (status, answer, refusal, requestId, fault, "
                    + "or ids of entries); here it is looked at before.")
        }
        return matcher
    }

    /// Reads a name that can stand in a header field and in a path.
    static func label(_ reading: FaultReading, _ member: String) throws -> String? {
        guard let name = try reading.text(member, 1...100) else { return nil }
        let isPlain = name.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "/") }
        guard isPlain, name.first != " ", name.last != " " else {
            throw reading.refusal(member, "has to be of ASCII without slashes, and not begin or end with a blank")
        }
        return name
    }

    private static func schedule(_ reading: FaultReading, seed: () -> UInt64) throws -> Fault.Schedule {
        var schedule = Fault.Schedule()
        schedule.skip = try reading.integer("skip", 0...1_000_000_000) ?? 0
        schedule.times = try reading.integer("times", 1...1_000_000_000)
        schedule.longestRow = try reading.integer("longestRow", 1...1_000_000_000)
        schedule.percentage = try reading.number("percentage", 0...100)
        if schedule.percentage == 0 {
            throw reading.refusal("percentage", "is 0, so that the fault would never act; it has to be more, up to 100")
        }
        if schedule.longestRow != nil, schedule.percentage == nil {
            throw reading.refusal("longestRow", "goes with percentage; without one, times says how often")
        }
        schedule.seed = try reading.integer("seed", 0...Int(Int64.max)).map { UInt64($0) } ?? seed()
        return schedule
    }
}
