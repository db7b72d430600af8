import ConsoleModel
import ConsolePlatform

/// An administrator as `/_mock` shows them (AdminAPI, "Administrators").
struct AdministratorBody: Encodable, Sendable {
    let uuid: String
    let username: String
    /// Code of their group.
    let group: String
    let role: String
    let isActive: Bool
    let createdAt: Timestamp

    /// The body for an administrator.
    init(_ account: GroupAccount<AdministratorRecord>) {
        let record = account.record
        uuid = record.uuid
        username = record.username
        group = account.group.code
        role = record.role
        isActive = record.isActive
        createdAt = record.createdAt
    }
}
