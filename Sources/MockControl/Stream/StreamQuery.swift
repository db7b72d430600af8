import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// What somebody wants to be told of.
struct StreamQuery: Sendable {
    /// Parameters beside the filters of the journal.
    static let parameters: Set<String> = ["kind", "lastEventId", "limit", "seconds"]
    /// The most messages that can be asked for.
    private static let largestLimit = 1_000_000_000

    /// Which entries of the journal.
    var filter: JournalFilter
    /// What names the group; nil for all.
    let group: String?
    /// A matcher in JSON; nil if there is none.
    let matcher: String?
    /// Requests, connections on which none could be read, rows of the event log.
    let kinds: Set<StreamMessage.Kind>
    /// Whether a filter is about requests only, so that no row of the event log is meant.
    let isOfRequests: Bool
    /// After what; nil for what is new from now on.
    let position: StreamPosition?
    /// After how many messages it ends; nil for never.
    let limit: Int?
    /// After how many seconds it ends.
    let seconds: Int

    /// Reads the query of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - longest: The most seconds.
    /// - Throws: ``ConsoleError`` `badRequest` for a parameter that is not known, or a value that cannot be.
    init(_ request: Request, seconds longest: Int) throws {
        let query = QueryParameters(request)
        try query.require(only: JournalFilter.parameters.subtracting(["after", "before"]).union(Self.parameters))
        filter = try JournalFilter(filters: query)
        matcher = query.sent("match")
        group = query.text("group")
        isOfRequests = ["method", "path", "route", "status", "bundleId", "changed", "match", "fault"].contains {
            query.text($0) != nil
        }
        kinds = try Self.kinds(query.text("kind"))
        if kinds.contains(.request) != kinds.contains(.connection) { filter.isRequest = kinds.contains(.request) }
        // What the client has seen counts more than what its address said at the beginning.
        let last = request.headers[.lastEventID].flatMap { $0.isEmpty ? nil : $0 } ?? query.text("lastEventId")
        position = try last.map(StreamPosition.init)
        let limit = try query.integer("limit", in: 0...Self.largestLimit, default: 0)
        self.limit = limit > 0 ? limit : nil
        seconds = try query.integer("seconds", in: 1...longest, default: longest)
    }

    private static func kinds(_ text: String?) throws -> Set<StreamMessage.Kind> {
        guard let text else { return [.request, .connection, .event] }
        return Set(
            try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
                guard let kind = StreamMessage.Kind(rawValue: word.lowercased()), kind != .notice else {
                    throw ConsoleError(
                        .badRequest, "kind is \"\(word.prefix(40))\"; it has to be one of request, connection, event.")
                }
                return kind
            })
    }
}

extension StreamQuery {
    /// Whether entries of the journal are meant.
    var hasEntries: Bool { kinds.contains(.request) || kinds.contains(.connection) }
}

extension HTTPField.Name {
    /// What a client that connects again has seen last.
    static var lastEventID: Self { Self("Last-Event-ID") ?? .ifNoneMatch }
}
