import ConsoleModel
import ConsolePlatform
import Foundation

/// Reads enrollment users of an environment file.
enum EnvironmentUserReader {
    private static let keys = [
        "username", "uuid", "password", "passwordHash", "accountType", "securityType", "domain", "firstName",
        "lastName",
        "email", "phone", "messageType", "categoryId", "enrollmentGroup", "attributes", "active", "tokens",
    ]

    static func user(_ node: EnvironmentNode) -> EnvironmentUser? {
        guard let mapping = node.mapping(keys), let name = mapping.required("username")?.name() else {
            return nil
        }
        var user = EnvironmentUser(position: mapping.position, username: name)
        user.uuid = mapping["uuid"]?.uuid
        user.password = mapping["password"]?.text(1...1000)
        if let hash = mapping["passwordHash"] {
            user.passwordHash = hash.text(1...500)
            if let text = user.passwordHash, !PasswordHasher.isHash(text) {
                hash.complain("must be a hash as an export writes it: $scrypt$ln=…,r=8,p=1$salt$hash")
            }
            if user.password != nil { hash.complain("stands beside password; give one of the two") }
        }
        readKind(of: &user, mapping)
        user.domain = mapping["domain"]?.text() ?? ""
        user.firstName = mapping["firstName"]?.text() ?? ""
        user.lastName = mapping["lastName"]?.text() ?? ""
        user.email = mapping["email"]?.text() ?? ""
        user.phone = mapping["phone"]?.text() ?? ""
        user.attributes = attributes(mapping["attributes"])
        user.isActive = mapping["active"]?.bool ?? true
        user.tokens = mapping["tokens"]?.list.compactMap(token) ?? []
        if Set(user.tokens.map(\.hash)).count < user.tokens.count {
            mapping["tokens"]?.complain("a token stands here twice")
        }
        return user
    }

    /// How the user signs in, how messages reach them, and where their devices enroll.
    private static func readKind(of user: inout EnvironmentUser, _ mapping: EnvironmentMapping) {
        let words = UserSecurity.allCases.map(\.word)
        user.security = mapping["securityType"]?.choice(words).flatMap(UserSecurity.init)
        let accountType = mapping["accountType"]?.choice(UserRecord.accountTypes)
        user.accountType = accountType ?? user.security?.accountType ?? "Basic"
        if let security = user.security, security.accountType != user.accountType {
            mapping["securityType"]?.complain(
                "is \"\(security.word)\"; an account of the type \(user.accountType) is never that")
        }
        let message = mapping["messageType"]?.choice(UserMessage.allCases.map(\.word))
        user.message = message.flatMap(UserMessage.init) ?? .none
        user.categoryId = mapping["categoryId"]?.integer(EnvironmentUser.categories) ?? 0
        guard let node = mapping["enrollmentGroup"], let path = node.text(1...1000) else { return }
        user.enrollmentGroup = EnvironmentReference(
            position: node.position ?? mapping.position, field: node.field, group: path, name: path)
    }

    private static func attributes(_ node: EnvironmentNode?) -> [UserAttribute: String] {
        guard let mapping = node?.mapping(UserAttribute.further.map(\.rawValue)) else { return [:] }
        return UserAttribute.further.reduce(into: [:]) { attributes, attribute in
            attributes[attribute] = mapping[attribute.rawValue]?.text(0...255)
        }
    }

    private static func token(_ node: EnvironmentNode) -> EnvironmentToken? {
        guard let mapping = node.mapping(["token", "tokenHash", "expires", "used"]) else { return nil }
        var hash: Data?
        if let text = mapping["token"]?.text(1...1000) {
            hash = SecretHash.sha256(text)
        } else if let node = mapping["tokenHash"], let text = node.text(1...100) {
            hash = Data(base64Encoded: text)
            if hash?.count != 32 { node.complain("must be base64 of a SHA-256 hash, as an export writes it") }
        } else {
            node.complain("needs the key \"token\" or \"tokenHash\"")
        }
        guard let hash, hash.count == 32, let expires = mapping.required("expires")?.timestamp else { return nil }
        return EnvironmentToken(hash: hash, expiresAt: expires, usedAt: mapping["used"]?.timestamp)
    }
}
