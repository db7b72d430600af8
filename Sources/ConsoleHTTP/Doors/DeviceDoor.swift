package import ConsolePlatform
package import Hummingbird

/// Whom a group of device-services routes lets in, and with what bodies.
package struct DeviceAccess: Sendable {
    /// How much of a body the routes take.
    package let policy: BodyPolicy
    /// What to say instead of 401.
    package let refusal: ConsoleError.Code
    /// How much of a body they take from apps that sign with the key built into clients; nil treats them as any other
    /// group of which the device has no credential.
    package let builtInKeyPolicy: BodyPolicy?
    /// Whether they take credentials that ended with a wipe which is still pending.
    package var admitsLeaving = false
}

/// Where features put routes of device services.
package struct DeviceDoor {
    /// Makes a group of routes that only devices with a credential get into.
    package typealias Authentication = (DeviceAccess) -> RouterGroup<DeviceServicesContext>

    /// Routes for anybody, whose bodies nobody receives.
    package let open: Router<DeviceServicesContext>
    /// Routes for everyone who has a credential or signs with the key that is built into clients; bodies are not received.
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
        open: Router<DeviceServicesContext>, gated: RouterGroup<DeviceServicesContext>, spool: BodySpool,
        authentication: @escaping Authentication
    ) {
        self.open = open
        self.gated = gated
        self.spool = spool
        self.authentication = authentication
    }

    /// Routes for anybody, with bodies within a policy.
    package func receiving(_ policy: BodyPolicy) -> RouterGroup<DeviceServicesContext> {
        open.group().add(middleware: BodyMiddleware(policy: policy, spool: spool))
    }

    /// Routes for devices with a credential.
    ///
    /// - Parameters:
    ///   - policy: How much of a body they take.
    ///   - refusal: What to say instead of 401.
    ///   - admitsLeaving: Whether they take credentials that ended with a wipe which is still pending.
    /// - Returns: A group of their own.
    package func authenticated(
        _ policy: BodyPolicy, refusal: ConsoleError.Code = .unauthorized, admitsLeaving: Bool = false
    ) -> RouterGroup<DeviceRequestContext> {
        authentication(
            DeviceAccess(policy: policy, refusal: refusal, builtInKeyPolicy: nil, admitsLeaving: admitsLeaving)
        ).group(context: DeviceRequestContext.self)
    }

    /// Routes that also take what is signed with the key built into clients.
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
