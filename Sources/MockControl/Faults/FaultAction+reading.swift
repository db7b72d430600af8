import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import NIOCore

/// Reads actions (Faults, "Actions").
struct FaultActionReader {
    /// Members of an action.
    static let members = [
        "latencyMilliseconds", "slowBody", "status", "headers", "body", "json", "plist", "base64", "contentType",
        "retryAfterSeconds",
        "refuse", "emptyBody", "truncatedBody", "malformedBody", "patch", "withoutVersion", "withoutHeaders", "drop",
    ]
    /// Those that hold the bytes of an answer.
    private static let contents = ["body", "json", "plist", "base64"]
    /// Those that change the bytes of an answer.
    private static let changes = ["emptyBody", "truncatedBody", "malformedBody", "patch"]
    /// The most bytes of a body that was made up.
    private static let maximumBody = 1 << 20
    /// The most milliseconds a sigma of a random latency can make a difference in.
    private static let maximumSigma = 5.0

    /// The longest latency, in milliseconds.
    let longest: Double

    /// Reads an action.
    ///
    /// - Parameters:
    ///   - json: An object.
    ///   - name: What refusals call it.
    /// - Returns: The action.
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence that names the member and what would be accepted.
    func action(_ json: JSONValue, _ name: String = "action") throws -> FaultAction {
        let reading = try FaultReading(json, name, known: Self.members)
        guard !reading.present(Self.members).isEmpty else {
            throw ConsoleError(.badRequest, "\(name) says nothing; it takes \(Self.members.joined(separator: ", ")).")
        }
        try requireSense(reading)
        var action = FaultAction()
        action.latency = try latency(reading)
        action.pace = try pace(reading)
        action.answer = try answer(reading)
        action.change = try change(reading)
        action.cut = try cut(reading)
        action.contentType = try contentType(reading)
        action.fields = try fields(reading)
        action.removed = try removed(reading)
        return action
    }

    /// Refuses what contradicts itself.
    private func requireSense(_ reading: FaultReading) throws {
        try reading.requireOne(of: Self.contents, because: "an answer has one body")
        try reading.requireOne(of: Self.changes, because: "a body is changed in one way")
        for content in Self.contents + ["status"] {
            try reading.requireOne(of: [content, "refuse"], because: "the refusal has its own status and body")
        }
        for content in Self.contents {
            try reading.requireOne(of: [content, "emptyBody"], because: "an empty body is none")
            try reading.requireOne(of: [content, "patch"], because: "write the values into the body that is made up")
        }
        try reading.requireOne(of: ["emptyBody", "drop"], because: "there is nothing to break off")
        guard try dropsBefore(reading) else { return }
        for member in Self.members where member != "latencyMilliseconds" && member != "drop" {
            try reading.requireOne(of: ["drop", member], because: "before an answer there is nothing to change")
        }
    }

    private func latency(_ reading: FaultReading) throws -> FaultLatency? {
        guard let value = reading["latencyMilliseconds"] else { return nil }
        if FaultReading.number(value) != nil {
            return .fixed(try reading.number("latencyMilliseconds", 0...longest) ?? 0)
        }
        let name = "\(reading.name).latencyMilliseconds"
        let parts = try FaultReading(value, name, known: ["from", "to", "median", "sigma"])
        if let from = try parts.number("from", 0...longest), let to = try parts.number("to", 0...longest),
            !parts.has("median"), !parts.has("sigma")
        {
            guard from <= to else { throw parts.refusal("to", "has to be at least from") }
            return .uniform(from: from, to: to)
        }
        if let median = try parts.number("median", 0...longest),
            let sigma = try parts.number("sigma", 0...Self.maximumSigma),
            !parts.has("from"), !parts.has("to")
        {
            return .lognormal(median: median, sigma: sigma)
        }
        throw ConsoleError(
            .badRequest,
            "\(name) has to be a number of milliseconds, an object with from and to, or one with median and sigma.")
    }

    private func pace(_ reading: FaultReading) throws -> FaultPace? {
        guard let value = reading["slowBody"] else { return nil }
        let name = "\(reading.name).slowBody"
        let parts = try FaultReading(value, name, known: ["bytesPerSecond", "chunks", "milliseconds"])
        if let rate = try parts.integer("bytesPerSecond", 1...1_000_000_000),
            parts.present(["chunks", "milliseconds"]).isEmpty
        {
            return .bytesPerSecond(rate)
        }
        if let count = try parts.integer("chunks", 1...10_000),
            let time = try parts.number("milliseconds", 0...longest),
            !parts.has("bytesPerSecond")
        {
            return .chunks(count, milliseconds: time)
        }
        throw ConsoleError(.badRequest, "\(name) has to have bytesPerSecond, or chunks and milliseconds.")
    }

    private func answer(_ reading: FaultReading) throws -> FaultAction.Answer? {
        if try dropsBefore(reading) { return FaultAction.Answer.none }
        if let word = try reading.text("refuse") {
            guard let refusal = FaultRefusal(rawValue: word) else {
                let known = FaultRefusal.allCases.map(\.rawValue)
                throw ConsoleError(
                    .badRequest,
                    "\(reading.name).refuse is \"\(word.prefix(40))\".\(Spelling.question(word, among: known))"
                        + " It has to be one of \(known.joined(separator: ", ")).")
            }
            return .refusal(refusal)
        }
        let content = try content(reading)
        let code = try reading.integer("status", 200...599)
        guard code != nil || content != nil else { return nil }
        let status = HTTPResponse.Status(code: code ?? 200)
        if let content, content.body.readableBytes > 0, [204, 205, 304].contains(status.code) {
            throw reading.refusal("status", "is \(status.code), which has no body")
        }
        return .made(
            FaultAnswer(status: status, body: content?.body ?? ByteBuffer(), contentType: content?.contentType))
    }

