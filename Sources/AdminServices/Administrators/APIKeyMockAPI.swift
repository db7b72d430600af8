import ConsoleModel
import ConsolePlatform

/// An API key as `/_mock` shows it (AdminAPI, "API keys").
struct APIKeyBody: Encodable, Sendable {
    let uuid: String
    let name: String
    /// Code of its group.
    let group: String
    let isActive: Bool
    let createdAt: Timestamp
    let revokedAt: Timestamp?
    /// Requests it was used for today.
    let requestsToday: Int
    /// The key itself; only in the answer that makes it.
    let key: String?

    /// The body for a key.
    init(_ account: GroupAccount<APIKeyRecord>, quota: RequestQuota, key: String? = nil) {
        let record = account.record
        uuid = record.uuid
        name = record.name
        group = account.group.code
        isActive = record.isActive
        createdAt = record.createdAt
        revokedAt = record.revokedAt
        requestsToday = record.id.map { quota.used(.apiKey($0)) } ?? 0
        self.key = key
    }
}
