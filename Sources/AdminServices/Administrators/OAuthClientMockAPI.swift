import ConsoleModel
import ConsolePlatform

/// An OAuth client as `/_mock` shows it (AdminAPI, "OAuth clients").
struct OAuthClientBody: Encodable, Sendable {
    let uuid: String
    let clientId: String
    let name: String
    /// Code of its group.
    let group: String
    let role: String
    let isActive: Bool
    let createdAt: Timestamp
    let revokedAt: Timestamp?
    /// Requests made with its tokens today.
    let requestsToday: Int
    /// The secret itself; only in the answer that makes it.
    let clientSecret: String?

    /// The body for a client.
    init(_ account: GroupAccount<OAuthClientRecord>, quota: RequestQuota, secret: String? = nil) {
        let record = account.record
        uuid = record.uuid
        clientId = record.clientId
        name = record.name
        group = account.group.code
        role = record.role
        isActive = record.isActive
        createdAt = record.createdAt
        revokedAt = record.revokedAt
        requestsToday = record.id.map { quota.used(.client($0)) } ?? 0
        clientSecret = secret
    }
}
