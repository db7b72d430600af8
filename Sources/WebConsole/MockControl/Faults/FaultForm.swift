import ConsolePlatform
import DeviceProtocol
import Foundation

/// The form for a fault of one's own.
enum FaultForm {
    /// What may go wrong, with the member of the action that says so.
    private static let effects: [(value: String, label: String, action: JSONMember?)] = [
        ("status", "Answer with the status below", nil),
        ("none", "Nothing else: late, or as the JSON below says", nil),
        ("drop", "Close the connection without an answer", member("drop", .string("before"))),
        ("cut", "Close the connection within the answer", member("drop", .string("within"))),
        ("expiredToken", "Refuse: the token has expired", member("refuse", .string("expiredToken"))),
        ("signatureTime", "Refuse: signed too long ago", member("refuse", .string("signatureTime"))),
        ("sessionRevoked", "Refuse: the session is revoked", member("refuse", .string("sessionRevoked"))),
        ("logQuota", "Refuse: no room for logs", member("refuse", .string("logQuota"))),
        ("emptyBody", "An empty body", member("emptyBody", .bool(true))),
        ("truncatedBody", "Half of the body", member("truncatedBody", .bool(true))),
        ("malformedBody", "A body that cannot be read", member("malformedBody", .bool(true))),
        ("withoutVersion", "No x-aw-version", member("withoutVersion", .bool(true))),
    ]

    private static func member(_ name: String, _ value: JSONValue) -> JSONMember {
        JSONMember(name: name, value: value)
    }

    /// The form.
    ///
    /// - Parameters:
    ///   - presets: The presets, which take the place of an action.
    ///   - group: The field of the group.
    /// - Returns: The form.
    static func form(_ presets: [JSON], group: Field) -> Form {
        let ready = presets.map { (value: "preset.\($0.name.text)", label: "Preset: \($0.name.text)") }
        var form = Form(
            "/console/faults/add", button: "Put in force",
            fields: [
                Field("name", "Name").with(hint: "What the journal calls it; its id if empty."),
                .choice(
                    "method", "Method",
                    [("", "Any")] + ["GET", "POST", "PUT", "PATCH", "DELETE"].map { ($0, $0) }, value: ""),
                Field("path", "Route or path").with(
                    hint: "Such as /deviceservices/**; * is a part of a segment. Every request if empty."),
                Field("device", "Device").with(hint: "Its identifier; every device if empty."),
                group,
                .choice(
                    "effect", "What goes wrong", effects.map { (value: $0.value, label: $0.label) } + ready,
                    value: "status"),
                number("status", "Status", "503", "Of the answer, such as 503."),
                number("retryAfter", "Retry-After", "", "Seconds."),
                number("latency", "Latency", "", "Milliseconds by which the answer is late."),
                Field("body", "Body", .area).with(hint: "Text of the answer in place of the console's."),
                Field("action", "Action", .area).with(
                    hint: "Further members as JSON, such as {\"slowBody\": {\"bytesPerSecond\": 1024}}."),
                number("times", "Times", "", "On how many requests it acts; on all if empty."),
                number("skip", "Skip", "", "How many requests pass first."),
                Field("percentage", "Percentage").with(hint: "Of a hundred requests, so many at random."),
                number("seconds", "Seconds", "", "How long it is in force; until it is removed if empty."),
            ])
        form.isColumned = true
        return form
    }

    private static func number(_ name: String, _ label: String, _ value: String, _ hint: String) -> Field {
        Field(name, label, .number, value: value).with(hint: hint)
    }

    /// The fault that a form asks for.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if the action is no JSON object.
    static func order(_ form: FormValues) throws -> JSONValue {
        let match = ["method", "path", "device", "group"].compactMap { name in
            form.nonEmpty(name).map { JSONMember(name: name, value: .string($0)) }
        }
        let preset = form["effect"].hasPrefix("preset.") ? String(form["effect"].dropFirst("preset.".count)) : nil
        let action = try action(form)
        return .members([
            "name": form.nonEmpty("name").map { .string($0) },
            "preset": preset.map { .string($0) },
            "match": match.isEmpty ? nil : .object(match),
            "action": preset != nil && action.isEmpty ? nil : .object(action),
            "times": number(form, "times"), "skip": number(form, "skip"),
            "percentage": number(form, "percentage"), "seconds": number(form, "seconds"),
        ])
    }

    private static func action(_ form: FormValues) throws -> [JSONMember] {
        var members = effects.filter { $0.value == form["effect"] }.compactMap(\.action)
        if form["effect"] == "status", let status = number(form, "status") { members.append(member("status", status)) }
        for (field, name) in [("retryAfter", "retryAfterSeconds"), ("latency", "latencyMilliseconds")] {
            if let number = number(form, field) { members.append(member(name, number)) }
        }
        if let body = form.nonEmpty("body") { members.append(member("body", .string(body))) }
        guard let text = form.nonEmpty("action") else { return members }
        guard case .object(let more)? = try? JSONValue(json: Data(text.utf8)) else {
            throw ConsoleError(.badRequest, "action has to be a JSON object.")
        }
        return members.filter { own in !more.contains { $0.name == own.name } } + more
    }

    /// A number; what is none goes as a text, so that the route says what it wants.
    static func number(_ form: FormValues, _ name: String) -> JSONValue? {
        form.nonEmpty(name).map { Double($0)?.isFinite ?? false ? .number($0) : .string($0) }
    }
}
