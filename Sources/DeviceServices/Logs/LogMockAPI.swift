import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A log as `/_mock` lists it, without its text (AdminAPI, "Logs").
struct LogBody: Encodable, Sendable {
    let id: Int64?
    let receivedAt: Timestamp
    let device: String?
    let bundleId: String
    let user: String?
    let group: String?
    let appVersion: String
    /// `none`, `application`, `crash` or `device`.
    let type: String
    /// `off`, `debug`, `information`, `warning` or `error`.
    let level: String
    let byteCount: Int
    let verified: Bool
    /// The device that an unverified sender claims to be.
    let claimedDevice: String?

    /// The body for a log.
    init(_ row: RecordRow<DeviceLogRecord>) {
        let record = row.record
        id = record.id
        receivedAt = record.receivedAt
        device = row.origin.device
        bundleId = record.bundleId
        user = row.origin.user
        group = row.origin.group
        appVersion = record.appVersion
        type = LogType(rawValue: record.type).map { "\($0)" } ?? ""
        level = LogLevel(rawValue: record.level).map { "\($0)" } ?? ""
        byteCount = record.byteCount
        verified = record.verified
        claimedDevice = record.claimedDevice
    }
}

extension RecordMockController where Record == DeviceLogRecord, Body == LogBody {
    /// Logs, read back: `/_mock/logs`, with filters of their own (``LogFilters``).
    static func logs(_ store: LogStore, searches: LogSearches, pageLimit: Int) -> Self {
        Self(
            name: "logs", archive: store.archive, pageLimit: pageLimit, textColumns: [],
            parameters: LogFilters.parameters, narrow: LogFilters.narrow,
            search: { query, parameters, context in
                guard let text = parameters.sent("text"), !text.isEmpty else { return query }
                let search = try LogTextSearch(text, in: store.database, limit: searches.byteCount)
                let customer = try await store.database.read { [id = context.identity.groupID] db in
                    try OrganizationGroupStore.customer(of: id, db) ?? id
                }
                var found = query
                found.match(
                    ids: try await searches.limiter.run(customer) {
                        try await search.ids(of: query, for: context.channel)
                    })
                return found
            }, body: LogBody.init)
    }
}

/// The room logs may take as `/_mock` shows it (AdminAPI, "Log quota").
struct LogQuotaBody: Encodable, Sendable {
    /// Code of the group at which it is counted.
    let countedAt: String
    let includesSubtree: Bool
    let usedBytes: Int64
    /// Nil for no limit.
    let quotaBytes: Int64?
    /// Nil for no limit.
    let percent: Double?
    let warningPercent: Int64
    let isWarning: Bool
    /// Whether quota or share has no room left.
    let isFull: Bool
    let refusals: Int
    let lastRefusedAt: Timestamp?
    /// The part of the console's room.
    let share: LogShareBody

    /// The body for a group.
    init(_ standing: LogStanding) {
        let (quota, usage) = (standing.quota, standing.usage)
        countedAt = quota.scope.group.code
        includesSubtree = quota.scope.includesSubtree
        usedBytes = quota.used
        quotaBytes = quota.limit
        percent = quota.bound.percent
        warningPercent = quota.warningPercent
        isWarning = quota.isWarning
        share = LogShareBody(standing.share)
        isFull = quota.isFull || share.usedBytes + LogShares.overhead >= share.shareBytes
        refusals = usage?.refusals ?? 0
        lastRefusedAt = usage?.refusedAt
    }
}

/// The part of the room for all logs that is a customer's (AdminAPI, "Log quota").
struct LogShareBody: Encodable, Sendable {
    /// Code of the customer's group.
    let customer: String
    let usedBytes: Int64
    let shareBytes: Int64
    let percent: Double?

    /// The body for a share.
    init(_ share: LogBound) {
        customer = share.group.code
        usedBytes = share.used
        shareBytes = share.limit ?? 0
        percent = share.percent
    }
}

extension LogPurge {
    /// The most days that can be asked for.
    private static let maximumDays: Int64 = 3650

    /// Reads a purge from the query or, where that says nothing, from a JSON object.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`, also for unknown members: a purge that ignores half of its body would
    ///   remove too much.
    init(_ parameters: QueryParameters, json: Data) throws {
        try parameters.require(only: ["olderThanDays", "group"])
        var (days, group) = (parameters.value("olderThanDays"), parameters.value("group"))
        if !json.isEmpty {
            do {
                let object = try JSONObjectReader(json)
                if let unknown = object.names.first(where: { !["olderThanDays", "group"].contains($0) }) {
                    throw MessageError("is not known, only olderThanDays and group are", field: unknown)
                }
                days = days ?? Self.text(object.value("olderThanDays"))
                group = try group ?? object.text("group")
            } catch {
                throw ConsoleError(.badRequest, "The purge cannot be read: \(error).")
            }
        }
        self.days = try days.map { try Self.days($0) }
        self.group = group
    }

    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case nil: nil
        case .number(let text), .string(let text): text
        default: ""
        }
    }

    private static func days(_ text: String) throws -> Int64 {
        guard let days = Int64(text), (0...maximumDays).contains(days) else {
            throw ConsoleError(
                .badRequest,
                "olderThanDays is \"\(text.prefix(40))\"; it has to be a whole number from 0 to \(maximumDays).")
        }
        return days
    }
}
