import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import NIOCore

/// A page of entries, with what the journal holds (MockControl, "Reading the journal").
struct JournalPageBody: Encodable {
    /// What bounds the journal.
    struct Limits: Encodable {
        let entries: Int
        let bytes: Int
        let bodyBytes: Int
    }

    let items: [JournalEntryBody]
    let page: Int
    let pageSize: Int
    /// Entries that were found.
    let total: Int
    /// Whether the journal is switched on.
    let isOn: Bool
    /// Entries there are.
    let entries: Int
    /// Bytes they take.
    let bytes: Int
    /// Entries that the limits have evicted.
    let evicted: Int
    /// Whether some of those might have been found.
    let mayBeIncomplete: Bool
    /// What that means, in a sentence.
    let notice: String?
    let limits: Limits

    /// The body for a page.
    init(_ leaf: JournalArchive.Leaf, _ names: JournalNames, _ rules: JournalRules) {
        items = leaf.page.items.map { JournalEntryBody($0, names) }
        page = leaf.page.request.page
        pageSize = leaf.page.request.size
        total = leaf.page.total
        isOn = rules.isOn
        entries = leaf.census.count
        bytes = leaf.census.bytes
        evicted = leaf.census.evicted
        mayBeIncomplete = leaf.mayBeIncomplete
        notice = JournalNotice.text(leaf.census, mayBeIncomplete: leaf.mayBeIncomplete, rules)
        limits = Limits(entries: rules.entries, bytes: rules.bytes, bodyBytes: rules.bodyBytes)
    }
}

/// What a reader of the journal should know of what it does not hold.
enum JournalNotice {
    /// A sentence; nil if there is nothing to know.
    static func text(_ census: JournalMemory.Census, mayBeIncomplete: Bool, _ rules: JournalRules) -> String? {
        guard rules.isOn else { return "The journal is switched off: journal.enabled is false." }
        guard mayBeIncomplete else { return nil }
        return "\(census.evicted) older entries were evicted, and some of them may belong here; "
            + "journal.entries and journal.bytes bound the journal."
    }
}

/// An entry of the journal; in lists without what was sent.
struct JournalEntryBody: Encodable {
    /// A header field.
    struct Field: Encodable {
        let name: String
        let value: String
    }

    /// The bytes of a body that were kept.
    struct Content: Encodable {
        /// How many bytes there were.
        let bytes: Int
        /// The text, if it is one.
        let text: String?
        /// The bytes, if they are no text.
        let base64: String?
        /// Whether there were more bytes than were kept.
        let truncated: Bool

        /// The body of a message; nil if it had none.
        init?(_ body: CapturedBody) {
            guard body.byteCount > 0 else { return nil }
            bytes = body.byteCount
            text = body.text
            base64 = text == nil ? Data(body.bytes.readableBytesView).base64EncodedString() : nil
            truncated = body.isTruncated
        }
    }

    /// A request.
    struct Sent: Encodable {
        let headers: [Field]
        let body: Content?
        let redacted: Bool
        /// Whether there was a body that the console answered without reading; left out if not.
        let unread: Bool?
    }

    /// An answer.
    struct Answered: Encodable {
        let headers: [Field]
        let body: Content?
        let redacted: Bool
        /// What went wrong while it was sent.
        let failure: String?
    }

    /// What was agreed on when a TLS connection began.
    struct TLS: Encodable {
        let version: String
        let alpn: String?
        let sni: String?
    }

    /// What went wrong with a connection on which no request could be read.
    struct Incident: Encodable {
        let kind: String
        let advice: String
        let cause: String?
        let alert: String?
        let sni: String?
        /// How many connections like it have no entry of their own; left out for one connection.
        let more: Int?
    }

    /// Why a request was refused.
    struct Refusal: Encodable {
        let code: String?
        let message: String
        let details: [String]?
    }

    let id: Int64
    let at: Timestamp
    /// Until it was answered.
    let milliseconds: Double
    let method: String
    let url: String
    let target: String
    let path: String
    let status: Int
    let route: String?
    let requestId: String
    let address: String?
    let httpVersion: String?
    let tls: TLS?
    let requestBytes: Int
    let responseBytes: Int
    let device: String?
    let bundleId: String?
    let user: String?
    let group: String?
    let groupName: String?
    let administrator: String?
    /// Id of the entry that was sent once more.
    let replayOf: Int64?
    /// The fault or scenario that acted on it.
    let fault: String?
    let refusal: Refusal?
    let incident: Incident?
    let request: Sent?
    let response: Answered?
    /// Rows it changed.
    let changes: [JournalChangeBody]?
    /// How many further changes there were.
    let moreChanges: Int?

    /// The body for an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - names: What those are called whom it concerns.
    ///   - isWhole: Whether request and answer are in it.
    init(_ entry: JournalEntry, _ names: JournalNames, isWhole: Bool = false) {
        let (head, parties) = (entry.request.head, entry.parties)
        let connection = entry.connection
        id = entry.id
        at = entry.arrivedAt
        milliseconds = Double(entry.duration) / 1000
        method = head.method.rawValue
        url = entry.url
        target = entry.request.target
        path = String(entry.request.path)
        status = entry.response.head.status.code
        route = parties.route
        requestId = parties.requestID
        address = connection.address.isEmpty ? nil : connection.address
        httpVersion = connection.httpVersion.isEmpty ? nil : connection.httpVersion
        tls = connection.tls.map { TLS(version: $0.version, alpn: $0.protocolName, sni: $0.serverName) }
        requestBytes = entry.request.body.byteCount
        responseBytes = entry.response.body.byteCount
        device = parties.device
        bundleId = parties.bundle
        user = parties.userID.flatMap { names.users[$0] } ?? parties.user
        let group = parties.groupID.flatMap { names.groups[$0] }
        self.group = group?.code
        groupName = group?.name
        administrator = parties.administrator
        replayOf = parties.replayOf
        fault = parties.fault
        refusal = Refusal(parties)
        incident = parties.incident.map {
            Incident(
                kind: $0.kind.rawValue, advice: $0.advice, cause: $0.cause, alert: $0.alert, sni: $0.serverName,
                more: $0.more > 0 ? $0.more : nil)
        }
        request = isWhole ? Sent(entry.request) : nil
        response = isWhole ? Answered(entry.response) : nil
        changes = isWhole && !entry.changes.isEmpty ? entry.changes.rows.map(JournalChangeBody.init) : nil
        moreChanges = isWhole && entry.changes.more > 0 ? entry.changes.more : nil
    }
}

extension JournalEntryBody.Sent {
    fileprivate init(_ request: JournalRequest) {
        headers = JournalEntryBody.fields(request.head.headerFields)
        body = JournalEntryBody.Content(request.body)
        redacted = request.isRedacted
        unread = request.isUnread ? true : nil
    }
}

extension JournalEntryBody.Answered {
    fileprivate init(_ response: JournalResponse) {
        headers = JournalEntryBody.fields(response.head.headerFields)
        body = JournalEntryBody.Content(response.body)
        redacted = response.isRedacted
        failure = response.failure
    }
}

extension JournalEntryBody.Refusal {
    /// Why a request was refused; nil if it was not.
    fileprivate init?(_ parties: JournalParties) {
        guard let refusal = parties.refusal else { return nil }
        code = parties.refusalCode
        message = refusal
        details = parties.details.isEmpty ? nil : parties.details
    }
}

extension JournalEntryBody {
    fileprivate static func fields(_ fields: HTTPFields) -> [Field] {
        fields.map { Field(name: $0.name.rawName, value: $0.value) }
    }
}
