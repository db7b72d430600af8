import DeviceProtocol
import HTTPTypes
public import Hummingbird
import Logging
import NIOCore

/// The context of a request before its router is known.
public struct ConsoleContext: RequestContext {
    /// What every context has.
    public var coreContext: CoreRequestContextStorage
    /// The connection, or the stream of an HTTP/2 connection.
    let channel: any Channel

    /// The context of a request that has just arrived.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// What a router's own context is made of.
    func source(logger: Logger) -> ApplicationRequestContextSource {
        ApplicationRequestContextSource(channel: channel, logger: logger)
    }
}

/// The context of device services: a request whose sender may still be unknown.
struct DeviceServicesContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The body, once ``BodyMiddleware`` has received it.
    var body = ReceivedBody.none
    /// Who sent it, once ``DeviceAuthenticator`` has found out.
    var identity: DeviceIdentity?
    /// Who the sender says to be, if nothing about it can be checked and the route takes such requests.
    var claimedDevice: DeviceIdentifier?
    /// The connection, or the stream of an HTTP/2 connection.
    let channel: any Channel
    /// The query, once ``DeviceAuthenticator`` has read it.
    var query = QueryParameters.none

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

/// The context of device-services routes that also take requests signed with the key that is built into clients
/// (DeviceServices, section 4.2.8).
struct SenderRequestContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The body.
    let body: ReceivedBody
    /// Who sent it, or says to have sent it.
    let sender: DeviceSender

    init(context: DeviceServicesContext) throws {
        coreContext = context.coreContext
        body = context.body
        if let identity = context.identity {
            sender = .verified(identity)
        } else if let device = context.claimedDevice {
            sender = .claimed(device)
        } else {
            throw ConsoleError(.unauthorized, "This route needs a credential.")
        }
    }
}

/// The context of device-services routes that need a credential: the device and its app are known.
struct DeviceRequestContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The body.
    let body: ReceivedBody
    /// The device, app, user and group the credential stands for.
    let identity: DeviceIdentity
    /// The query; what it names is the credential's own.
    let query: QueryParameters

    init(context: DeviceServicesContext) throws {
        guard let identity = context.identity else {
            throw ConsoleError(.unauthorized, "This route needs a credential.")
        }
        coreContext = context.coreContext
        body = context.body
        query = context.query
        self.identity = identity
    }
}

/// The context of the admin router: a request whose sender may still be unknown.
struct AdminContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Who sent it, once ``AdminAuthenticator`` has found out.
    var identity: AdministratorIdentity?
    /// Address of the client, without its port; empty if there is no connection.
    let address: String
    /// The version an old style of path asks for: 1 for `/api/v1/…`.
    var pathVersion: Int?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        // A stream of an HTTP/2 connection may not know its address, the connection does.
        address = (source.channel.remoteAddress ?? source.channel.parent?.remoteAddress)?.ipAddress ?? ""
    }

    /// Where a sign-in comes from.
    var sender: SignInSender { SignInSender(address: address, logger: logger) }
}

/// The context of admin routes: the administrator is known.
struct AdminRequestContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    /// The administrator.
    let identity: AdministratorIdentity
    /// The version an old style of path asks for.
    let pathVersion: Int?

    init(context: AdminContext) throws {
        guard let identity = context.identity else {
            throw ConsoleError(.unauthorized, "This route needs an administrator.")
        }
        coreContext = context.coreContext
        pathVersion = context.pathVersion
        self.identity = identity
    }
}

/// The context of pages and operations.
struct PageContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
