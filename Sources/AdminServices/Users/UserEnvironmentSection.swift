package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB
package import Yams

/// Enrollment users in environment files.
package struct UserEnvironmentSection: EnvironmentListSection {
    package static let key = "users"
    package static let entryName = "user"
    package static let definitions: [(String, JSONSchema)] = [
        ("user", user), ("attributes", attributes), ("token", token),
    ]

    private let database: ConsoleDatabase
    private let hasher: PasswordHasher

    /// A section that hashes passwords.
    init(database: ConsoleDatabase, hasher: PasswordHasher) {
        self.database = database
        self.hasher = hasher
    }

    /// Reads a user; nil, with a note, if there is no name.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentUser? { EnvironmentUserReader.user(node) }

    /// A user whose password has to become a hash.
    private struct PendingPassword: Sendable {
        /// Where the user stands: group and place below it.
        let place: IndexPath
        let group: String
        let username: String
        let password: String
        let salted: SaltedPassword
    }

    /// Passwords that are hashed at a time; more of them wait for the processors anyway.
    private static let width = 8

    /// Hashing takes long, so it is done before the transaction, for several users at a time.
    ///
    /// The user's present password keeps its hash, because importing it twice would change the hash.
    package func prepare(
        _ contents: [(group: String, content: [EnvironmentUser])]
    ) async throws -> [[EnvironmentUser]] {
        var prepared = contents.map(\.content)
        var waiting = passwords(of: contents)[...]
        try await withThrowingTaskGroup(of: (IndexPath, String).self) { group in
            for next in waiting.prefix(Self.width) { group.addTask { (next.place, try await hash(next)) } }
            waiting = waiting.dropFirst(Self.width)
            while let (place, hash) = try await group.next() {
                prepared[place[0]][place[1]].passwordHash = hash
                prepared[place[0]][place[1]].password = nil
                if let next = waiting.popFirst() { group.addTask { (next.place, try await self.hash(next)) } }
            }
        }
        return prepared
    }

    /// Every password there is, salted one after the other.
    private func passwords(of contents: [(group: String, content: [EnvironmentUser])]) -> [PendingPassword] {
        contents.enumerated().flatMap { index, entry in
            entry.content.enumerated().compactMap { position, user in
                user.password.map {
                    PendingPassword(
                        place: [index, position], group: entry.group, username: user.username, password: $0,
                        salted: hasher.salted($0))
                }
            }
        }
    }

    /// The hash of a user's password: the one that is known, if it is the same password.
    private func hash(_ pending: PendingPassword) async throws -> String {
        let known = try await knownHash(ofUser: pending.username, group: pending.group)
        if let known, try await hasher.verify(pending.password, against: known) { return known }
        return try await hasher.hash(pending.salted)
    }

    private func knownHash(ofUser username: String, group code: String) async throws -> String? {
        try await database.read { db in
            guard let id = try OrganizationGroupStore.group(code: code, db)?.id else { return nil }
            return try UserStore.user(named: username, inExactly: id, db)?.passwordHash
        }
    }

    /// Imports users.
    package func importContent(
        _ content: [EnvironmentUser], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        for user in content { try run.importUser(user, in: try home.storedID()) }
    }

    /// Users of a group, by name.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws -> [EnvironmentUser]? {
        try UserRecord.filter(sql: "groupId = ?", arguments: [try group.storedID()]).order(sql: "username")
            .fetchAll(export.db).map { try export.user($0) }
    }
}

/// How users are written.
extension UserEnvironmentSection {
    /// A user as it is written.
    package static func writeEntry(_ user: EnvironmentUser) -> Node {
        YAMLMapping {
            $0.add("username", YAMLWriting.text(user.username))
            $0.add("uuid", user.uuid.map(YAMLWriting.text))
            $0.add("passwordHash", user.passwordHash.map(YAMLWriting.text))
            $0.addText("accountType", user.accountType)
            $0.addText("securityType", user.security?.word ?? "")
            $0.addText("domain", user.domain)
            $0.addText("firstName", user.firstName)
            $0.addText("lastName", user.lastName)
            $0.addText("email", user.email)
            $0.addText("phone", user.phone)
            if user.message != .none { $0.addText("messageType", user.message.word) }
            if user.categoryId != 0 { $0.add("categoryId", YAMLWriting.integer(user.categoryId)) }
            $0.addText("enrollmentGroup", user.enrollmentGroup?.group ?? "")
            $0.add("attributes", writeAttributes(user.attributes))
            $0.add("active", YAMLWriting.bool(user.isActive))
            $0.addList("tokens", user.tokens.map(writeToken))
        }.node
    }

    private static func writeAttributes(_ attributes: [UserAttribute: String]) -> Node? {
        if attributes.isEmpty { return nil }
        return YAMLMapping { mapping in
            for attribute in UserAttribute.further {
                mapping.add(attribute.rawValue, attributes[attribute].map(YAMLWriting.text))
            }
        }.node
    }

    private static func writeToken(_ token: EnvironmentToken) -> Node {
        YAMLMapping {
            $0.add("tokenHash", YAMLWriting.text(token.hash.base64EncodedString()))
            $0.add("expires", YAMLWriting.text(token.expiresAt.description))
            $0.add("used", token.usedAt.map { YAMLWriting.text($0.description) })
        }.node
    }
}

/// The schema of users.
extension UserEnvironmentSection {
    private static let user = JSONSchema.object(
        [
            ("username", .defined("name")), ("uuid", .defined("uuid")), ("password", .text(1...1000)),
            (
                "passwordHash",
                .string(#"^(\$scrypt\$ln=\d+,r=\d+,p=1|\$sha256)\$[A-Za-z0-9+/]+={0,2}\$[A-Za-z0-9+/]+={0,2}$"#)
            ),
            ("accountType", .word(UserRecord.accountTypes).defaulting(to: .string("Basic"))),
            ("securityType", .word(UserSecurity.allCases.map(\.word))),
            ("domain", .text()), ("firstName", .text()), ("lastName", .text()), ("email", .text()), ("phone", .text()),
            ("messageType", .word(UserMessage.allCases.map(\.word)).defaulting(to: .string(UserMessage.none.word))),
            ("categoryId", .integer(EnvironmentUser.categories).defaulting(to: .number("0"))),
            ("enrollmentGroup", .text(1...1000)), ("attributes", .defined("attributes")),
            ("active", .bool.defaulting(to: .bool(true))),
            ("tokens", .list(.defined("token"))),
        ], required: ["username"]
    ).with("not", JSONSchema.having("password", "passwordHash").value)

    private static let attributes = JSONSchema.object(UserAttribute.further.map { ($0.rawValue, .text()) })

    private static let token = JSONSchema.object(
        [
            ("token", .text(1...1000)), ("tokenHash", .string("^[A-Za-z0-9+/]{43}=$")),
            ("expires", .defined("time")), ("used", .defined("time")),
        ], required: ["expires"]
    ).with("anyOf", .array([JSONSchema.having("token").value, JSONSchema.having("tokenHash").value]))
}
