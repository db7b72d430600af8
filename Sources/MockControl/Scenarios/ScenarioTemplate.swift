import ConsolePlatform
import DeviceProtocol
import Foundation

/// A scenario to begin with (Scenarios, "Templates").
struct ScenarioTemplate: Sendable {
    /// Something that can be said about it.
    struct Parameter: Encodable, Sendable {
        let name: String
        let summary: String
        /// What counts if it is not said, as a text; nil if it has to be said.
        let fallback: String?

        private enum CodingKeys: String, CodingKey {
            case name, summary
            case fallback = "default"
        }
    }

    let name: String
    let summary: String
    let parameters: [Parameter]
    /// Writes what the scenario has beside its name, as JSON.
    let write: @Sendable (FaultReading, _ uuid: () -> String) throws -> String

    /// All of them.
    static let all: [ScenarioTemplate] = [certificate, wipe, commands]

    /// The template of a name.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` with the names there are.
    static func named(_ text: String) throws -> ScenarioTemplate {
        if let template = all.first(where: { $0.name == text.lowercased() }) { return template }
        let names = all.map(\.name)
        throw ConsoleError(
            .badRequest,
            "There is no template \"\(text.prefix(40))\".\(Spelling.question(text, among: names))"
                + " There are \(names.joined(separator: ", ")).")
    }

    /// The scenario that a body asks for by template.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a parameter it has not, or a value that cannot be.
    func scenario(named name: String, _ parameters: JSONValue?, uuid: () -> String) throws -> JSONValue {
        let reading = try FaultReading(parameters ?? .object([]), "parameters", known: self.parameters.map(\.name))
        guard case .object(let members) = try JSONValue(json: Data(try write(reading, uuid).utf8)) else { return .null }
        return .object([JSONMember(name: "name", value: .string(name))] + members)
    }
}

extension ScenarioTemplate {
    private static let statusRoute = "/deviceservices/awmdmsdk/v1/platform/*/uid/*/status"
    private static let unenrollRoute = "/deviceservices/awmdmsdk/v1/platform/*/uid/*/command/unenroll"
    private static let processorRoute = "/deviceservices/awmdmsdk/v3/processor"
    private static let certificateRoute =
        "/deviceservices/awmdmsdk/v3/certificateservice/requestcertificate/certificateissuer/*"

    /// DeviceServices, section 19.
    private static let certificate = ScenarioTemplate(
        name: "certificate-pending",
        summary: "A certificate is asked for several times before it is issued.",
        parameters: [
            Parameter(name: "pending", summary: "How many requests are answered that it is pending.", fallback: "2"),
            Parameter(name: "pkcs12", summary: "The PKCS#12 file that is issued then, as base64.", fallback: nil),
            Parameter(name: "password", summary: "Its password.", fallback: ""),
        ]
    ) { reading, _ in
        let count = try reading.integer("pending", 1...1_000_000) ?? 2
        guard let file = try reading.text("pkcs12", 1...1_000_000) else {
            throw reading.refusal("pkcs12", "is missing: a PKCS#12 file with a key and its certificate, as base64")
        }
        let password = try reading.text("password", 0...1000) ?? ""
        return """
            {"key": "device", "match": {"method": "POST", "path": "\(certificateRoute)"},
             "states": {
               "pending": {
                 "answers": [{"action": {"json": {"ResponseType": "Pending"}}}],
                 "moves": [{"after": \(count), "to": "issued"}]},
               "issued": {
                 "answers": [{"action": {"json":
                   {"Password": \(quoted(password)), "Pkcs12": \(quoted(file)), "ResponseType": "Certificate"}}}]}}}
            """
    }

