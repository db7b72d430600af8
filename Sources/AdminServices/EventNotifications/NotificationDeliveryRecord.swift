import ConsolePlatform
import GRDB

/// How a delivery stands.
enum NotificationState: String, CaseIterable, Codable, Sendable {
    /// Waits for its first or next attempt.
    case pending
    /// Taken by the target.
    case delivered
    /// Given up.
    case failed
    /// Its notification was deleted before it was delivered.
    case cancelled
}

/// One event for one target.
struct NotificationDeliveryRecord: Codable, Sendable, StoredRecord {
    static let databaseTableName = "notificationDelivery"

    var id: Int64?
    /// The id by which receivers recognise repetitions.
    var uuid: String
    var notificationId: Int64?
    var groupId: Int64?
    var deviceId: Int64?
    var installationId: Int64?
    var userId: Int64?
    var createdAt: Timestamp
    var targetName: String
    var eventId: Int64
    var eventType: String
    var format: NotificationFormat
    var body: String
    var state = NotificationState.pending
    /// Since it was queued, or queued again.
    var attempts: Int64 = 0
    var redeliveries: Int64 = 0
    var nextAttemptAt: Timestamp
    var finishedAt: Timestamp?
    var lastStatus: Int?
    var lastError: String?
}

/// One try of a delivery.
struct NotificationAttemptRecord: Codable, Sendable, StoredRecord {
    static let databaseTableName = "notificationAttempt"

    var id: Int64?
    var deliveryId: Int64
    var at: Timestamp
    /// Where the answer came from, redirects followed.
    var url: String
    /// JSON object, secrets left out.
    var requestHeaders: String
    var status: Int?
    /// JSON object.
    var responseHeaders: String?
    /// The beginning.
    var responseBody: String?
    var error: String?
}

extension NotificationState: DatabaseValueConvertible {}
