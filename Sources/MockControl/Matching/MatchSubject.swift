package import ConsolePlatform
package import HTTPTypes

/// What a matcher looks at: a request that was answered, or one that is about to be (MockControl, "Matchers").
package protocol MatchSubject: Sendable {
    /// Method, target, authority and header fields.
    var matchedHead: HTTPRequest { get }
    /// The body of the request.
    var matchedBody: CapturedBody { get }
    /// When it arrived.
    var arrivedAt: Timestamp { get }
    /// The connection it came by.
    var connection: JournalConnection { get }
    /// Whom it concerns; of a request that is not answered yet, as far as that is known.
    var parties: JournalParties { get }
    /// The answer; nil if there is none yet.
    var matchedAnswer: JournalResponse? { get }
    /// Id of its entry in the journal; nil if it has none yet.
    var entryID: Int64? { get }
}

extension JournalEntry: MatchSubject {
    package var matchedHead: HTTPRequest { request.head }
    package var matchedBody: CapturedBody { request.body }
    package var matchedAnswer: JournalResponse? { response }
    package var entryID: Int64? { id }
}
