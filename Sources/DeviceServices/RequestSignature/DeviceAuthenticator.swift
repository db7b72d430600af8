import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Finds out which device and app a request comes from: by HMAC signature or by bearer token
/// (DeviceServices, sections 4.2 and 4.6).
///
/// A body is received only once the credential is known. A signature is checked when the body has arrived, which is
/// hashed meanwhile. Only an unknown or revoked credential is answered 403, because a client then drops its credential.
/// A device or app in path or query other than the credential's own is answered as if it did not exist.
///
/// A route may also take what is signed with the key built into clients. Nobody else has that key, so nothing is
/// verified then, and nothing is attributed to a credential: the context has a claimed device and no identity.
struct DeviceAuthenticator: RouterMiddleware {
    typealias Context = DeviceServicesContext

    /// The claims of a request before its body has arrived.
    private enum Claim {
        /// A bearer token, which proves the identity.
        case proven(DeviceIdentity)
        /// A signature that is still to be checked, and the credentials it may have been made with.
        case signed(SignedRequestHeaders, [SignatureVerifier.Usable])
        /// A signature with the key built into clients, which cannot be checked.
        case unchecked(DeviceIdentifier)

        var isProven: Bool { if case .proven = self { true } else { false } }

        var algorithm: SignatureAlgorithm {
            if case .signed(let headers, _) = self { headers.algorithm } else { .hmacSHA256 }
        }
    }

    /// The contents of a request's headers, read once.
    private enum Statement {
        case bearer(String)
        case signature(SignedRequestHeaders)

        /// Reads the headers.
        init(_ request: Request, _ signatures: SignatureVerifier) throws {
            guard let header = request.authorization else {
                throw ConsoleError(
                    .unauthorized, "This route needs a signature or a bearer token.",
                    headers: ["WWW-Authenticate": "Bearer"])
            }
            let word = header.prefix("bearer ".count).lowercased()
            if word == "bearer " || word == "bearer" {
                self = .bearer(String(header.dropFirst("bearer ".count)))
            } else {
                self = .signature(try signatures.headers(of: request))
            }
        }
    }

    let signatures: SignatureVerifier
    let bearers: BearerVerifier
    /// Requests that were answered; nil if they are answered again.
    let replays: ReplayMemory?
    /// Asked for the customer of a group.
    let groups: OrganizationGroupStore
    let spool: BodySpool
    /// How much of a body the route takes.
    let policy: BodyPolicy
    /// The refusal to send instead of 401.
    ///
    /// On the command processor a 401 makes clients restart in a loop, so it says 400.
    let refusal: ConsoleError.Code
    /// Whether the route takes credentials that ended with a wipe which is still pending.
    var admitsLeaving = false
    /// How much of a body the route takes from apps that sign with the key built into clients; nil treats them as
    /// any other group of which the device has no credential.
    var builtInKeyPolicy: BodyPolicy?

    func handle(
        _ request: Request, context: DeviceServicesContext,
        next: (Request, DeviceServicesContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        do {
            let stated = try Statement(request, signatures)
            let early = try await claim(stated)
            context.body = try await spool.receive(
                request, on: context.channel, policy: policy(for: early),
                from: .body(from: context.address, isProven: early.isProven), algorithm: early.algorithm)
            defer { context.body.removeFile() }
            // A body can take long: the credential may have ended meanwhile.
            let claim = context.body.byteCount > 0 ? try await self.claim(stated) : early
            let sender = try await sender(claim, request, context)
            context.query = QueryParameters(request, keepsPlus: true)
            try Self.checkOwnership(by: sender, context: context)
            switch sender {
            case .verified(let identity):
                context.identity = identity
                context.notes.note(identity)
            case .claimed(let device):
                context.claimedDevice = device
                context.notes.note(device: device)
            }
            return try await answered(once: request, context, by: claim, next)
        } catch let error as ConsoleError where error.code == .unauthorized && refusal != .unauthorized {
            throw ConsoleError(refusal, error.message, cause: error.cause)
        }
    }

    /// Answers a signed request, unless it was answered before.
    ///
    /// - Throws: ``ConsoleError`` `unauthorized` if it was; what answering throws.
    private func answered(
        once request: Request, _ context: DeviceServicesContext, by claim: Claim,
        _ next: (Request, DeviceServicesContext) async throws -> Response
    ) async throws -> Response {
        guard let replays, ReplayMemory.guards(request.method), case .signed(let headers, _) = claim,
            let identity = context.identity
        else { return try await next(request, context) }
        let isNew = try await replays.take(headers.signature, of: identity) {
            try await groups.customer(of: identity.groupID)
        }
        guard isNew else {
            throw ConsoleError(
                .unauthorized, "This request was answered before; sign the next one at another time.",
                headers: ["WWW-Authenticate": "Bearer"])
        }
        do {
            return try await next(request, context)
        } catch {
            // What came to nothing may be sent again as it is.
            replays.forget(headers.signature, of: identity)
            throw error
        }
    }

    private func claim(_ stated: Statement) async throws -> Claim {
        switch stated {
        case .bearer(let token):
            return .proven(try await bearers.identity(ofToken: token, admitsLeaving: admitsLeaving))
        case .signature(let headers):
            if builtInKeyPolicy != nil, headers.authenticationGroup.lowercased() == SignedRequestHeaders.builtInGroup {
                return .unchecked(headers.device)
            }
            return .signed(headers, try await signatures.credentials(headers, admitsLeaving: admitsLeaving))
        }
    }

    /// Whose request it is, if its signature is right.
    private func sender(_ claim: Claim, _ request: Request, _ context: DeviceServicesContext) async throws
        -> DeviceSender
    {
        switch claim {
        case .proven(let identity): return .verified(identity)
        case .unchecked(let device): return .claimed(device)
        case .signed(let headers, let candidates):
            let credential = try await signatures.verify(
                headers, by: candidates, admitsLeaving: admitsLeaving, request, body: context.body,
                logger: context.logger)
            return .verified(credential.identity)
        }
    }

    private func policy(for claim: Claim) -> BodyPolicy {
        if case .unchecked = claim { builtInKeyPolicy ?? policy } else { policy }
    }

    /// Query strings are not signed, so whatever they name is checked against the credential.
    private static func checkOwnership(
        by sender: DeviceSender, context: DeviceServicesContext
    ) throws {
        if context.parameters.get("uid") != nil {
            try sender.require(device: try context.pathParameter("uid", as: DeviceIdentifier.init))
        }
        if let uid = context.query.value("uid") {
            try sender.require(device: try read(uid, DeviceIdentifier.self))
        }
        if let bundle = context.query.value("bundleid") {
            try sender.require(bundle: try read(bundle, BundleIdentifier.self))
        }
    }

    private static func read<Identifier: TextIdentifier>(_ text: String, _: Identifier.Type) throws -> Identifier {
        guard let value = Identifier(text) else {
            throw ConsoleError(.badRequest, "\"\(text.prefix(80))\" is not \(Identifier.rule).")
        }
        return value
    }
}
