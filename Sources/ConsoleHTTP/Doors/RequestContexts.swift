package import ConsoleModel
package import ConsolePlatform
package import DeviceProtocol
import HTTPTypes
package import Hummingbird
import Logging
package import NIOCore

/// The context of a request before its router is known.
package struct ConsoleContext: RequestContext {
    /// What every context has.
    package var coreContext: CoreRequestContextStorage
    /// The connection, or the stream of an HTTP/2 connection.
    package let channel: any Channel
    /// What becomes known of the request.
    package let notes = ExchangeNotes()

    /// The context of a request that has just arrived.
    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// What a router's own context is made of.
    func source(logger: Logger) -> ApplicationRequestContextSource {
        ApplicationRequestContextSource(channel: channel, logger: logger)
    }
}

/// The context of device services: a request whose sender may still be unknown.
package struct DeviceServicesContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The body, once ``BodyMiddleware`` has received it.
    package var body = ReceivedBody.none
    /// Who sent it, once ``DeviceAuthenticator`` has found out.
    package var identity: DeviceIdentity?
    /// Who the sender claims to be, if that cannot be checked and the route accepts such requests.
    package var claimedDevice: DeviceIdentifier?
    /// The connection, or the stream of an HTTP/2 connection.
    package let channel: any Channel
    /// The query, once ``DeviceAuthenticator`` has read it.
    package var query = QueryParameters.none
    /// Where to note what becomes known of the request.
    package internal(set) var notes = ExchangeNotes()
    /// Id of the group whose base URL the request came to: what it means unless it has a credential or names a group.
    package internal(set) var homeGroupID: Int64?
    /// Address of the client, without its port; empty if there is no connection.
    package internal(set) var address = ""

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

/// The context of device-services routes that also take requests signed with the key that is built into clients
/// (DeviceServices, section 4.2.8).
package struct SenderRequestContext: ChildRequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The body.
    package let body: ReceivedBody
    /// Who sent it, or claims to have sent it.
    package let sender: DeviceSender
    /// Id of the group whose base URL the request came to; nil at the console's own.
    package let homeGroupID: Int64?
    /// Address of the client, without its port; empty if there is no connection.
    package let address: String

    package init(context: DeviceServicesContext) throws {
        coreContext = context.coreContext
        body = context.body
        homeGroupID = context.homeGroupID
        address = context.address
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
package struct DeviceRequestContext: ChildRequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The body.
    package let body: ReceivedBody
    /// The device, app, user and group the credential stands for.
    package let identity: DeviceIdentity
    /// The query; what it names is the credential's own.
    package let query: QueryParameters

    package init(context: DeviceServicesContext) throws {
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
package struct AdminContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Who sent it, once ``AdminAuthenticator`` has found out.
    var identity: AdministratorIdentity?
    /// Address of the client, without its port; empty if there is no connection.
    package internal(set) var address = ""
    /// The version an old style of path asks for: 1 for `/api/v1/…`.
    var pathVersion: Int?
    /// Where to note what becomes known of the request.
    var notes = ExchangeNotes()
    /// The connection, or the stream of an HTTP/2 connection.
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Where a sign-in comes from.
    package var sender: SignInSender { SignInSender(address: address, logger: logger) }
}

/// The context of admin routes: the administrator is known.
package struct AdminRequestContext: ChildRequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The administrator.
    package let identity: AdministratorIdentity
    /// The version an old style of path asks for.
    let pathVersion: Int?
    /// The connection, or the stream of an HTTP/2 connection.
    package let channel: any Channel
    /// Address of the client, without its port; empty if there is no connection.
    package let address: String
    /// What becomes known of the request.
    let notes: ExchangeNotes

    package init(context: AdminContext) throws {
        guard let identity = context.identity else {
            throw ConsoleError(.unauthorized, "This route needs an administrator.")
        }
        coreContext = context.coreContext
        address = context.address
        pathVersion = context.pathVersion
        channel = context.channel
        notes = context.notes
        self.identity = identity
    }
}

/// The context of pages and operations.
package struct PageContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Address of the client, without its port; empty if there is no connection.
    package internal(set) var address = ""
    /// The connection, or the stream of an HTTP/2 connection.
    package let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Where a sign-in comes from.
    package var sender: SignInSender { SignInSender(address: address, logger: logger) }
}
