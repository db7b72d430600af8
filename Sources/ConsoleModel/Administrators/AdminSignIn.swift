package import ConsolePlatform

/// Finds out who an administrator, a client or a bearer token is (AdminAPI, "Authentication").
package struct AdminSignIn: Sendable {
    let administrators: AdministratorStore
    let clients: OAuthClientStore
    package let tokens: AdminTokens
    let hasher: PasswordHasher
    let signIns: SignInGuard
    let clock: ConsoleClock
    /// The token printed at start.
    let adminToken: String
    private let verified = VerifiedCredentials()
    /// Tokens whose signature was verified.
    let readTokens = GenerationCache<String, AdminTokenClaims>()
    /// Tokens that hold until they are deleted.
    let standing = GenerationCache<String, AdministratorIdentity>(limit: 1000)

    /// With empty caches.
    package init(
        administrators: AdministratorStore, clients: OAuthClientStore, tokens: AdminTokens, hasher: PasswordHasher,
        signIns: SignInGuard, adminToken: String
    ) {
        self.administrators = administrators
        self.clients = clients
        self.tokens = tokens
        self.hasher = hasher
        self.signIns = signIns
        self.adminToken = adminToken
        clock = administrators.clock
    }

    /// Whom Basic credentials belong to, within the subtree of the API key.
    ///
    /// - Parameters:
    ///   - encoded: What follows the word `Basic`.
    ///   - tenantCode: The API key; nil without the header.
    ///   - isCodeNeeded: Whether an API key is required.
    ///   - sender: Where the request comes from.
    /// - Returns: The administrator, restricted to the smaller of their own subtree and that of the key.
    /// - Throws: ``ConsoleError`` `unauthorized`, the same for an unknown administrator, an inactive one and a wrong
    ///   password; after that `credentialRevoked` for a tenant code that is missing, unknown or of another branch.
    package func administrator(
        basic encoded: String, tenantCode: String?, isCodeNeeded: Bool, from sender: SignInSender
    ) async throws -> AdministratorIdentity {
        guard let credentials = BasicCredentials(base64: encoded) else {
            throw ConsoleError(.unauthorized, "The Basic credentials are not base64 of name:password.")
        }
        let unescaped = credentials.unescaped()
        // All spellings of a name count as the same name.
        let name = (unescaped ?? credentials).name
        let generation = administrators.database.generation
        let identity = try await signIns.checked(.administrator, name, from: sender) { turn in
            if let known = verified.identity(of: encoded, generation: generation) { return known }
            let key = try await turn.wait()
            var found = try await administrator(credentials, for: key)
            if found == nil, let unescaped { found = try await administrator(unescaped, for: key) }
            guard let found else {
                throw ConsoleError(
                    .unauthorized,
                    "An error occurred while validating remote service client credentials or user not found : \(name.prefix(255))"
                )
            }
            verified.remember(encoded, identity: found, generation: generation)
            await signIns.note(found, from: sender)
            return found
        }
        return try await narrow(identity, by: tenantCode, isCodeNeeded: isCodeNeeded)
    }

    /// The active administrator with a name and a password; nil, after the same time, if there is none.
    private func administrator(
        _ credentials: BasicCredentials, for key: ClientKey
    ) async throws -> AdministratorIdentity? {
        let found = try await administrators.administrator(username: credentials.name)
        let isRight = try await hasher.verify(
            credentials.password, against: found?.record.passwordHash, for: key)
        guard isRight, let found, found.record.isActive else { return nil }
        return AdministratorIdentity(
            name: found.record.username, groupID: found.record.groupId, subtree: found.subtree,
            role: AdministratorRole(stored: found.record.role),
            credential: .password(administratorID: try found.record.storedID(), keyID: nil))
    }

    private func narrow(
        _ identity: AdministratorIdentity, by tenantCode: String?, isCodeNeeded: Bool
    ) async throws -> AdministratorIdentity {
        guard let tenantCode else {
            guard isCodeNeeded else { return identity }
            throw ConsoleError(
                .credentialRevoked, "Tenant code \"\" does not identify an Organization Group: send aw-tenant-code.")
        }
        let key = try await administrators.apiKey(tenantCode)
        guard let key, case .password(let administratorID, _) = identity.credential,
            key.subtree.overlaps(identity.subtree)
        else {
            throw ConsoleError(
                .credentialRevoked, "Tenant code \(tenantCode.prefix(4))… does not identify an Organization Group.")
        }
        let isNarrower = identity.subtree.contains(key.subtree)
        return AdministratorIdentity(
            name: identity.name, groupID: isNarrower ? key.record.groupId : identity.groupID,
            subtree: isNarrower ? key.subtree : identity.subtree, role: identity.role,
            credential: .password(administratorID: administratorID, keyID: try key.record.storedID()))
    }
}
