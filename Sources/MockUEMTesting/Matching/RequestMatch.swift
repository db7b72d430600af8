public import Foundation

/// Which requests are meant: conditions that all have to hold.
///
/// ```swift
/// .post("/deviceservices/awmdmsdk/v3/beacon")
///     .device(udid)
///     .status("2xx")
///     .header("User-Agent", .contains("demo"))
///     .json("$.payload.items[0].size", .atLeast(1))
/// ```
///
/// It is the one language of matchers that journal, verify, wait, faults and scenarios share (MockControl, "Matchers").
public struct RequestMatch: Sendable, Hashable, Encodable {
    /// As the console reads it.
    private(set) var members: [String: JSONValue] = [:]

    /// Every request.
    public init() {}

    /// As the console reads it.
    public var json: JSONValue { .object(members) }

    /// Writes what the console reads.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

    /// The same with one condition more, by its name in JSON; for what has no method here.
    public func with(_ name: String, _ value: JSONValue) -> RequestMatch {
        var match = self
        match.members[name] = value
        return match
    }

    /// The same with a condition for a name more, beside those the member has.
    private func with(_ name: String, _ key: String, _ value: JSONValue) -> RequestMatch {
        guard case .object(var conditions)? = members[name] else { return with(name, [key: value]) }
        conditions[key] = value
        return with(name, .object(conditions))
    }
}

// MARK: Where to begin

extension RequestMatch {
    /// Every request.
    public static let any = RequestMatch()

    /// Requests with a method and a path.
    ///
    /// In a path `*` stands for a part of a segment, `**` for anything.
    public static func request(_ method: String, _ path: String) -> RequestMatch {
        RequestMatch().method(method).path(path)
    }

    /// GET of a path.
    public static func get(_ path: String) -> RequestMatch { request("GET", path) }

    /// POST to a path.
    public static func post(_ path: String) -> RequestMatch { request("POST", path) }

    /// PUT to a path.
    public static func put(_ path: String) -> RequestMatch { request("PUT", path) }

    /// PATCH of a path.
    public static func patch(_ path: String) -> RequestMatch { request("PATCH", path) }

    /// DELETE of a path.
    public static func delete(_ path: String) -> RequestMatch { request("DELETE", path) }

    /// Any method of a path.
    public static func path(_ path: String) -> RequestMatch { RequestMatch().path(path) }

    /// An operation as the description of the API writes it: `/deviceservices/…/{uid}`, or `POST /deviceservices/…`.
    public static func route(_ route: String) -> RequestMatch { RequestMatch().with("route", .string(route)) }

    /// Requests of a device.
    public static func device(_ identifier: String) -> RequestMatch { RequestMatch().device(identifier) }

    /// One of several has to hold.
    public static func anyOf(_ matches: RequestMatch...) -> RequestMatch {
        RequestMatch().with("anyOf", .array(matches.map(\.json)))
    }

    /// Whatever the other does not hold for.
    public static func not(_ match: RequestMatch) -> RequestMatch { RequestMatch().with("not", match.json) }
}

// MARK: Of the request

extension RequestMatch {
    /// The method.
    public func method(_ method: String) -> RequestMatch { with("method", .string(method)) }

    /// The path, with stars.
    public func path(_ path: String) -> RequestMatch { with("path", .string(path)) }

    /// The path.
    public func path(_ match: ValueMatch) -> RequestMatch { with("path", match.json) }

    /// Path and query as they were sent.
    public func target(_ match: ValueMatch) -> RequestMatch { with("target", match.json) }

    /// A parameter of the query.
    public func query(_ name: String, _ match: ValueMatch) -> RequestMatch { with("query", name, match.json) }

    /// A header field.
    public func header(_ name: String, _ match: ValueMatch) -> RequestMatch { with("header", name, match.json) }

    /// A cookie.
    public func cookie(_ name: String, _ match: ValueMatch) -> RequestMatch { with("cookie", name, match.json) }

    /// A field of a form.
    public func form(_ name: String, _ match: ValueMatch) -> RequestMatch { with("form", name, match.json) }

    /// Host and port the request names.
    public func host(_ match: ValueMatch) -> RequestMatch { with("host", match.json) }

    /// `http` or `https`.
    public func scheme(_ scheme: String) -> RequestMatch { with("scheme", .string(scheme)) }

    /// The body as text.
    public func body(_ match: ValueMatch) -> RequestMatch { with("body", match.json) }

