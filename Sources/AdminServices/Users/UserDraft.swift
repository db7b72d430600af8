import ConsoleModel
import ConsolePlatform
import Foundation

/// What somebody wants a user to be; what is nil stays as it is, or gets its default.
struct UserDraft: Sendable {
    var username: String?
    /// In the clear; hashed before anything is stored.
    var password: String?
    var security: UserSecurity?
    var isActive: Bool?
    /// The group the user belongs to.
    var group: RecordReference?
    /// The group devices of the user are meant to enroll into.
    var enrollmentGroup: RecordReference?
    var messageType: UserMessage?
    var categoryId: Int64?
    /// Texts by what they tell.
    var attributes: [UserAttribute: String] = [:]

    /// A user with what is wanted, but for groups and password.
    func applied(to record: UserRecord) -> UserRecord {
        var record = record
        if let username { record.username = username }
        if let security {
            record.accountType = security.accountType
            record.securityType = security.rawValue
            if !security.takesPassword { record.passwordHash = nil }
        }
        if let isActive { record.isActive = isActive }
        if let messageType { record.messageType = messageType.rawValue }
        if let categoryId { record.categoryId = categoryId }
        for (attribute, text) in attributes { record[keyPath: attribute.path] = text }
        return record
    }
}

/// Which users a search is for; all of it has to hold.
struct UserSearch: Sendable {
    /// Parts of texts, letter case of A to Z ignored, by the columns they are looked for in.
    var parts: [(column: UserSearchColumn, text: String)] = []
    var isActive: Bool?
    /// The group with all groups below it.
    var group: RecordReference?
    /// Terms of ORDER BY.
    var order = "enrollmentUser.id"
}

/// Columns searches look into.
enum UserSearchColumn: String, CaseIterable, Sendable {
    case username, firstName, lastName, email, role

    /// What clients call the parameter.
    var parameter: String { rawValue.lowercased() }
}

/// A user with what surrounds them.
struct UserOverview: Sendable {
    let record: UserRecord
    let group: OrganizationGroupRecord
    /// Uuid of the group devices of the user are meant to enroll into.
    let enrollmentGroupUUID: String
    /// How many devices of theirs are enrolled.
    let enrolledDevices: Int
}

/// A user a request names, and what its route says of an unknown one.
struct NamedUser: Sendable {
    let reference: RecordReference
    let missing: ConsoleError
}
