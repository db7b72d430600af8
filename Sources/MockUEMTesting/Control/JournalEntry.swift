public import Foundation

/// A request with its answer, as the journal keeps it.
public struct JournalEntry: Sendable, Hashable, Decodable, Identifiable {
    /// A header field.
    public struct Field: Sendable, Hashable, Decodable {
        /// Its name.
        public let name: String
        /// Its value.
        public let value: String
    }

    /// The bytes of a body that were kept.
    public struct Content: Sendable, Hashable, Decodable {
        /// How many there were.
        public let bytes: Int
        /// The text, if it is one.
        public let text: String?
        /// The bytes, if they are no text.
        public let base64: String?
        /// Whether there were more than were kept.
        public let truncated: Bool
    }

    /// A request or an answer.
    public struct Message: Sendable, Hashable, Decodable {
        /// Header fields in their order.
        public let headers: [Field]
        /// The body; nil if it had none.
        public let body: Content?
        /// Whether secrets were left out.
        public let redacted: Bool

        /// The first value of a header field, whatever the letter case of its name.
        public subscript(header name: String) -> String? {
            headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
        }
    }

    /// Why a request was refused.
    public struct Refusal: Sendable, Hashable, Decodable {
        /// A code, such as `unauthorized`.
        public let code: String?
        /// The reason in a sentence.
        public let message: String
    }

    /// What went wrong with a connection on which no request could be read.
    public struct Incident: Sendable, Hashable, Decodable {
        /// `handshake`, `plainOnSecure`, `secureOnPlain`, `unreadable` or `brokenFrames`.
        public let kind: String
        /// What to do about it, in a sentence.
        public let advice: String
        /// How many connections like it are counted in this entry, as they have none of their own; nil for one connection.
        public let more: Int?
    }

    /// Its id; later answers have higher ones.
    public let id: Int64
    /// When it arrived.
    public let at: Date
    /// Until it was answered.
    public let milliseconds: Double
    /// The method.
    public let method: String
    /// The whole URL.
    public let url: String
    /// Path and query as they were sent.
    public let target: String
    /// The path.
    public let path: String
    /// Status of the answer.
    public let status: Int
    /// Path of the route that answered, with its placeholders.
    public let route: String?
    /// The device it concerns.
    public let device: String?
    /// The app it concerns.
    public let bundleId: String?
    /// The user it concerns.
    public let user: String?
    /// Code of the organization group it concerns.
    public let group: String?
    /// Why it was refused.
    public let refusal: Refusal?
    /// Name or id of the fault, or name and state of the scenario, that acted on it.
    public let fault: String?
    /// What went wrong with a connection, in place of a request.
    public let incident: Incident?
    /// What was sent; lists leave it out.
    public let request: Message?
    /// What was answered; lists leave it out.
    public let response: Message?
}
