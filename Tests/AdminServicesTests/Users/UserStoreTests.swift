import Foundation
import GRDB
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Enrollment users, looked up and locked.
struct UserStoreTests {
    private static let tree = """
        version: 1
        organizationGroups:
          - path: a
            users: [{username: both, firstName: upper}, {username: upper}]
          - path: a/b
            users: [{username: both, firstName: lower}]
          - path: a/z
            users: [{username: elsewhere}]
        """

    private static func withTree(_ body: @Sendable (ConsoleParts, OrganizationGroupRecord) async throws -> Void)
        async throws
    {
        try await withParts { parts in
            try await parts.importYAML(tree)
            try await body(parts, try #require(try await parts.model.groups.group(code: "b")))
        }
    }

    @Test(
        arguments: [("both", "lower"), ("BOTH", "lower"), ("upper", ""), ("elsewhere", nil), ("nobody", nil)]
            as [(String, String?)])
    func `A name means the user of the group or its nearest ancestor`(name: String, firstName: String?) async throws {
        try await Self.withTree { parts, group in
            let user = try await parts.model.users.user(named: name, in: group)
            #expect(user?.firstName == firstName)
        }
    }

    @Test func `Failed sign-ins lock the account for a while`() async throws {
        try await Self.withTree { parts, group in
            let user = try #require(try await parts.model.users.user(named: "both", in: group)?.id)
            let settings = GroupSettings([
                EffectiveSetting(setting: .maximumFailedLogins, value: .integer(3), groupID: nil),
                EffectiveSetting(setting: .lockoutMinutes, value: .integer(2), groupID: nil),
            ])
            var locked: [Bool] = []
            for seconds in [0, 1, 2, 3, 200] as [Int64] {
                let now = TestClock.start.adding(seconds: seconds)
                locked.append(try await parts.model.users.recordFailedLogin(of: user, settings: settings, at: now))
            }
            #expect(locked == [false, false, true, true, false])
            #expect(try await parts.model.users.user(id: user)?.failedLogins == 1)
        }
    }

    @Test(arguments: [(0, true), (1, true), (119, true), (120, false), (1_000_000, false)] as [(Int64, Bool)])
    func `A lock opens after its minutes`(seconds: Int64, isLocked: Bool) async throws {
        try await Self.withTree { parts, group in
            var user = try #require(try await parts.model.users.user(named: "both", in: group))
            user.lockedAt = TestClock.start
            #expect(user.isLocked(minutes: 2, at: TestClock.start.adding(seconds: seconds)) == isLocked)
            #expect(user.isLocked(minutes: 0, at: TestClock.start.adding(seconds: seconds)))
        }
    }

    @Test func `Zero failed sign-ins never lock`() async throws {
        try await Self.withTree { parts, group in
            let user = try #require(try await parts.model.users.user(named: "both", in: group)?.id)
            let settings = GroupSettings([
                EffectiveSetting(setting: .maximumFailedLogins, value: .integer(0), groupID: nil)
            ])
            for _ in 0..<20 {
                let isLocked = try await parts.model.users.recordFailedLogin(
                    of: user, settings: settings, at: TestClock.start)
                #expect(!isLocked)
            }
        }
    }

    @Test func `A token is spent once, whoever races for it`() async throws {
        try await Self.withTree { parts, group in
            let user = try #require(try await parts.model.users.user(named: "both", in: group)?.id)
            let token = try await parts.core.database.write { transaction in
                var record = EnrollmentTokenRecord(
                    id: nil, userId: user, tokenHash: SecretHash.sha256("once"), createdAt: TestClock.start,
                    expiresAt: TestClock.start, usedAt: nil)
                try record.insert(transaction.db)
                return try record.storedID()
            }
            let spent = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        try await parts.core.database.write { transaction in
                            try UserStore.spend(tokenID: token, at: TestClock.start, in: transaction)
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(spent == 1)
        }
    }
}
