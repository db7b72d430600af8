import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// How strictly signatures are taken.
package enum SignatureMode: String, CaseIterable, Sendable {
    /// A signature has to match.
    case strict
    /// A signature that does not match is logged and accepted, if the credential is known and in force.
    case lenient
}

/// Verifies HMAC request signatures (DeviceServices, section 4.2).
struct SignatureVerifier: Sendable {
    let credentials: CredentialStore
    let mode: SignatureMode
    /// Seconds the `DATE` header may be off; 0 takes any, and any format.
    let freshness: Int
    /// The public origin's host and port, with and without the port, for consoles behind a proxy.
    let publicAuthorities: [String]
    let clock: ConsoleClock
    let cache = GenerationCache<CredentialKey, Usable>()

    /// A credential that some routes take.
    struct Usable: Sendable {
        let credential: CredentialInForce
        /// Why it ended, if it is good for leaving only.
        let leavingReason: String?
    }

    /// The key that a credential is found by.
    struct CredentialKey: Hashable, Sendable {
        let device: DeviceIdentifier
        let authenticationGroup: String
    }

    /// The signature headers of a request.
    ///
    /// - Throws: ``ConsoleError`` `unauthorized` if they are not as they should be.
    func headers(of request: Request) throws -> SignedRequestHeaders {
        // One pass: asking for each by name makes the framework build an index of all.
        // An empty Authorization counts as an absent one.
        let fields = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
            .filter { $0.name != "authorization" || !$0.value.allSatisfy(\.isWhitespace) }
        do {
            return try SignedRequestHeaders { name in
                let length = name.utf8.count
                var value: String?
                for field in fields where field.name.utf8.count == length && field.name == name {
                    value = value.map { "\($0), \(field.value)" } ?? field.value
                }
                return value
            }
        } catch {
            throw Self.unauthorized("The request is not signed as it should be: \(error).")
        }
    }

    /// The credential a request says it was signed with.
    ///
    /// - Parameters:
    ///   - signed: The signature headers.
    ///   - admitsLeaving: Whether one will do that ended with a wipe which is still pending.
    /// - Returns: The credential.
    /// - Throws: ``ConsoleError`` `credentialRevoked` if it is unknown or no longer in force.
    func credential(_ signed: SignedRequestHeaders, admitsLeaving: Bool) async throws -> CredentialInForce {
        let usable = try await usable(signed)
        if let reason = usable.leavingReason, !admitsLeaving { throw Self.revoked(reason) }
        return usable.credential
    }

    private func usable(_ signed: SignedRequestHeaders) async throws -> Usable {
        let key = CredentialKey(
            device: signed.device, authenticationGroup: signed.authenticationGroup.lowercased())
        let generation = credentials.database.generation
        return try await cache.value(for: key, generation: generation) {
            switch try await credentials.credential(
                device: signed.device, authenticationGroup: signed.authenticationGroup)
            {
            case .inForce(let credential): return Usable(credential: credential, leavingReason: nil)
            case .leaving(let credential, let reason):
                return Usable(credential: credential, leavingReason: reason)
            case .revoked(let reason):
                throw Self.revoked(reason)
            case .unknown:
                throw ConsoleError(
                    .credentialRevoked,
                    "The device \(signed.device) has no credential of the group \(signed.authenticationGroup). Sign in."
                )
            }
        }
    }

    /// Checks the signature of a request whose body has arrived.
    ///
    /// - Throws: ``ConsoleError`` `unauthorized` if it does not match or is too old, `credentialRevoked` if it was made
    ///   with an earlier credential of the same device and group.
    func verify(
        _ signed: SignedRequestHeaders, by credential: CredentialInForce, _ request: Request, body: ReceivedBody,
        logger: Logger
    ) async throws {
        try checkFreshness(signed, in: credential.identity.groupID)
        if try matches(signed, key: credential.key, request: request, body: body) { return }
        try await checkEnded(signed, request: request, body: body)
        try takeMismatch(signed, request: request, body: body, logger: logger)
    }

