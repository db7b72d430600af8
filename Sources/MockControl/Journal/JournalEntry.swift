import ConsoleHTTP
import ConsoleModel
package import ConsolePlatform
import DeviceProtocol
package import HTTPTypes
import NIOCore

/// A request with its answer, as the journal keeps them (MockControl, "Journal").
///
/// Nothing of it changes once it is made, so that whoever searches need not hold up whoever adds. Passwords, tokens and
/// keys are left out already, unless the configuration says to keep them.
package final class JournalEntry: Sendable {
    /// Number of the entry; later entries have larger ones, and none has that of another.
    package let id: Int64
    /// When the request arrived.
    package let arrivedAt: Timestamp
    /// Microseconds until it was answered.
    package let duration: Int64
    /// The connection it came by.
    package let connection: JournalConnection
    /// The request.
    package let request: JournalRequest
    /// The answer.
    package let response: JournalResponse
    /// The request with its secrets, if some were left out: to be sent once more, never shown, never written anywhere.
    let original: JournalRequest?
    /// Whom it concerns, and what answered.
    package let parties: JournalParties
    /// Rows it changed.
    package let changes: RowChanges
    /// Bytes it takes.
    package let byteCount: Int

    /// Whether it is a request, not a connection on which none could be read.
    package var isRequest: Bool { parties.incident == nil }

    /// The absolute address that the request was sent to; empty for a connection.
    var url: String {
        guard isRequest else { return "" }
        let target = request.target
        if ["http://", "https://"].contains(where: target.lowercased().hasPrefix) { return target }
        let authority = request.head.authority.flatMap { $0.isEmpty ? nil : $0 } ?? "localhost"
        return "\(connection.scheme)://\(authority)\(target.hasPrefix("/") ? "" : "/")\(target)"
    }

    /// Made of its parts.
    init(
        id: Int64, arrivedAt: Timestamp, duration: Int64, connection: JournalConnection, request: JournalRequest,
        response: JournalResponse, parties: JournalParties, byteCount: Int, original: JournalRequest? = nil,
        changes: RowChanges = RowChanges()
    ) {
        self.id = id
        self.arrivedAt = arrivedAt
        self.duration = duration
        self.connection = connection
        self.request = request
        self.response = response
        self.parties = parties
        self.byteCount = byteCount
        self.original = original
        self.changes = changes
    }

    /// Bytes that an entry of a request and its answer takes.
    static func byteCount(_ request: JournalRequest, _ response: JournalResponse) -> Int {
        512 + request.byteCount + response.byteCount
    }
}

/// The connection a request came by.
package struct JournalConnection: Hashable, Sendable {
    /// Address of the client, without its port; empty if there is none.
    package var address = ""
    /// `http` or `https`.
    package var scheme = "http"
    /// `HTTP/1.1` or `HTTP/2`; empty if no request could be read.
    package var httpVersion = "HTTP/1.1"
    /// What was agreed on when it began; nil without TLS.
    package var tls: TLSFacts?
    /// The port it came to, if that is one of those that are given to groups; nil at the console's own.
    package var port: Int?

    /// Made of its parts.
    package init(
        address: String = "", scheme: String = "http", httpVersion: String = "HTTP/1.1", tls: TLSFacts? = nil,
        port: Int? = nil
    ) {
        self.address = address
        self.scheme = scheme
        self.httpVersion = httpVersion
        self.tls = tls
        self.port = port
    }
}

/// A request as it arrived.
package struct JournalRequest: Hashable, Sendable {
    /// Method, target, authority and header fields.
    package internal(set) var head: HTTPRequest
    /// The body.
    package internal(set) var body: CapturedBody
    /// Whether something secret was left out of it.
    package internal(set) var isRedacted = false

    /// Whether it was answered before its body was read, so that nobody knows the body.
    package var isUnread: Bool {
        let fields = head.headerFields
        return body.byteCount == 0
            && (fields[.contentLength].flatMap(Int.init) ?? 0 > 0 || fields.contains(.transferEncoding))
    }

    /// The target: path and query, with their escapes.
    package var target: String { head.path ?? "" }

    /// The path, with its escapes and without the query.
    package var path: Substring { head.pathAlone }

    /// Bytes of head and body.
    var byteCount: Int { target.utf8.count + head.headerFields.byteCount + body.bytes.readableBytes }
}

