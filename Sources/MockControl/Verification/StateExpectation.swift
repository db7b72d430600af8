import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// A state that somebody waits for (MockControl, "Wait").
enum StateExpectation: Sendable {
    /// How a device is enrolled.
    case enrollment(DeviceIdentifier, EnrollmentStatus)
    /// Where a command is on its way.
    case command(String, status: String)
    /// How many rows a device has sent, or all devices have.
    case records(RecordTally, DeviceIdentifier?, least: Int)

    /// Members of each kind, by the one that says which it is.
    private static let members = [
        "enrollment": ["device", "enrollment"], "command": ["command", "status"],
        "records": ["records", "device", "atLeast"],
    ]

    /// Reads a state.
    ///
    /// - Parameters:
    ///   - json: The state.
    ///   - sources: Knows tables and states of commands.
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence that names the member.
    init(_ json: JSONValue, _ sources: StateSources) throws {
        let all = ["device", "enrollment", "command", "status", "records", "atLeast"]
        let members = try MatcherReader().members(of: json, "state", known: all)
        let values = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
        let kinds = Self.members.keys.filter { values[$0] != nil }
        guard let kind = kinds.first, kinds.count == 1, let known = Self.members[kind] else {
            throw ConsoleError(
                .badRequest,
                "state needs one of enrollment, with device; command, with status; and records, with atLeast.")
        }
        if let stray = members.first(where: { !known.contains($0.name) }) {
            throw ConsoleError(.badRequest, "state.\(stray.name) does not go with \(kind).")
        }
        switch kind {
        case "enrollment": self = try Self.enrollment(values)
        case "command": self = try Self.command(values, sources)
        default: self = try Self.records(values, sources)
        }
    }

    private static func enrollment(_ values: [String: JSONValue]) throws -> Self {
        guard let device = try device(values["device"]) else {
            throw ConsoleError(.badRequest, "state.device is missing: whose enrollment is waited for.")
        }
        let text = try text(values["enrollment"], "enrollment")
        guard let status = EnrollmentStatus(name: text) ?? Int(text).flatMap(EnrollmentStatus.init(rawValue:)) else {
            let names = EnrollmentStatus.allCases.map(\.name)
            throw ConsoleError(
                .badRequest,
                "state.enrollment is \"\(text.prefix(40))\"; it has to be one of \(names.joined(separator: ", ")), or its "
                    + "number.\(Spelling.question(text, among: names))")
        }
        return .enrollment(device, status)
    }

    private static func command(_ values: [String: JSONValue], _ sources: StateSources) throws -> Self {
        let status = try text(values["status"] ?? .string("acknowledged"), "status")
        guard let known = sources.commandStatuses.first(where: { $0.lowercased() == status.lowercased() }) else {
            throw ConsoleError(
                .badRequest,
                "state.status is \"\(status.prefix(40))\"; it has to be one of "
                    + "\(sources.commandStatuses.joined(separator: ", "))."
                    + Spelling.question(status, among: sources.commandStatuses))
        }
        return .command(try text(values["command"], "command"), status: known)
    }

    private static func records(_ values: [String: JSONValue], _ sources: StateSources) throws -> Self {
        let name = try text(values["records"], "records")
        let names = sources.tallies.map(\.name).sorted()
        guard let tally = sources.tallies.first(where: { $0.name == name.lowercased() }) else {
            throw ConsoleError(
                .badRequest,
                "state.records is \"\(name.prefix(40))\"; it has to be one of \(names.joined(separator: ", "))."
                    + Spelling.question(name, among: names))
        }
        var least = 1
        if let value = values["atLeast"] {
            guard case .number(let text) = value, let number = Int(text), (1...1_000_000_000).contains(number) else {
                throw ConsoleError(.badRequest, "state.atLeast has to be a whole number from 1 on.")
            }
            least = number
        }
        return .records(tally, try device(values["device"]), least: least)
    }

    private static func device(_ value: JSONValue?) throws -> DeviceIdentifier? {
        guard let value else { return nil }
        let text = try text(value, "device")
        guard let device = DeviceIdentifier(text) else {
            throw ConsoleError(.badRequest, "state.device has to be \(DeviceIdentifier.rule).")
        }
        return device
    }

    private static func text(_ value: JSONValue?, _ name: String) throws -> String {
        try MatcherReader.text(value ?? .null, "state.\(name)")
    }
}
