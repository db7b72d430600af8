import HTTPTypes

/// Why a request was refused, or that it was not (Why).
struct Explanation: Encodable, Sendable {
    /// Id of the entry.
    let id: Int64
    let method: String
    /// Path and query as they are in the journal.
    let target: String
    let status: Int
    /// Whether it was refused.
    let refused: Bool
    /// Name of the rule that refused it; nil if none did.
    var rule: String?
    /// What happened, in a sentence.
    var summary: String
    /// What would have been accepted.
    var accepted: String?
    /// What may be the cause, the likeliest first.
    var causes: [Cause] = []
    /// How many candidates were tried; nil if there was nothing to try.
    var tried: Int?
    /// What kept it from being found out wholly, in sentences.
    var limits: [String] = []
    /// Both sides of a signature.
    var signature: SignatureEvidence?
    /// Where the body became unreadable.
    var body: BodyEvidence?
    /// Where the rule is described.
    var documentation: String?

    /// What may be the cause of a refusal.
    struct Cause: Encodable, Hashable, Sendable {
        /// A name for programs.
        let cause: String
        /// What happened, in a sentence.
        let sentence: String
        /// What to do about it.
        var remedy: String?
        /// Whether it was shown to be the cause, not only likely.
        var isProven = false
    }

    /// An explanation without a cause yet.
    init(of entry: JournalEntry, refused: Bool, summary: String) {
        id = entry.id
        method = entry.request.head.method.rawValue
        target = entry.request.target
        status = entry.response.head.status.code
        self.refused = refused
        self.summary = summary
    }

    /// Adds a cause behind those that are there.
    mutating func suspect(_ cause: String, _ sentence: String, _ remedy: String? = nil, isProven: Bool = false) {
        causes.append(Cause(cause: cause, sentence: sentence, remedy: remedy, isProven: isProven))
    }
}

/// What is known of a signature that did not match: never the one that would have.
struct SignatureEvidence: Encodable, Sendable {
    /// The text the server signs for the request as it arrived; nil if its body is not all there.
    let serverSigned: String?
    /// The text the client has signed, if it was found.
    var clientSigned: String?
    /// The device that the request names.
    let device: String?
    /// The authentication group that the request names.
    let authenticationGroup: String?
    /// The algorithm that the request names, or that it means without naming one.
    let algorithm: String
    /// How long the signature is, and how it is written.
    let form: String
    /// The `DATE` that was sent.
    let date: String?
}

/// Where a body became unreadable.
struct BodyEvidence: Encodable, Sendable {
    /// JSON, XML or a property list.
    let format: String
    /// Offset of the byte at which it is no longer right, counted from 0.
    let offset: Int
    /// Its line, counted from 1.
    let line: Int
    /// Its column, counted from 1 in bytes.
    let column: Int
    /// What is wrong there.
    let problem: String
    /// The text around it, with `⟶` before the place; nil where secrets may stand.
    let excerpt: String?
}
