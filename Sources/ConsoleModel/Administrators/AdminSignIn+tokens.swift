package import ConsolePlatform

extension AdminSignIn {
    /// The identity that a bearer token stands for.
    ///
    /// An expired or revoked token of this console is refused without counting as a failed sign-in, because this is how
    /// clients learn that they need another.
    ///
    /// - Throws: ``ConsoleError`` `unauthorized`.
    package func bearer(_ token: String, from sender: SignInSender) async throws -> AdministratorIdentity {
        // A token counts as a name, so that one stale token throttles nobody else behind the same address.
        let name = RandomSource.hex(SecretHash.sha256(token).prefix(8))
        let generation = administrators.database.generation
        let found = try await signIns.checked(.accessToken, name, from: sender) { _ -> Found in
            if SecretHash.areEqual(token, adminToken) { return .administrator(.administratorToken) }
            if let known = standing.cached(token, generation: generation) { return .administrator(known) }
            // Tokens of OAuth clients have dots.
            if !token.contains("."), let known = try await administrators.administrator(ofToken: token) {
                standing.store(known, for: token, generation: generation)
                return .administrator(known)
            }
            let claims = try await readTokens.value(for: token, generation: generation) { try await tokens.read(token) }
            return .client(claims)
        }
        switch found {
        case .administrator(let identity): return identity
        case .client(let claims): return try await client(of: claims)
        }
    }

    /// Whom a token stands for.
    private enum Found: Sendable {
        case administrator(AdministratorIdentity)
        case client(AdminTokenClaims)
    }

    private func client(of claims: AdminTokenClaims) async throws -> AdministratorIdentity {
        guard let (client, subtree) = try await clients.client(uuid: claims.sub), client.isActive,
            client.secretVersion == claims.ver
        else {
            throw ConsoleError(
                .unauthorized, "The bearer token belongs to an OAuth client that was deactivated or deleted.")
        }
        let now = clock.now(in: client.groupId).seconds
        guard claims.iat <= now else { throw ConsoleError(.unauthorized, "The bearer token is of a later time.") }
        guard now < claims.exp else {
            throw ConsoleError(
                .unauthorized, "The bearer token expired at \(Timestamp(milliseconds: claims.exp * 1000)).")
        }
        return AdministratorIdentity(
            name: "oauth.\(client.clientId)", groupID: client.groupId, subtree: subtree,
            role: AdministratorRole(stored: client.role), credential: .client(try client.storedID()))
    }

    /// A new token for a client.
    ///
    /// - Parameters:
    ///   - spellings: Id and secret, as sent and with escapes decoded; one of them has to be right.
    ///   - sender: Where the request comes from.
    /// - Returns: The token.
    /// - Throws: ``ConsoleError`` `unauthorized`, the same for an unknown client, an inactive one and a wrong secret.
    package func token(forClient spellings: [BasicCredentials], from sender: SignInSender) async throws -> String {
        let client = try await signIns.checked(.oauthClient, spellings.last?.name ?? "", from: sender) { turn in
            _ = try await turn.wait()
            for credentials in spellings {
                let found = try await clients.client(clientID: credentials.name)
                let hash = SecretHash.sha256(credentials.password)
                if let found, SecretHash.areEqual(hash, found.secretHash), found.isActive { return found }
            }
            throw ConsoleError(.unauthorized, "The client is unknown, inactive, or has another secret.")
        }
        return try await tokens.token(of: client, at: clock.now(in: client.groupId))
    }
}