    /// The bytes of the body.
    public func body(_ bytes: Data) -> RequestMatch { with("bodyBase64", .string(bytes.base64EncodedString())) }

    /// A value in a JSON body, such as `$.items[0].name`.
    public func json(_ path: String, _ match: ValueMatch) -> RequestMatch { with("json", path, match.json) }

    /// A value in a property list, such as `Items[0].Name`.
    public func plist(_ path: String, _ match: ValueMatch) -> RequestMatch { with("plist", path, match.json) }

    /// An element of an XML body, such as `Root.Name`.
    public func xml(_ path: String, _ match: ValueMatch) -> RequestMatch { with("xml", path, match.json) }

    /// A text in a body, in the target or in the refusal, whatever its letter case.
    public func text(_ text: String) -> RequestMatch { with("text", .string(text)) }
}

// MARK: Of the answer and of whom it concerns

extension RequestMatch {
    /// The status of the answer.
    public func status(_ code: Int) -> RequestMatch { with("status", .integer(Int64(code))) }

    /// The statuses of answers: `2xx`, `404`.
    public func status(_ texts: String...) -> RequestMatch { with("status", .array(texts.map(JSONValue.string))) }

    /// A header field of the answer.
    public func answerHeader(_ name: String, _ match: ValueMatch) -> RequestMatch {
        answer(RequestMatch().header(name, match))
    }

    /// A value in the JSON of the answer.
    public func answerJSON(_ path: String, _ match: ValueMatch) -> RequestMatch {
        answer(RequestMatch().json(path, match))
    }

    /// The body of the answer as text.
    public func answerBody(_ match: ValueMatch) -> RequestMatch { answer(RequestMatch().body(match)) }

    /// Adds conditions for the answer to those there are.
    private func answer(_ match: RequestMatch) -> RequestMatch {
        var whole = match.members
        if case .object(let before)? = members["answer"] {
            whole.merge(before) { added, earlier in
                guard case .object(let new) = added, case .object(let old) = earlier else { return added }
                return .object(old.merging(new) { $1 })
            }
        }
        return with("answer", .object(whole))
    }

    /// The device it concerns.
    public func device(_ identifier: String) -> RequestMatch { with("device", .string(identifier)) }

    /// The app it concerns, by its bundle identifier.
    public func bundleId(_ identifier: String) -> RequestMatch { with("bundleId", .string(identifier)) }

    /// The user it concerns, by name.
    public func user(_ name: String) -> RequestMatch { with("user", .string(name)) }

    /// The administrator who sent it, by name.
    public func administrator(_ name: String) -> RequestMatch { with("administrator", .string(name)) }

    /// The organization group it concerns, or one below it: code, uuid, id or name.
    public func group(_ group: String) -> RequestMatch { with("group", .string(group)) }

    /// The code of the refusal, such as `unauthorized`.
    public func refusal(_ code: String) -> RequestMatch { with("refusal", .string(code)) }

    /// The name or id of the fault, or the name of the scenario, that acted on it.
    public func fault(_ name: String) -> RequestMatch { with("fault", .string(name)) }

    /// Answered after an entry of the journal: only what a test has done since (`Verification.last`).
    public func after(_ entry: Int64) -> RequestMatch { with("after", .integer(entry)) }

    /// Arrived at a time or later.
    public func after(_ time: Date) -> RequestMatch { with("after", .string(time.wireText)) }

    /// Arrived before a time.
    public func before(_ time: Date) -> RequestMatch { with("before", .string(time.wireText)) }

    /// Another match has to hold as well.
    public func and(_ match: RequestMatch) -> RequestMatch {
        with("allOf", .array((members["allOf"]?.array ?? []) + [match.json]))
    }

    /// Another match must not hold.
    public func but(not match: RequestMatch) -> RequestMatch { and(.not(match)) }
}

extension RequestMatch: CustomStringConvertible {
    /// Method and path first, the rest as the console reads it.
    public var description: String {
        var rest = members
        let words = ["method", "path", "route"].compactMap { name -> String? in
            guard let text = rest[name]?.string else { return nil }
            rest[name] = nil
            return text
        }
        guard !rest.isEmpty else { return words.isEmpty ? "any request" : words.joined(separator: " ") }
        return (words + [JSONValue.object(rest).description]).joined(separator: " ")
    }
}

extension Date {
    /// In ISO 8601 with milliseconds, as the console writes times.
    var wireText: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }

    /// Reads a time of the console; nil if it is none.
    init?(wireText text: String) {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        guard let date = try? style.parse(text) else { return nil }
        self = date
    }
}
