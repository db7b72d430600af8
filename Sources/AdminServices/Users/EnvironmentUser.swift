package import ConsoleModel
import ConsolePlatform
import Foundation

/// An enrollment user.
package struct EnvironmentUser: EnvironmentEntry {
    /// Numbers of categories.
    package static let categories: ClosedRange<Int64> = 0...9_999_999_999

    package var position: EnvironmentPosition
    package var username: String
    var uuid: String?
    /// In the clear; hashed before anything is stored.
    package var password: String?
    package var passwordHash: String?
    var accountType = "Basic"
    /// Nil for what the account type says.
    var security: UserSecurity?
    var message = UserMessage.none
    var categoryId: Int64 = 0
    /// The group that devices of the user enroll into; nil for that of the user.
    var enrollmentGroup: EnvironmentReference?
    var domain = ""
    var firstName = ""
    var lastName = ""
    var email = ""
    var phone = ""
    /// Other data about the user.
    var attributes: [UserAttribute: String] = [:]
    package var isActive = true
    var tokens: [EnvironmentToken] = []

    package var title: String { username }
}

/// An enrollment token.
struct EnvironmentToken: Hashable, Sendable {
    /// SHA-256 of the token.
    var hash: Data
    var expiresAt: Timestamp
    var usedAt: Timestamp?
}
