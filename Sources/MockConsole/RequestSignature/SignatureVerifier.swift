import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// How strictly signatures are taken.
enum SignatureMode: String, CaseIterable, Sendable {
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
    let cache = GenerationCache<CredentialKey, CredentialInForce>()

    /// What a credential is found by.
    struct CredentialKey: Hashable, Sendable {
        let device: DeviceIdentifier
        let authenticationGroup: String
    }

    /// Whom a signed request comes from.
    ///
    /// - Throws: ``ConsoleError`` `unauthorized` for headers or a signature that are wrong, `credentialRevoked` for a
    ///   credential that is unknown or no longer in force.
    func identity(of request: Request, body: ReceivedBody, logger: Logger) async throws -> DeviceIdentity {
        let signed: SignedRequestHeaders
        do {
            signed = try SignedRequestHeaders { name in
                HTTPField.Name(name).flatMap { request.headers[$0] }
            }
        } catch {
            throw Self.unauthorized("The request is not signed as it should be: \(error).")
        }
        let credential = try await credential(signed)
        try checkFreshness(signed, in: credential.identity.groupID)
        let texts = try stringsToSign(request, body: body, algorithm: signed.algorithm)
        let isValid = texts.contains { text in
            RequestSignature.isValid(signed.signature, for: text, key: credential.token, algorithm: signed.algorithm)
        }
        if !isValid {
            try await checkEnded(signed, texts)
            let metadata: Logger.Metadata = [
                "device": "\(signed.device)", "group": "\(signed.authenticationGroup)",
                "expectedStringToSign": "\(texts.first ?? "")",
            ]
            guard mode == .lenient else {
                logger.info("Signature does not match", metadata: metadata)
                throw Self.unauthorized("The signature does not match the request.")
            }
            logger.notice("Signature does not match, accepted because signature.mode is lenient", metadata: metadata)
        }
        return credential.identity
    }

    private func credential(_ signed: SignedRequestHeaders) async throws -> CredentialInForce {
        let key = CredentialKey(
            device: signed.device, authenticationGroup: signed.authenticationGroup.lowercased())
        let generation = credentials.database.generation
        return try await cache.value(for: key, generation: generation) {
            switch try await credentials.credential(
                device: signed.device, authenticationGroup: signed.authenticationGroup)
            {
            case .inForce(let credential): return credential
            case .revoked(let reason):
                throw Self.revoked(reason)
            case .unknown:
                throw ConsoleError(
                    .credentialRevoked,
                    "The device \(signed.device) has no credential of the group \(signed.authenticationGroup). Sign in.")
            }
        }
    }

    /// A signature that was made with an earlier token of the same device and group: that one is revoked, whatever the
    /// mode, and only 403 makes its client sign in again.
    private func checkEnded(_ signed: SignedRequestHeaders, _ texts: [String]) async throws {
        let ended = try await credentials.endedTokens(
            device: signed.device, authenticationGroup: signed.authenticationGroup)
        for (token, reason) in ended {
            let isMatch = texts.contains { text in
                RequestSignature.isValid(signed.signature, for: text, key: token, algorithm: signed.algorithm)
            }
            if isMatch { throw Self.revoked(reason) }
        }
    }

    private func checkFreshness(_ signed: SignedRequestHeaders, in group: Int64) throws {
        guard freshness > 0 else { return }
        guard let text = signed.date, let date = SignatureDate.parse(text) else {
            throw Self.unauthorized("The DATE header is missing or no date, and this console checks freshness.")
        }
        let age = clock.now(in: group).date.timeIntervalSince(date)
        guard abs(age) <= Double(freshness) else {
            throw Self.unauthorized(
                "The request was signed \(Int(age)) seconds ago; this console takes \(freshness) at most.")
        }
    }

    /// What the client may have signed: with the authority as received, and with that of the public origin; an empty
    /// body with and without a digest.
    private func stringsToSign(
        _ request: Request, body: ReceivedBody, algorithm: SignatureAlgorithm
    ) throws -> [String] {
        let headers = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
        let target = request.head.path ?? "/"
        let digests: [CanonicalRequest.ContentDigest] =
            body.byteCount > 0
            ? [.digest(try body.digest(algorithm))] : [.none, .digest(algorithm.digest(of: Data()))]
        let authorities = [request.head.authority ?? ""] + publicAuthorities
        return authorities.flatMap { authority in
            digests.map { digest in
                CanonicalRequest(
                    method: request.method.rawValue, headers: headers,
                    resource: CanonicalRequest.resource(authority: authority, target: target), contentDigest: digest
                ).stringToSign
            }
        }
    }

    private static func revoked(_ reason: String) -> ConsoleError {
        ConsoleError(.credentialRevoked, "This credential was revoked: \(reason). Sign in again.")
    }

    private static func unauthorized(_ message: String) -> ConsoleError {
        ConsoleError(.unauthorized, message, headers: ["WWW-Authenticate": "Bearer"])
    }
}
