import ConsoleModel
import ConsolePlatform
import Foundation

/// The wanted state of a user; a nil field keeps its value, or gets its default.
struct UserDraft: Sendable {
    var username: String?
    /// In the clear; hashed before anything is stored.
    var password: String?
    var security: UserSecurity?
    var isActive: Bool?
    /// The group the user belongs to.
    var group: RecordReference?
    /// The group that devices of the user enroll into.
    var enrollmentGroup: RecordReference?
    var messageType: UserMessage?
    var categoryId: Int64?
    /// Texts by their subject.
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

/// The filters of a search of users, all of which must hold.
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

    /// The name of the parameter.
    var parameter: String { rawValue.lowercased() }
}

/// A user with what surrounds them.
struct UserOverview: Sendable {
    let record: UserRecord
    let group: OrganizationGroupRecord
    /// Uuid of the group that devices of the user enroll into.
    let enrollmentGroupUUID: String
    /// How many devices of theirs are enrolled.
    let enrolledDevices: Int
}

/// A user a request names, and what its route says of an unknown one.
struct NamedUser: Sendable {
    let reference: RecordReference
    let missing: ConsoleError
}
