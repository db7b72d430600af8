public import Foundation

/// What goes wrong with a request (Faults, "Actions").
///
/// ```swift
/// .status(503)
/// .status(429).and(.retryAfter(seconds: 30))
/// .latency(.milliseconds(300)).and(.slowBody(bytesPerSecond: 1000))
/// ```
public struct FaultAction: Sendable, Hashable, Encodable, CustomStringConvertible {
    /// As the console reads it.
    private let members: [String: JSONValue]

    private init(_ members: [String: JSONValue]) { self.members = members }

    /// As the console reads it.
    public var json: JSONValue { .object(members) }

    /// As the console reads it.
    public var description: String { json.description }

    /// Writes what the console reads.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

    /// Both; what the other says as well, it says instead.
    public func and(_ other: FaultAction) -> FaultAction { FaultAction(members.merging(other.members) { $1 }) }

    /// An action by its name in JSON; for what has no method here.
    public static func with(_ name: String, _ value: JSONValue) -> FaultAction { FaultAction([name: value]) }
}

// MARK: Late and slow

extension FaultAction {
    /// The answer waits.
    public static func latency(_ time: Duration) -> FaultAction {
        with("latencyMilliseconds", .number(time.milliseconds))
    }

    /// The answer waits for a time between two, each as likely.
    public static func latency(from: Duration, to: Duration) -> FaultAction {
        with("latencyMilliseconds", ["from": .number(from.milliseconds), "to": .number(to.milliseconds)])
    }

    /// The answer waits for a time that is lognormal: half of the answers wait longer than the median, some much longer.
    public static func latency(median: Duration, sigma: Double) -> FaultAction {
        with("latencyMilliseconds", ["median": .number(median.milliseconds), "sigma": .number(sigma)])
    }

    /// The body comes at a pace.
    public static func slowBody(bytesPerSecond: Int) -> FaultAction {
        with("slowBody", ["bytesPerSecond": .integer(Int64(bytesPerSecond))])
    }

    /// The body comes in pieces over a time.
    public static func slowBody(chunks: Int, over time: Duration) -> FaultAction {
        with("slowBody", ["chunks": .integer(Int64(chunks)), "milliseconds": .number(time.milliseconds)])
    }
}

// MARK: Another answer

extension FaultAction {
    /// A refusal as device services have it.
    public enum Refusal: String, Sendable, CaseIterable {
        /// The bearer token has expired.
        case expiredToken
        /// The request was signed too long ago.
        case signatureTime
        /// There is no room for a log.
        case logQuota
        /// The credential was revoked.
        case sessionRevoked
    }

    /// Another status; the console does not handle the request.
    public static func status(_ code: Int) -> FaultAction { with("status", .integer(Int64(code))) }

    /// A text in place of the answer.
    public static func body(_ text: String) -> FaultAction { with("body", .string(text)) }

    /// Bytes in place of the answer.
    public static func body(_ bytes: Data) -> FaultAction { with("base64", .string(bytes.base64EncodedString())) }

    /// JSON in place of the answer.
    public static func json(_ value: JSONValue) -> FaultAction { with("json", value) }

    /// A property list in place of the answer, from JSON.
    public static func plist(_ value: JSONValue) -> FaultAction { with("plist", value) }

    /// A refusal of device services in place of the answer.
    public static func refuse(_ refusal: Refusal) -> FaultAction { with("refuse", .string(refusal.rawValue)) }

    /// A header field of the answer.
    public static func header(_ name: String, _ value: String) -> FaultAction {
        with("headers", [name: .string(value)])
    }

    /// The header field `Retry-After`.
    public static func retryAfter(seconds: Int) -> FaultAction { with("retryAfterSeconds", .integer(Int64(seconds))) }
}

// MARK: A broken answer

extension FaultAction {
    /// The answer of the console without its body.
    public static let emptyBody = with("emptyBody", true)

    /// The answer of the console with half of its body, as if that were all.
    public static let truncatedBody = with("truncatedBody", true)

    /// The answer of the console with the first bytes of its body, as if they were all.
    public static func truncatedBody(after bytes: Int) -> FaultAction {
        with("truncatedBody", ["afterBytes": .integer(Int64(bytes))])
    }

    /// A body that is not what its media type says.
    public static let malformedBody = with("malformedBody", true)

    /// Other values in the JSON of the answer, by their paths: `["$.enrolled": false]`.
    public static func patch(_ values: [String: JSONValue]) -> FaultAction { with("patch", .object(values)) }

    /// Another media type than that of the body.
    public static func contentType(_ type: String) -> FaultAction { with("contentType", .string(type)) }

    /// No `x-aw-version`, without which clients refuse an answer.
    public static let withoutVersion = with("withoutVersion", true)

    /// Header fields that are missing.
    public static func withoutHeaders(_ names: String...) -> FaultAction {
        with("withoutHeaders", .array(names.map(JSONValue.string)))
    }

    /// The connection is closed without an answer; the console does not handle the request.
    public static let drop = with("drop", "before")

    /// The connection is closed in the middle of the answer.
    public static let dropWithin = with("drop", "within")

    /// The connection is closed after so many bytes of the body.
    public static func drop(after bytes: Int) -> FaultAction { with("drop", ["afterBytes": .integer(Int64(bytes))]) }
}

extension Duration {
    /// Milliseconds, with a fraction.
    var milliseconds: Double { self / .milliseconds(1) }
}
