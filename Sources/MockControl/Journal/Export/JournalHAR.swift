import ConsolePlatform
import Foundation
import HTTPTypes
import NIOCore

/// An entry as HAR 1.2 has it; what HAR has no place for begins with an underscore.
struct HAREntry: Encodable {
    /// Name and value of a header field or of a parameter.
    struct Pair: Encodable {
        let name: String
        let value: String
    }

    /// What was sent.
    struct Posted: Encodable {
        let mimeType: String
        let text: String
        /// `base64` if the bytes are no text.
        let _encoding: String?
        let comment: String?
    }

    /// What was answered.
    struct Content: Encodable {
        let size: Int
        let mimeType: String
        let text: String?
        /// `base64` if the bytes are no text.
        let encoding: String?
        let comment: String?
    }

    /// The request.
    struct Request: Encodable {
        let method: String
        let url: String
        let httpVersion: String
        let cookies: [Pair]
        let headers: [Pair]
        let queryString: [Pair]
        let postData: Posted?
        let headersSize: Int
        let bodySize: Int
    }

    /// The answer.
    struct Response: Encodable {
        let status: Int
        let statusText: String
        let httpVersion: String
        let cookies: [Pair]
        let headers: [Pair]
        let content: Content
        let redirectURL: String
        let headersSize: Int
        let bodySize: Int
    }

    /// How long it took, in milliseconds.
    struct Timings: Encodable {
        let send: Double
        let wait: Double
        let receive: Double
    }

    /// Nothing is cached.
    struct Cache: Encodable {}

    let startedDateTime: Timestamp
    let time: Double
    let request: Request
    let response: Response
    let cache: Cache
    let timings: Timings
    let comment: String?
    let _id: Int64
    let _route: String?
    let _device: String?
    let _bundle: String?
    let _user: String?
    let _group: String?
    let _administrator: String?

    /// The form of an entry.
    init(_ entry: JournalEntry, _ names: JournalNames) {
        let body = JournalEntryBody(entry, names)
        startedDateTime = entry.arrivedAt
        time = body.milliseconds
        request = Request(entry, url: body.url)
        response = Response(entry)
        cache = Cache()
        timings = Timings(send: 0, wait: body.milliseconds, receive: 0)
        comment = body.refusal?.message
        _id = entry.id
        _route = body.route
        _device = body.device
        _bundle = body.bundleId
        _user = body.user
        _group = body.group
        _administrator = body.administrator
    }

    /// What a body lacks, in a sentence; nil if it is whole.
    fileprivate static func comment(on body: CapturedBody) -> String? {
        body.isTruncated ? "The journal kept the first bytes of \(body.byteCount)." : nil
    }

    fileprivate static func pairs(_ fields: HTTPFields) -> [Pair] {
        fields.map { Pair(name: $0.name.rawName, value: $0.value) }
    }
}

extension HAREntry.Request {
    fileprivate init(_ entry: JournalEntry, url: String) {
        let (head, body) = (entry.request.head, entry.request.body)
        method = head.method.rawValue
        self.url = url
        httpVersion = entry.connection.httpVersion
        cookies = []
        headers = HAREntry.pairs(head.headerFields)
        queryString = Self.parameters(of: entry.request.target)
        postData = HAREntry.Posted(body, type: head.headerFields[.contentType] ?? "")
        headersSize = -1
        bodySize = body.byteCount
    }

    private static func parameters(of target: String) -> [HAREntry.Pair] {
        guard let mark = target.firstIndex(of: "?") else { return [] }
        return target[target.index(after: mark)...].split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                let text = String($0).replacing("+", with: " ")
                return text.removingPercentEncoding ?? text
            }
            return HAREntry.Pair(name: parts[0], value: parts.count > 1 ? parts[1] : "")
        }
    }
}

extension HAREntry.Posted {
    fileprivate init?(_ body: CapturedBody, type: String) {
        guard body.byteCount > 0 else { return nil }
        mimeType = type
        text = body.text ?? Data(body.bytes.readableBytesView).base64EncodedString()
        _encoding = body.text == nil ? "base64" : nil
        comment = HAREntry.comment(on: body)
    }
}

extension HAREntry.Response {
    fileprivate init(_ entry: JournalEntry) {
        let (head, body) = (entry.response.head, entry.response.body)
        status = head.status.code
        statusText = head.status.reasonPhrase
        httpVersion = entry.connection.httpVersion
        cookies = []
        headers = HAREntry.pairs(head.headerFields)
        content = HAREntry.Content(
            size: body.byteCount, mimeType: head.headerFields[.contentType] ?? "",
            text: body.text ?? Data(body.bytes.readableBytesView).base64EncodedString(),
            encoding: body.text == nil ? "base64" : nil, comment: HAREntry.comment(on: body))
        redirectURL = head.headerFields[.location] ?? ""
        headersSize = -1
        bodySize = body.byteCount
    }
}
