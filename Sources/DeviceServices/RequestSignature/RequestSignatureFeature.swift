package import ConsoleHTTP
package import ConsoleModel
import ConsolePlatform
package import Hummingbird

/// Finds out which device and app a request comes from; guards the routes of others
/// (DeviceServices, sections 4.2 and 4.6).
package struct RequestSignatureFeature: Feature {
    let signatures: SignatureVerifier
    let bearers: BearerVerifier
    /// Requests that were answered; nil if they are answered again.
    private let replays: ReplayMemory?
    private let groups: OrganizationGroupStore
    private let spool: BodySpool
    private let limits: Limits

    /// Makes the verifiers, whose caches all routes share.
    ///
    /// - Parameters:
    ///   - core: Database, events, clock and limits.
    ///   - model: Knows credentials and tokens.
    ///   - spool: Receives bodies.
    ///   - rules: How strictly signatures are taken.
    package init(_ core: Core, _ model: Model, spool: BodySpool, rules: SignatureRules) {
        signatures = SignatureVerifier(
            credentials: model.credentials, mode: rules.mode, freshness: rules.freshness,
            publicAuthorities: rules.authorities, clock: core.clock)
        replays =
            rules.replay == .refuse ? ReplayMemory(freshness: rules.freshness, clock: core.clock) : nil
        bearers = BearerVerifier(tokens: model.tokens, credentials: model.credentials, clock: core.clock)
        groups = model.groups
        self.spool = spool
        limits = core.limits
    }

    /// A group of routes for the senders that an access admits.
    package func authenticated(
        _ access: DeviceAccess, on router: ListedRouter<DeviceServicesContext>
    ) -> RouterGroup<DeviceServicesContext> {
        router.group().add(
            middleware: DeviceAuthenticator(
                signatures: signatures, bearers: bearers, replays: replays, groups: groups, spool: spool,
                policy: access.policy,
                refusal: access.refusal, admitsLeaving: access.admitsLeaving, builtInKeyPolicy: access.builtInKeyPolicy)
        )
    }

    /// A group of routes for senders with a credential and those that sign with the key built into clients.
    package func gated(on router: ListedRouter<DeviceServicesContext>) -> RouterGroup<DeviceServicesContext> {
        let authenticator = DeviceAuthenticator(
            signatures: signatures, bearers: bearers, replays: replays, groups: groups, spool: spool,
            policy: .buffered(limits.login),
            refusal: .unauthorized)
        return router.group().add(middleware: BuiltInSignatureGate(authenticator: authenticator))
    }

    /// Adds nothing: there are only the routes of others.
    package func addRoutes(to doors: Doors) {}
}
