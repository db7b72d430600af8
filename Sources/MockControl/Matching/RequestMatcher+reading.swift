import ConsolePlatform
package import DeviceProtocol

extension RequestMatcher {
    /// Reads a matcher.
    ///
    /// - Parameters:
    ///   - json: An object of conditions.
    ///   - name: What refusals call it.
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence that names the member and what would be accepted.
    package init(_ json: JSONValue, name: String = "match") throws {
        var reader = MatcherReader()
        self = try reader.matcher(json, name)
    }
}

extension MatcherReader {
    /// Fields of one value, by the members that ask for them.
    private static let fields: [String: MatchField] = [
        "method": .method, "target": .target, "host": .host, "scheme": .scheme, "address": .address,
        "httpVersion": .httpVersion, "status": .status, "device": .device, "bundleId": .bundle, "user": .user,
        "administrator": .administrator, "requestId": .requestID, "refusal": .refusal, "fault": .fault,
    ]

    /// Members that ask for parts of a message.
    private static let messageMembers = ["header", "body", "bodyBase64", "json", "plist", "xml"]

    /// Members of a matcher.
    private static let members =
        [
            "method", "path", "route", "target", "query", "status", "host", "scheme", "address", "httpVersion",
            "cookie", "form", "device", "bundleId", "user", "administrator", "group", "requestId", "refusal", "fault",
            "after", "before", "text", "answer", "not", "anyOf", "allOf",
        ] + messageMembers

    /// Reads a matcher.
    mutating func matcher(_ json: JSONValue, _ name: String) throws -> RequestMatcher {
        try nested(name) { reader in
            let members = try reader.members(of: json, name, known: Self.members)
            return RequestMatcher(
                try members.flatMap { try reader.conditions($0.name, $0.value, "\(name).\($0.name)") })
        }
    }

    mutating func conditions(_ member: String, _ value: JSONValue, _ name: String) throws
        -> [RequestMatcher.Condition]
    {
        switch member {
        case "path": return [condition(member, value, .field(.path, try path(value, name)))]
        case "route": return [condition(member, value, try route(value, name))]
        case "query": return try named(member, value, name) { .query($0) }
        case "cookie": return try named(member, value, name) { .cookie($0) }
        case "form": return try named(member, value, name) { .form($0) }
        case "group": return [condition(member, value, .groupsNamed(try Self.names(value, name)))]
        case "after", "before":
            return [condition(member, value, try Self.time(value, name, isStart: member == "after"))]
        case "text":
            guard let needle = TextNeedle(try Self.text(value, name)) else {
                throw ConsoleError(.badRequest, "\(name) must not be empty.")
            }
            return [condition(member, value, .text(needle))]
        case "answer":
            let members = try members(of: value, name, known: Self.messageMembers)
            return try members.flatMap { try message($0, name, "answer.", .answer) }
        case "not": return [condition(member, value, .not(try matcher(value, name)))]
        case "anyOf": return [condition(member, value, .anyOf(try matchers(value, name)))]
        case "allOf": return [condition(member, value, .allOf(try matchers(value, name)))]
        case _ where Self.messageMembers.contains(member):
            return try message(
                JSONMember(name: member, value: value), String(name.dropLast(member.count + 1)), "", .request)
        default:
            guard let field = Self.fields[member] else { return [] }
            return [condition(member, value, .field(field, try matcher(value, name, of: field)))]
        }
    }

    private func condition(_ member: String, _ value: JSONValue, _ test: RequestMatcher.Test)
        -> RequestMatcher.Condition
    {
        RequestMatcher.Condition(member: member, expected: value, test: test)
    }

    private mutating func matchers(_ value: JSONValue, _ name: String) throws -> [RequestMatcher] {
        guard case .array(let elements) = value, !elements.isEmpty else {
            throw ConsoleError(.badRequest, "\(name) has to be a list of matchers.")
        }
        return try elements.enumerated().map {
            try note(name)
            return try matcher($0.element, "\(name)[\($0.offset)]")
        }
    }

    /// Conditions of values that have names: of a header, a query, a path into a body.
    private mutating func named(
        _ member: String, _ value: JSONValue, _ name: String, field: (String) throws -> MatchField
    ) throws -> [RequestMatcher.Condition] {
        guard case .object(let members) = value else {
            throw ConsoleError(
                .badRequest, "\(name) has to be an object of names and what is asked of each, not \(value.kindName).")
        }
        return try members.map { one in
            let field = try field(one.name)
            let test = try matcher(one.value, "\(name).\(one.name.prefix(80))", of: field)
            return condition("\(member).\(one.name)", one.value, .field(field, test))
        }
    }

    /// Conditions of a part that requests have as well as answers.
    private mutating func message(
        _ member: JSONMember, _ parent: String, _ prefix: String, _ side: MatchField.Side
    ) throws -> [RequestMatcher.Condition] {
        let (name, value) = ("\(parent).\(member.name)", member.value)
        let title = prefix + member.name
        switch member.name {
        case "header": return try named(title, value, name) { .message(side, .header($0)) }
        case "json": return try named(title, value, name) { .message(side, .json(try JSONPath($0, name: name))) }
        case "plist": return try named(title, value, name) { .message(side, .plist(try JSONPath($0, name: name))) }
        case "xml": return try named(title, value, name) { .message(side, .xml(try JSONPath($0, name: name))) }
        default:
            let field = MatchField.message(side, member.name == "body" ? .body : .bodyBase64)
            return [condition(title, value, .field(field, try matcher(value, name, of: field)))]
        }
    }

    /// A path with stars, alternatives of such, or what may be asked of any text.
    private mutating func path(_ value: JSONValue, _ name: String) throws -> ValueMatcher {
        switch value {
        case .object: return try matcher(value, name, of: .path)
        case .array(let elements):
            return .anyOf(try elements.enumerated().map { try path($0.element, "\(name)[\($0.offset)]") })
        default:
            try note(name)
            let text = try Self.text(value, name)
            guard !text.contains("?") else {
                throw ConsoleError(
                    .badRequest, "\(name) has a question mark, and a path has no query: use query, or target for both.")
            }
            return .glob(PathGlob(PathEscapes.settled(text)))
        }
    }
}

extension MatcherReader {
    /// A route as the OpenAPI document writes it, with or without its method.
    private func route(_ value: JSONValue, _ name: String) throws -> RequestMatcher.Test {
        let route = try RouteName(reading: try Self.text(value, name), called: name)
        return .route(method: route.method, route.path, PathGlob(route: route.written))
    }

    private static func names(_ value: JSONValue, _ name: String) throws -> [String] {
        guard case .array(let elements) = value else { return [try text(value, name)] }
        return try elements.map { try text($0, name) }
    }

    /// A moment, or the id of an entry.
    static func time(_ value: JSONValue, _ name: String, isStart: Bool) throws -> RequestMatcher.Test {
        switch value {
        case .number(let text):
            if let id = Int64(text), id >= 0 { return isStart ? .afterEntry(id) : .beforeEntry(id) }
        case .string(let text):
            if let time = Timestamp(iso8601: text) { return isStart ? .since(time) : .until(time) }
        default: break
        }
        throw ConsoleError(
            .badRequest,
            "\(name) has to be a time such as \"2026-03-05T10:20:30Z\", or a number, the id of an entry.")
    }
}