    /// A signature that was made with an earlier token of the same device and group: that one is revoked, whatever the
    /// mode, and only 403 makes its client sign in again.
    private func checkEnded(_ signed: SignedRequestHeaders, request: Request, body: ReceivedBody) async throws {
        let ended = try await credentials.endedTokens(
            device: signed.device, authenticationGroup: signed.authenticationGroup)
        for (token, reason) in ended
        where try matches(signed, key: RequestSignature.Key(token), request: request, body: body) {
            throw Self.revoked(reason)
        }
    }

    private func checkFreshness(_ signed: SignedRequestHeaders, in group: Int64) throws {
        guard freshness > 0 else { return }
        guard let text = signed.date, let date = SignatureDate.parse(text) else {
            throw Self.unauthorized("The DATE header is missing or no date, and this console checks freshness.")
        }
        let age = clock.now(in: group).date.timeIntervalSince(date)
        guard abs(age) <= Double(freshness) else {
            throw Self.stale(age: Int(age), limit: freshness)
        }
    }

    /// The refusal of a request that was signed too long ago.
    static func stale(age: Int, limit: Int) -> ConsoleError {
        unauthorized("The request was signed \(age) seconds ago; this console takes \(limit) at most.")
    }

    /// Whether the signature is that of the request, with the authority as received or that of the public origin, and
    /// for an empty body with or without a digest.
    private func matches(
        _ signed: SignedRequestHeaders, key: RequestSignature.Key, request: Request, body: ReceivedBody
    ) throws -> Bool {
        let headers = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
        func matches(_ digest: CanonicalRequest.ContentDigest) -> Bool {
            ([request.head.authority ?? ""] + publicAuthorities).contains { authority in
                let signedRequest = Self.canonical(request, headers: headers, authority: authority, digest: digest)
                return RequestSignature.isValid(
                    signed.signature, for: signedRequest, key: key, algorithm: signed.algorithm)
            }
        }
        if body.byteCount > 0 { return matches(.digest(try body.digest(signed.algorithm))) }
        return matches(.none) || matches(.digest(signed.algorithm.digest(of: Data())))
    }

    private static func canonical(
        _ request: Request, headers: [(name: String, value: String)], authority: String,
        digest: CanonicalRequest.ContentDigest
    ) -> CanonicalRequest {
        CanonicalRequest(
            method: request.method.rawValue, headers: headers,
            resource: CanonicalRequest.resource(authority: authority, target: request.head.path ?? "/"),
            contentDigest: digest)
    }

    /// Logs what should have been signed; refuses unless the console is lenient.
    private func takeMismatch(
        _ signed: SignedRequestHeaders, request: Request, body: ReceivedBody, logger: Logger
    ) throws {
        let headers = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
        let expected = Self.canonical(
            request, headers: headers, authority: request.head.authority ?? "",
            digest: body.byteCount > 0 ? .digest(try body.digest(signed.algorithm)) : .none
        ).stringToSign
        let metadata: Logger.Metadata = [
            "device": "\(signed.device)", "group": "\(signed.authenticationGroup)",
            "expectedStringToSign": "\(expected)",
        ]
        guard mode == .lenient else {
            logger.info("Signature does not match", metadata: metadata)
            throw Self.unauthorized("The signature does not match the request.")
        }
        logger.notice("Signature does not match, accepted because signature.mode is lenient", metadata: metadata)
    }

    /// The refusal of a credential that was revoked.
    static func revoked(_ reason: String) -> ConsoleError {
        ConsoleError(.credentialRevoked, "This credential was revoked: \(reason). Sign in again.")
    }

    private static func unauthorized(_ message: String) -> ConsoleError {
        ConsoleError(.unauthorized, message, headers: ["WWW-Authenticate": "Bearer"])
    }
}