    private func content(_ reading: FaultReading) throws -> FaultAnswer? {
        if let text = try reading.text("body", 0...Self.maximumBody) {
            return FaultAnswer(
                status: .ok, body: ByteBuffer(string: text),
                contentType: text.isEmpty ? nil : "text/plain; charset=utf-8")
        }
        if let json = reading["json"] {
            return FaultAnswer(
                status: .ok, body: ByteBuffer(bytes: json.encoded()), contentType: "application/json; charset=utf-8")
        }
        if let json = reading["plist"] {
            do {
                let list = try PropertyListValue(json: json, field: "")
                return FaultAnswer(
                    status: .ok, body: ByteBuffer(bytes: try list.encoded(as: .xml)),
                    contentType: "text/xml; charset=utf-8")
            } catch {
                throw reading.refusal("plist", "cannot be a property list: \(error)")
            }
        }
        guard let base64 = try reading.text("base64", 0...Self.maximumBody * 4 / 3 + 4) else { return nil }
        guard let data = Data(base64Encoded: base64) else { throw reading.refusal("base64", "is not base64") }
        return FaultAnswer(status: .ok, body: ByteBuffer(bytes: data), contentType: "application/octet-stream")
    }

    private func change(_ reading: FaultReading) throws -> FaultAction.Change? {
        if case .object? = reading["truncatedBody"] { return .truncated(try byteCount(reading, "truncatedBody")) }
        if reading.has("truncatedBody"), FaultReading.number(reading["truncatedBody"] ?? .null) != nil {
            throw reading.refusal("truncatedBody", "has to be true, or {\"afterBytes\": 100}")
        }
        if try reading.flag("truncatedBody") { return .truncated(nil) }
        if try reading.flag("emptyBody") { return .empty }
        if try reading.flag("malformedBody") { return .malformed }
        guard let patch = reading["patch"] else { return nil }
        guard case .object(let members) = patch, !members.isEmpty else {
            throw reading.refusal("patch", "has to be an object of paths, such as $.name, and values")
        }
        return .patched(
            try members.map {
                FaultAction.Patch(path: try JSONPath($0.name, name: "\(reading.name).patch"), value: $0.value)
            })
    }

    private func dropsBefore(_ reading: FaultReading) throws -> Bool { reading["drop"] == .string("before") }

    private func cut(_ reading: FaultReading) throws -> FaultAction.Cut? {
        guard let drop = reading["drop"], drop != .string("before") else { return nil }
        if drop == .string("within") { return .half }
        guard case .object = drop else {
            throw reading.refusal("drop", "has to be \"before\", \"within\", or {\"afterBytes\": 100}")
        }
        return .bytes(try byteCount(reading, "drop"))
    }

    /// After how many bytes a body ends: `{"afterBytes": 100}`.
    private func byteCount(_ reading: FaultReading, _ member: String) throws -> Int {
        let parts = try FaultReading(reading[member] ?? .null, "\(reading.name).\(member)", known: ["afterBytes"])
        guard let bytes = try parts.integer("afterBytes", 0...Int(Int32.max)) else {
            throw parts.refusal("afterBytes", "is missing")
        }
        return bytes
    }

    private func contentType(_ reading: FaultReading) throws -> String? {
        guard let type = try reading.text("contentType", 1...255) else { return nil }
        guard HTTPField.isValidValue(type) else {
            throw reading.refusal("contentType", "cannot stand in a header field")
        }
        return type
    }

    private func fields(_ reading: FaultReading) throws -> HTTPFields {
        var fields = HTTPFields()
        if let seconds = try reading.integer("retryAfterSeconds", 0...86_400) { fields[.retryAfter] = "\(seconds)" }
        guard let headers = reading["headers"] else { return fields }
        guard case .object(let members) = headers, members.count <= 100 else {
            throw reading.refusal("headers", "has to be an object of at most 100 names and values")
        }
        for member in members {
            let values: [JSONValue] = if case .array(let list) = member.value { list } else { [member.value] }
            for value in values { fields.append(try field(member.name, value, reading)) }
        }
        return fields
    }

    private func field(_ name: String, _ value: JSONValue, _ reading: FaultReading) throws -> HTTPField {
        let text: String? =
            switch value {
            case .string(let text), .number(let text): text
            default: nil
            }
        guard let name = HTTPField.Name(name), let text, HTTPField.isValidValue(text) else {
            throw reading.refusal("headers", "has \(name.prefix(40)), which is no name and value of a header field")
        }
        guard !Self.framing.contains(name) else {
            throw reading.refusal("headers", "has \(name), which frames the answer; see truncatedBody and drop")
        }
        return HTTPField(name: name, value: text)
    }

    /// Header fields without which, or with other values of which, an answer would not be HTTP.
    private static let framing: [HTTPField.Name] = [.contentLength, .transferEncoding, .connection]

    private func removed(_ reading: FaultReading) throws -> [HTTPField.Name] {
        var names: [HTTPField.Name] = []
        if try reading.flag("withoutVersion") { names += HTTPField.Name("x-aw-version").map { [$0] } ?? [] }
        guard let list = reading["withoutHeaders"] else { return names }
        guard case .array(let elements) = list, elements.count <= 100 else {
            throw reading.refusal("withoutHeaders", "has to be a list of at most 100 names of header fields")
        }
        for element in elements {
            guard case .string(let text) = element, let name = HTTPField.Name(text) else {
                throw reading.refusal("withoutHeaders", "has to be a list of at most 100 names of header fields")
            }
            guard !Self.framing.contains(name) else {
                throw reading.refusal(
                    "withoutHeaders", "has \(name), which frames the answer; see truncatedBody and drop")
            }
            names.append(name)
        }
        return names
    }
}
