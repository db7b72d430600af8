import Crypto
import Foundation
import HTTPTypes
import Hummingbird

/// Finds out which administrator an admin request comes from (AdminAPI, "Authentication").
///
/// Accepts Basic credentials of an administrator, with an API key in `aw-tenant-code` that is optional below
/// `/_mock` and checked if given; or the administrator token printed at start as a bearer token.
struct AdminAuthenticator: RouterMiddleware {
    typealias Context = AdminContext

    let store: AdministratorStore
    let hasher: PasswordHasher
    let adminToken: String
    let cache: VerifiedCredentials
    /// Whether a request without `aw-tenant-code` is refused.
    let requiresTenantCode: Bool

    func handle(
        _ request: Request, context: AdminContext, next: (Request, AdminContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.identity = try await identity(of: request)
        return try await next(request, context)
    }

    private func identity(of request: Request) async throws -> AdministratorIdentity {
        guard let header = request.headers[.authorization] else {
            throw Self.unauthorized("Send Basic credentials of an administrator, or the administrator token.")
        }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { throw Self.unauthorized("The Authorization header has no credentials.") }
        switch parts[0].lowercased() {
        case "bearer":
            guard SecretHash.areEqual(String(parts[1]), adminToken) else {
                throw Self.unauthorized("The bearer token is not the administrator token.")
            }
            return AdministratorIdentity(
                name: "admin.token", groupID: OrganizationGroupRecord.globalID,
                groupPath: "/\(OrganizationGroupRecord.globalID)/")
        case "basic":
            let identity = try await basicIdentity(String(parts[1]))
            try await checkTenantCode(request.headers[.tenantCode])
            return identity
        default:
            throw Self.unauthorized("Authorization \(parts[0].prefix(20)) is not accepted, only Basic and Bearer.")
        }
    }

    private func basicIdentity(_ encoded: String) async throws -> AdministratorIdentity {
        let generation = store.database.generation
        if let known = cache.identity(of: encoded, generation: generation) { return known }
        guard let data = Data(base64Encoded: encoded), let text = String(data: data, encoding: .utf8),
            let colon = text.firstIndex(of: ":")
        else { throw Self.unauthorized("The Basic credentials are not base64 of name:password.") }
        let username = String(text[..<colon])
        let found = try await store.administrator(username: username)
        let isRight = try await hasher.verify(
            String(text[text.index(after: colon)...]), against: found?.record.passwordHash)
        guard isRight, let found, found.record.isActive else {
            throw Self.unauthorized(
                "An error occurred while validating remote service client credentials or user not found : \(username)")
        }
        let identity = AdministratorIdentity(
            name: found.record.username, groupID: found.record.groupId, groupPath: found.groupPath,
            role: AdministratorRole(rawValue: found.record.role) ?? .readOnly)
        cache.remember(encoded, identity: identity, generation: generation)
        return identity
    }

    private func checkTenantCode(_ code: String?) async throws {
        guard let code else {
            if requiresTenantCode {
                throw ConsoleError(.credentialRevoked, "The aw-tenant-code header is missing.")
            }
            return
        }
        guard try await store.groupPath(ofKey: code) != nil else {
            throw ConsoleError(
                .credentialRevoked, "Tenant code \(code.prefix(4))… does not identify an Organization Group.")
        }
    }

    private static func unauthorized(_ message: String) -> ConsoleError {
        ConsoleError(
            .unauthorized, message, headers: ["WWW-Authenticate": "Basic realm=\"MockUEM\", charset=\"UTF-8\""])
    }
}

/// Basic credentials that were verified lately, so that not every request pays for scrypt.
///
/// Kept under a MAC with a key of this process, and dropped with any change of configuration.
struct VerifiedCredentials: Sendable {
    private let key = SymmetricKey(size: .bits256)
    private let cache = GenerationCache<Data, AdministratorIdentity>(limit: 1000)

    /// Who the credentials were found to belong to.
    func identity(of credentials: String, generation: UInt64) -> AdministratorIdentity? {
        cache.cached(mac(credentials), generation: generation)
    }

    /// Remembers credentials that were found right.
    func remember(_ credentials: String, identity: AdministratorIdentity, generation: UInt64) {
        cache.store(identity, for: mac(credentials), generation: generation)
    }

    private func mac(_ credentials: String) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(credentials.utf8), using: key))
    }
}
