import DeviceProtocol
import Foundation

/// What an OAuth client is to be; what is nil stays as it is, or is chosen for a new one.
struct OAuthClientDraft: Sendable {
    var name: String?
    /// Code of the group whose subtree it administers.
    var group: GroupCode?
    var role: AdministratorRole?
    /// The id of a new one.
    var clientID: String?
    var isActive: Bool?

    /// Reads the body for a new client: a name, and optionally group, role and client id.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(creating json: Data) throws {
        let body = try AccountBody(json, members: ["name", "group", "role", "clientId"])
        name = try body.requiredText("name")
        group = try body.group()
        role = try body.role()
        clientID = try body.signInName("clientId")
    }

    /// Reads the body of a change: name, group, role, active or not.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(changing json: Data) throws {
        let body = try AccountBody(json, members: ["name", "group", "role", "isActive"])
        name = try body.text("name")
        group = try body.group()
        role = try body.role()
        isActive = try body.flag("isActive")
    }
}

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