    /// DeviceServices, sections 9 and 23.
    private static let wipe = ScenarioTemplate(
        name: "wipe",
        summary: "A device asks for its status: enrolled, then an enterprise wipe is pending, then it is un-enrolled.",
        parameters: [
            Parameter(name: "enrolled", summary: "How many times it is enrolled still.", fallback: "1"),
            Parameter(name: "pending", summary: "How many times the wipe is pending.", fallback: "1"),
        ]
    ) { reading, _ in
        let enrolled = try reading.integer("enrolled", 1...1_000_000) ?? 1
        let pending = try reading.integer("pending", 1...1_000_000) ?? 1
        let isStatus = #"{"method": "GET", "path": "\#(statusRoute)"}"#
        // A credential that ended with a wipe is good for leaving only.
        let refused = """
            {"match": {"path": "/deviceservices/**", "header": {"Authorization": {"absent": false}},
                       "not": {"anyOf": [{"path": "\(unenrollRoute)"}, {"path": "\(processorRoute)"}]}},
             "action": {"refuse": "sessionRevoked"}}
            """
        func reported(_ status: Int) -> String {
            let path = "$[?(@.DeviceSetting == 'enrollmentstatus')].SettingValue"
            return #"{"match": \#(isStatus), "action": {"patch": {"\#(path)": "\#(status)"}}}"#
        }
        return """
            {"key": "device", "states": {
               "enrolled": {"moves": [{"match": \(isStatus), "after": \(enrolled), "to": "wipe pending"}]},
               "wipe pending": {"answers": [\(reported(5)), \(refused)],
                 "moves": [{"match": \(isStatus), "after": \(pending), "to": "unenrolled"}]},
               "unenrolled": {"answers": [\(reported(8)), \(refused)]}}}
            """
    }

    /// DeviceServices, section 13.
    private static let commands = ScenarioTemplate(
        name: "commands-in-order",
        summary: "The command processor hands out some commands, each once the one before is acknowledged.",
        parameters: [
            Parameter(
                name: "commands",
                summary: "A list of types such as RequestProfiles, or of objects with RequestType and what it needs.",
                fallback: #"["RequestProfiles", "DeviceLockSso"]"#)
        ]
    ) { reading, uuid in
        let messages = try Message.list(reading, uuid)
        let nothing = #"{"status": 200, "contentType": "text/xml; charset=utf-8"}"#
        let states = messages.enumerated().map { place, message in
            let next = place + 1 < messages.count ? messages[place + 1] : nil
            // The answer to a command that failed may leave out which it was.
            let done = """
                {"anyOf": [{"plist": {"CommandUUID": "\(message.uuid)", "Status": {"anyOf": [0, 1, 3]}}},
                           {"plist": {"Status": 2}}]}
                """
            return """
                \(quoted(message.state)): {
                  "answers": [{"match": {"plist": {"Status": 4}}, "action": \(message.action)},
                              {"match": \(done), "action": \(next?.action ?? nothing)}, {"action": \(nothing)}],
                  "moves": [{"match": \(done), "to": \(quoted(next?.state ?? "done"))}]}
                """
        }
        return """
            {"key": "device", "match": {"method": "POST", "path": "\(processorRoute)"},
             "states": {\(states.joined(separator: ",")), "done": {"answers": [{"action": \(nothing)}]}}}
            """
    }

    /// A text as JSON.
    fileprivate static func quoted(_ text: String) -> String {
        String(decoding: JSONValue.string(text).encoded(), as: UTF8.self)
    }
}

/// A command that a scenario hands out.
private struct Message {
    let uuid: String
    /// Name of the state in which it is handed out.
    let state: String
    /// What hands it out, as JSON.
    let action: String

    /// The commands that somebody asks for.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    static func list(_ reading: FaultReading, _ uuid: () -> String) throws -> [Message] {
        guard
            case .array(let elements) =
                reading["commands"] ?? .array([.string("RequestProfiles"), .string("DeviceLockSso")]),
            (1...99).contains(elements.count)
        else { throw reading.refusal("commands", "has to be a list of 1 to 99 commands") }
        return try elements.enumerated().map { place, element in
            var command = element
            if case .string = element { command = .object([JSONMember(name: "RequestType", value: element)]) }
            guard case .string(let type)? = command.member("RequestType"), (1...80).contains(type.utf8.count) else {
                throw reading.refusal("commands", "has no RequestType at place \(place)")
            }
            let id = uuid()
            let text = String(decoding: command.encoded(), as: UTF8.self)
            return Message(
                uuid: id, state: "\(place + 1) \(type)",
                action: #"{"plist": {"CommandUUID": "\#(id)", "Command": \#(text)}}"#)
        }
    }
}
