import DeviceProtocol
import Foundation

/// What an administrator is to be; what is nil stays as it is, or is chosen for a new one.
struct AdministratorDraft: Sendable {
    /// Name of a new one.
    var username: String?
    /// Password of a new one, in the clear.
    var password: String?
    /// Code of the group whose subtree they administer.
    var group: GroupCode?
    var role: AdministratorRole?
    var isActive: Bool?
    /// The group by id or uuid, where no code says it.
    var home: RecordReference?
    /// Texts that are told of them, by column.
    var texts: [AdministratorText: String] = [:]
    var requiresPasswordChange: Bool?

    /// Nothing.
    init() {}

    /// Reads the body for a new administrator: user name and password, and optionally group, role, active or not.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(creating json: Data) throws {
        let body = try AccountBody(json, members: ["username", "password", "group", "role", "isActive"])
        guard let username = try body.signInName("username") else {
            throw ConsoleError(.badRequest, "username is missing.")
        }
        self.username = username
        password = try body.requiredText("password")
        group = try body.group()
        role = try body.role()
        isActive = try body.flag("isActive")
    }

    /// Reads the body of a change: group, role, active or not.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(changing json: Data) throws {
        let body = try AccountBody(json, members: ["group", "role", "isActive"])
        group = try body.group()
        role = try body.role()
        isActive = try body.flag("isActive")
    }
}

/// A text that is told of an administrator.
enum AdministratorText: CaseIterable, Sendable {
    case firstName, lastName, email, timeZone, locale, landingPage

    /// Where an administrator has it.
    var path: WritableKeyPath<AdministratorRecord, String> {
        switch self {
        case .firstName: \.firstName
        case .lastName: \.lastName
        case .email: \.email
        case .timeZone: \.timeZone
        case .locale: \.locale
        case .landingPage: \.landingPage
        }
    }
}

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
