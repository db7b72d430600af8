import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation

/// A delivery as `/_mock` shows it (AdminNotifications, "Delivery log").
struct NotificationDeliveryBody: Encodable, Sendable {
    let id: Int64?
    let uuid: String
    let notification: Int64?
    let targetName: String
    let createdAt: Timestamp
    let device: String?
    let user: String?
    let group: String?
    let eventId: Int64
    let eventType: String
    let format: String
    let state: String
    let attempts: Int64
    let redeliveries: Int64
    /// Null unless it waits.
    let nextAttemptAt: Timestamp?
    let finishedAt: Timestamp?
    let lastStatus: Int?
    let lastError: String?

    /// The body for a delivery.
    init(_ row: RecordRow<NotificationDeliveryRecord>) {
        let record = row.record
        id = record.id
        uuid = record.uuid
        notification = record.notificationId
        (targetName, createdAt) = (record.targetName, record.createdAt)
        device = row.origin.device
        user = row.origin.user
        group = row.origin.group
        (eventId, eventType) = (record.eventId, record.eventType)
        (format, state) = (record.format.rawValue, record.state.rawValue)
        (attempts, redeliveries) = (record.attempts, record.redeliveries)
        nextAttemptAt = record.state == .pending ? record.nextAttemptAt : nil
        finishedAt = record.finishedAt
        (lastStatus, lastError) = (record.lastStatus, record.lastError)
    }
}

/// A delivery with what was sent and what came back.
struct NotificationDeliveryExchangeBody: Encodable, Sendable {
    /// One try.
    struct Attempt: Encodable, Sendable {
        let at: Timestamp
        let url: String
        let requestHeaders: [String: String]
        let status: Int?
        let responseHeaders: [String: String]?
        let responseBody: String?
        let error: String?
    }

    let delivery: NotificationDeliveryBody
    /// As text: byte for byte what is sent.
    let body: String
    let tries: [Attempt]

    /// The body for a delivery and its attempts.
    ///
    /// - Parameters:
    ///   - row: The delivery.
    ///   - attempts: Its attempts.
    ///   - showsQueries: Whether to include queries of targets, and their answers.
    init(
        _ row: RecordRow<NotificationDeliveryRecord>, _ attempts: [NotificationAttemptRecord], showsQueries: Bool
    ) {
        delivery = NotificationDeliveryBody(row)
        body = row.record.body
        tries = attempts.map { Self.attempt($0, showsQueries: showsQueries) }
    }

    /// An answer may repeat the query in any form, so that the same people see it.
    private static func attempt(_ attempt: NotificationAttemptRecord, showsQueries: Bool) -> Attempt {
        Attempt(
            at: attempt.at, url: showsQueries ? attempt.url : OutgoingURL.withoutQuery(attempt.url),
            requestHeaders: fields(attempt.requestHeaders) ?? [:], status: attempt.status,
            responseHeaders: showsQueries ? attempt.responseHeaders.flatMap(fields) : nil,
            responseBody: showsQueries ? attempt.responseBody : nil, error: attempt.error)
    }

    private static func fields(_ json: String) -> [String: String]? {
        try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))
    }
}

/// A target that has deliveries waiting.
struct NotificationLaneBody: Encodable, Sendable {
    let notification: Int64
    let uuid: String
    let targetName: String
    let isActive: Bool
    let pending: Int
    let oldestAt: Timestamp
    let nextAttemptAt: Timestamp
    let attempts: Int64
    let lastStatus: Int?
    let lastError: String?

    /// The body for a target.
    init(_ lane: NotificationLane) {
        notification = lane.id
        uuid = lane.uuid
        targetName = lane.name
        isActive = lane.isActive
        pending = lane.pending
        oldestAt = lane.oldestAt
        nextAttemptAt = lane.nextAttemptAt
        attempts = lane.attempts
        lastStatus = lane.lastStatus
        lastError = lane.lastError
    }
}

/// Whether a target answers.
struct NotificationTestBody: Encodable, Sendable {
    let success: Bool
    let status: Int?
    let error: String?
}

extension RecordMockController
where Record == NotificationDeliveryRecord, Body == NotificationDeliveryBody {
    /// Deliveries, read back: `/_mock/notification-deliveries`, which also takes `state`, `event` and `notification`.
    static func deliveries(_ archive: RecordArchive<NotificationDeliveryRecord>, pageLimit: Int) -> Self {
        Self(
            name: "notification-deliveries", archive: archive, pageLimit: pageLimit,
            textColumns: ["body", "targetName", "lastError"], parameters: ["state", "event", "notification"],
            narrow: { query, parameters in
                if let text = parameters.value("state"), !text.isEmpty {
                    guard let state = NotificationState(rawValue: text.lowercased()) else {
                        let words = NotificationState.allCases.map(\.rawValue).joined(separator: ", ")
                        throw ConsoleError(
                            .badRequest, "state is \"\(text.prefix(40))\"; it has to be one of \(words).")
                    }
                    query.match("state", state.rawValue)
                }
                if parameters.value("event")?.isEmpty == false {
                    query.match("eventId", try parameters.integer("event", in: 0...Int.max, default: 0))
                }
                if parameters.value("notification")?.isEmpty == false {
                    query.match("notificationId", try parameters.integer("notification", in: 0...Int.max, default: 0))
                }
            }, body: NotificationDeliveryBody.init)
    }
}
