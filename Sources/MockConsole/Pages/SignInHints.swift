import ConsoleModel
import ConsolePlatform
import Hummingbird
import NIOConcurrencyHelpers
import WebConsole

/// Whether an account still has the password that the console was started with, so that no page goes on naming one that
/// was changed.
final class KeptPassword: Sendable {
    private let password: String
    private let hasher: PasswordHasher
    private let hash: @Sendable () async throws -> String?
    private let known = NIOLockedValueBox<(hash: String, isRight: Bool)?>(nil)

    /// A password whose account is asked for now.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - hasher: Checks it, once for each hash.
    ///   - hash: The hash that the account has now; nil if it is gone, or cannot sign in.
    init(_ password: String, hasher: PasswordHasher, hash: @escaping @Sendable () async throws -> String?) {
        self.password = password
        self.hasher = hasher
        self.hash = hash
    }

    /// Whether it still is the account's; false as well if that cannot be found out.
    var isKept: Bool {
        get async {
            do {
                guard let hash = try await hash() else { return false }
                if let known = known.withLockedValue({ $0 }), known.hash == hash { return known.isRight }
                let isRight = try await hasher.verify(password, against: hash)
                known.withLockedValue { $0 = (hash, isRight) }
                return isRight
            } catch {
                return false
            }
        }
    }
}

/// What pages say of how to sign in: only to whoever started the console, and only as long as it is true (Security,
/// "Pages").
struct SignInHints: Sendable {
    private let configuration: ConsoleConfiguration
    private let credentials: ConsoleCredentials
    private let ofAdministrator: KeptPassword
    /// The password of the user of the demo environment.
    let ofUser: KeptPassword

    /// Hints of a console.
    init(_ configuration: ConsoleConfiguration, _ credentials: ConsoleCredentials, _ model: Model) {
        self.configuration = configuration
        self.credentials = credentials
        ofAdministrator = KeptPassword(credentials.adminPassword, hasher: model.hasher) {
            let found = try await model.administrators.administrator(username: credentials.adminUser)
            return found.flatMap { $0.record.isActive ? $0.record.passwordHash : nil }
        }
        ofUser = KeptPassword(credentials.password, hasher: model.hasher) {
            guard let group = try await model.groups.group(code: credentials.groupId) else { return nil }
            let found = try await model.users.user(named: credentials.user, in: group)
            return found.flatMap { $0.isActive ? $0.passwordHash : nil }
        }
    }

    /// How an administrator signs in.
    func administrator(_ request: Request) async -> SignInHint? {
        guard configuration.hasDemoPassword, StartPageController.isThisMachine(request), await ofAdministrator.isKept
        else { return nil }
        return SignInHint(name: credentials.adminUser, password: credentials.adminPassword)
    }

    /// How a user of the demo environment signs in.
    @Sendable func user(_ request: Request) async -> DemoUser? {
        guard configuration.hasDemoUser, !credentials.groupId.isEmpty, StartPageController.isThisMachine(request),
            await ofUser.isKept
        else { return nil }
        return DemoUser(
            group: credentials.groupId, name: credentials.user, password: credentials.password,
            bundle: credentials.bundleId)
    }
}