/// An answer as it was sent.
package struct JournalResponse: Hashable, Sendable {
    /// Status and header fields.
    package internal(set) var head: HTTPResponse
    /// The body.
    package internal(set) var body: CapturedBody
    /// What went wrong while it was sent; nil if nothing did.
    package internal(set) var failure: String?
    /// Whether something secret was left out of it.
    package internal(set) var isRedacted = false

    /// Bytes of head and body.
    var byteCount: Int { head.headerFields.byteCount + body.bytes.readableBytes }
}

/// Whom a request concerns, and what answered it.
package struct JournalParties: Hashable, Sendable {
    /// Id of the request, as its answer carries it.
    package internal(set) var requestID = ""
    /// Path of the route that answered, with its placeholders; nil if there was none.
    package internal(set) var route: String?
    /// Id of the organization group it belongs to; nil if it is not known.
    package internal(set) var groupID: Int64?
    /// Id of the customer that group belongs to; nil if it is not known.
    package internal(set) var customerID: Int64?
    /// Row id of the device; nil if there is none.
    package internal(set) var deviceID: Int64?
    /// Identifier of the device.
    package internal(set) var device: String?
    /// Bundle id of the app.
    package internal(set) var bundle: String?
    /// Row id of the user.
    package internal(set) var userID: Int64?
    /// Name of the user.
    package internal(set) var user: String?
    /// Name of the administrator.
    package internal(set) var administrator: String?
    /// Why it was refused, in a sentence; nil if it was not.
    package internal(set) var refusal: String?
    /// Code of that refusal.
    package internal(set) var refusalCode: String?
    /// Single findings of that refusal.
    package internal(set) var details: [String] = []
    /// Id of the entry that was sent once more; nil for a request of a client.
    package internal(set) var replayOf: Int64?
    /// What went wrong with a connection on which no request could be read; nil for a request.
    package internal(set) var incident: JournalIncident?
    /// The fault or scenario that acted on it; nil if none did.
    package internal(set) var fault: String?
    /// Whether it has proved that it belongs to them: anybody may send a request that only names somebody.
    package internal(set) var isVerified = false
}

extension JournalParties {
    /// What the fault or scenario may be called that acted on it: as ``fault`` says and, of a scenario, which stands there
    /// with its state after a colon, by its name alone.
    var faultNames: [String] {
        guard let fault else { return [] }
        return [fault] + fault.ranges(of: ": ").map { String(fault[..<$0.lowerBound]) }
    }

    /// What was noted of a request.
    init(_ facts: ExchangeNotes.Facts, customerID: Int64?) {
        requestID = facts.requestID
        route = facts.route
        groupID = facts.identity?.groupID ?? facts.groupID ?? facts.administrator?.groupID
        self.customerID = customerID
        deviceID = facts.identity?.deviceID
        device = (facts.identity?.device ?? facts.device)?.value
        bundle = (facts.identity?.bundle ?? facts.bundle)?.value
        userID = facts.identity?.userID
        user = facts.user
        administrator = facts.administrator?.name
        refusal = facts.refusal?.message ?? facts.reason?.sentence
        refusalCode = facts.refusal?.code.rawValue ?? facts.reason?.code
        details = facts.refusal?.details ?? []
        fault = facts.fault
        isVerified = facts.identity != nil || facts.administrator != nil || facts.isProven
    }
}

extension JournalParties {
    /// Adds whom a request belongs to by what it names itself, where nothing else is known.
    mutating func complete(with named: JournalParties) {
        groupID = groupID ?? named.groupID
        deviceID = deviceID ?? named.deviceID
        device = device ?? named.device
        bundle = bundle ?? named.bundle
        userID = userID ?? named.userID
        user = user ?? named.user
        administrator = administrator ?? named.administrator
    }
}

extension HTTPFields {
    /// Bytes of names and values.
    var byteCount: Int { reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 } }
}
