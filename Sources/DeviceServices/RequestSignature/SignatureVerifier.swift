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
    let cache = GenerationCache<CredentialKey, [Usable]>()

    /// A credential that some routes take.
    struct Usable: Sendable {
        let credential: CredentialInForce
        /// Why it ended, if it is good for leaving only.
        let leavingReason: String?

        /// A credential that was found; nil for one that is good for nothing.
        init?(_ found: CredentialLookup) {
            switch found {
            case .inForce(let credential):
                self.credential = credential
                leavingReason = nil
            case .leaving(let credential, let reason):
                self.credential = credential
                leavingReason = reason
            case .revoked, .unknown: return nil
            }
        }
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

    /// The credentials a request may have been signed with: it names a device, which several customers may know.
    ///
    /// - Parameters:
    ///   - signed: The signature headers.
    ///   - admitsLeaving: Whether one will do that ended with a wipe which is still pending.
    /// - Returns: The credentials, at least one, the earliest enrollment first.
    /// - Throws: ``ConsoleError`` `credentialRevoked` if all are unknown or no longer in force.
    func credentials(_ signed: SignedRequestHeaders, admitsLeaving: Bool) async throws -> [Usable] {
        let usable = try await usable(signed)
        if !admitsLeaving, let reason = usable.first?.leavingReason, usable.allSatisfy({ $0.leavingReason != nil }) {
            throw Self.revoked(reason)
        }
        return usable
    }

    private func usable(_ signed: SignedRequestHeaders) async throws -> [Usable] {
        let key = CredentialKey(
            device: signed.device, authenticationGroup: signed.authenticationGroup.lowercased())
        let generation = credentials.database.generation
        return try await cache.value(for: key, generation: generation) {
            let candidates = try await credentials.candidates(
                device: signed.device, authenticationGroup: signed.authenticationGroup)
            let usable = candidates.compactMap(Usable.init)
            guard usable.isEmpty else { return usable }
            if case .revoked(let reason) = candidates.first { throw Self.revoked(reason) }
            throw ConsoleError(
                .credentialRevoked,
                "The device \(signed.device) has no credential of the group \(signed.authenticationGroup). Sign in.")
        }
    }

    /// Checks the signature of a request whose body has arrived.
    ///
    /// - Parameters:
    ///   - signed: The signature headers.
    ///   - candidates: The credentials it may have been made with.
    ///   - admitsLeaving: Whether one will do that ended with a wipe which is still pending.
    ///   - request: The request.
    ///   - body: Its body.
    ///   - logger: Where to say what should have been signed.
    /// - Returns: The credential it was made with.
    /// - Throws: ``ConsoleError`` `unauthorized` if it matches none or is too old, `credentialRevoked` if it was made
    ///   with an earlier credential of the same device and group.
    func verify(
        _ signed: SignedRequestHeaders, by candidates: [Usable], admitsLeaving: Bool, _ request: Request,
        body: ReceivedBody, logger: Logger
    ) async throws -> CredentialInForce {
        let match = try match(signed, keys: candidates.map(\.credential.key), request: request, body: body)
        guard let found = match.map({ candidates[$0] }) ?? candidates.first else {
            throw Self.unauthorized("The signature does not match the request.")
        }
        try checkFreshness(signed, in: found.credential.identity.groupID)
        if match == nil {
            try await checkEnded(signed, request: request, body: body)
            try takeMismatch(signed, request: request, body: body, logger: logger)
        }
        if let reason = found.leavingReason, !admitsLeaving { throw Self.revoked(reason) }
        return found.credential
    }

    /// A signature that was made with an earlier token of the same device and group: that one is revoked, whatever the
    /// mode, and only 403 makes its client sign in again.
    private func checkEnded(_ signed: SignedRequestHeaders, request: Request, body: ReceivedBody) async throws {
        let ended = try await credentials.endedTokens(
            device: signed.device, authenticationGroup: signed.authenticationGroup)
        let keys = ended.map { RequestSignature.Key($0.token) }
        if let index = try match(signed, keys: keys, request: request, body: body) {
            throw Self.revoked(ended[index].reason)
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

    /// Which key the signature of the request was made with, with the authority as received or that of the public origin,
    /// and for an empty body with or without a digest; nil for none of them.
    func match(
        _ signed: SignedRequestHeaders, keys: [RequestSignature.Key], request: Request, body: ReceivedBody
    ) throws -> Int? {
        let headers = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
        func match(_ digest: CanonicalRequest.ContentDigest) -> Int? {
            for authority in [request.head.authority ?? ""] + publicAuthorities {
                let signedRequest = Self.canonical(request, headers: headers, authority: authority, digest: digest)
                let index = keys.firstIndex {
                    RequestSignature.isValid(
                        signed.signature, for: signedRequest, key: $0, algorithm: signed.algorithm)
                }
                if let index { return index }
            }
            return nil
        }
        if body.byteCount > 0 { return match(.digest(try body.digest(signed.algorithm))) }
        return match(.none) ?? match(.digest(signed.algorithm.digest(of: Data())))
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
        var metadata: Logger.Metadata = [
            "device": "\(signed.device)", "group": "\(signed.authenticationGroup)",
        ]
        // It repeats what a stranger has sent; the journal says more of it.
        guard mode == .lenient || logger.logLevel <= .debug else {
            logger.info("Signature does not match", metadata: metadata)
            throw Self.unauthorized("The signature does not match the request.")
        }
        let headers = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
        let expected = Self.canonical(
            request, headers: headers, authority: request.head.authority ?? "",
            digest: body.byteCount > 0 ? .digest(try body.digest(signed.algorithm)) : .none
        ).stringToSign
        metadata["expectedStringToSign"] = "\(expected)"
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
