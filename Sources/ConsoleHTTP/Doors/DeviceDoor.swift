package import ConsolePlatform
package import Hummingbird

/// Which senders and bodies a group of device-services routes accepts.
package struct DeviceAccess: Sendable {
    /// How much of a body the routes take.
    package let policy: BodyPolicy
    /// The refusal to send instead of 401.
    package let refusal: ConsoleError.Code
    /// The bodies they accept from apps that sign with the key built into clients; nil refuses such apps as it refuses
    /// all without a credential.
    package let builtInKeyPolicy: BodyPolicy?
    /// Whether they accept credentials that were revoked by a wipe that is still pending.
    package var admitsLeaving = false
}

/// Where features add routes of device services.
package struct DeviceDoor {
    /// Makes a group of routes that only devices with a credential get into.
    package typealias Authentication = (DeviceAccess) -> RouterGroup<DeviceServicesContext>

    /// Routes without authentication, whose bodies are not received.
    package let open: ListedRouter<DeviceServicesContext>
    /// Routes for senders with a credential and those that sign with the key built into clients; bodies are not
    /// received.
    package let gated: RouterGroup<DeviceServicesContext>
    private let spool: BodySpool
    private let authentication: Authentication

    /// The door of device services.
    ///
    /// - Parameters:
    ///   - open: The router.
    ///   - gated: Routes that the gate for clients' built-in key guards.
    ///   - spool: Receives bodies.
    ///   - authentication: Finds out which device a request comes from.
    package init(
        open: ListedRouter<DeviceServicesContext>, gated: RouterGroup<DeviceServicesContext>, spool: BodySpool,
        authentication: @escaping Authentication
    ) {
        self.open = open
        self.gated = gated
        self.spool = spool
        self.authentication = authentication
    }

    /// Routes without authentication, with bodies within a policy.
    package func receiving(_ policy: BodyPolicy) -> RouterGroup<DeviceServicesContext> {
        open.group().add(middleware: BodyMiddleware(policy: policy, spool: spool))
    }

    /// Routes for devices with a credential.
    ///
    /// - Parameters:
    ///   - policy: How much of a body they take.
    ///   - refusal: The refusal to send instead of 401.
    ///   - admitsLeaving: Whether they accept credentials that were revoked by a wipe that is still pending.
    /// - Returns: A group of their own.
    package func authenticated(
        _ policy: BodyPolicy, refusal: ConsoleError.Code = .unauthorized, admitsLeaving: Bool = false
    ) -> RouterGroup<DeviceRequestContext> {
        authentication(
            DeviceAccess(policy: policy, refusal: refusal, builtInKeyPolicy: nil, admitsLeaving: admitsLeaving)
        ).group(context: DeviceRequestContext.self)
    }

    /// Routes that also accept requests signed with the key built into clients.
    ///
    /// - Parameters:
    ///   - policy: How much of a body they take.
    ///   - builtInKeyPolicy: How much of a body they take from those; nil for nothing.
    /// - Returns: A group of their own.
    package func senders(_ policy: BodyPolicy, builtInKey builtInKeyPolicy: BodyPolicy?)
        -> RouterGroup<SenderRequestContext>
    {
        authentication(DeviceAccess(policy: policy, refusal: .unauthorized, builtInKeyPolicy: builtInKeyPolicy))
            .group(context: SenderRequestContext.self)
    }
}
