import ConsolePlatform
import Foundation

/// An administrator who has signed in to the console's pages: who they were then.
package struct SignedInAdministrator: Hashable, Sendable {
    /// User name.
    package let name: String
    /// Row id.
    let id: Int64
    /// Stands for the password they signed in with.
    let passwordMark: Data
}

extension AdminSignIn {
    /// Signs an administrator in to the console's pages.
    ///
    /// - Parameters:
    ///   - name: User name.
    ///   - password: Password.
    ///   - sender: Where the request comes from.
    /// - Returns: The administrator.
    /// - Throws: ``ConsoleError`` `unauthorized`, the same for an unknown name, an inactive account and a wrong password;
    ///   `forbidden` for a role that only the APIs are for; `tooManyRequests` after many failures.
    package func administrator(
        name: String, password: String, from sender: SignInSender
    ) async throws -> SignedInAdministrator {
        let basic = Data("\(name):\(password)".utf8).base64EncodedString()
        let identity: AdministratorIdentity
        do {
            identity = try await administrator(basic: basic, tenantCode: nil, isCodeNeeded: false, from: sender)
        } catch let error as ConsoleError where error.code == .unauthorized {
            throw ConsoleError(.unauthorized, "User name or password is wrong.", cause: error)
        }
        guard identity.role != .apiOnly else {
            throw ConsoleError(
                .forbidden, "The role \(identity.role.rawValue) is for programs; it signs in to no page.")
        }
        guard let found = try await administrators.administrator(username: identity.name) else {
            throw ConsoleError(.unauthorized, "User name or password is wrong.")
        }
        return SignedInAdministrator(
            name: found.record.username, id: try found.record.storedID(),
            passwordMark: SecretHash.sha256(found.record.passwordHash))
    }

    /// What an administrator who has signed in to pages may see and do now.
    ///
    /// - Returns: The identity; nil once the account was deleted or deactivated, has another password, or a role that
    ///   only the APIs are for.
    package func identity(of person: SignedInAdministrator) async throws -> AdministratorIdentity? {
        guard let found = try await administrators.administrator(username: person.name), found.record.isActive,
            found.record.id == person.id,
            SecretHash.areEqual(SecretHash.sha256(found.record.passwordHash), person.passwordMark)
        else { return nil }
        let role = AdministratorRole(stored: found.record.role)
        guard role != .apiOnly else { return nil }
        return AdministratorIdentity(
            name: found.record.username, groupID: found.record.groupId, subtree: found.subtree, role: role,
            credential: .password(administratorID: person.id, keyID: nil))
    }
}

extension AdminSignIn {
    /// Signs a user in to the self-service portal, which is throttled like the sign-ins of administrators, and apart from
    /// them.
    ///
    /// A user is found through groups below as well, each of which counts by itself: guesses in all are bounded by the
    /// lock and the throttle that hold for logins of apps too.
    ///
    /// - Parameters:
    ///   - name: User name.
    ///   - group: Group ID.
    ///   - sender: Where the request comes from.
    ///   - check: Checks the password; throws ``ConsoleError`` `unauthorized` for a wrong one.
    /// - Returns: What the check returns.
    /// - Throws: What the check throws; `tooManyRequests` after many failures, whether the password is right or not.
    package func user<Value: Sendable>(
        named name: String, in group: String, from sender: SignInSender, _ check: () async throws -> Value
    ) async throws -> Value {
        let throttle = signIns.throttle
        let attempt = SignInAttempt(address: sender.address, user: name, of: group)
        try throttle.admit(attempt)
        if let slow = throttle.slowedDown(attempt) { try await signIns.pacer.wait(for: "portal \(slow)") }
        do {
            let value = try await check()
            try throttle.admit(attempt)
            throttle.succeeded(attempt)
            return value
        } catch let error as ConsoleError where error.code == .unauthorized {
            try throttle.admit(attempt)
            _ = throttle.failed(attempt)
            throw error
        }
    }
}
