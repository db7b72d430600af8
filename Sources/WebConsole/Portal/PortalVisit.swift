import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird

/// A request of an enrollment user who has signed in to the self-service portal.
struct PortalVisit: Sendable {
    /// Who it is.
    let person: PortalPerson
    /// The request.
    let request: Request
    /// Captures of the path, percent-decoded, by name.
    let captures: [String: String]
    /// The query.
    let query: QueryParameters
    /// The fields of the form that was sent; empty for none.
    var form = FormValues([:])
    /// What the page is to tell after a form; nil if there is nothing.
    var notice: Notice?
    /// Knows what is the user's own.
    let store: PortalStore
    /// Makes the routes that somebody may call.
    let routes: @Sendable (AdministratorIdentity) -> ConsoleInterface

    /// The routes about the user.
    var api: ConsoleInterface { routes(person.identity) }

    /// A capture of the path.
    func capture(_ name: String) -> String { captures[name] ?? "" }

    /// The page of a list that is asked for, from 0.
    var page: Int { max(0, min(1_000_000, query.text("page").flatMap { Int($0) } ?? 0)) }

    /// The user's own device that the path names.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for a device of another user, as for one that is unknown.
    func device() async throws -> PortalDeviceCaller {
        caller(try await store.device(capture("device"), of: person))
    }

    /// The routes about a device of the user.
    func caller(_ device: PortalDevice) -> PortalDeviceCaller {
        PortalDeviceCaller(device: device, api: routes(device.identity))
    }
}

/// The routes of administrators about one device of an enrollment user.
struct PortalDeviceCaller: Sendable {
    let device: PortalDevice
    let api: ConsoleInterface

    /// The address of its page.
    var path: String { "/mydevice/devices/\(device.uuid)" }

    /// The route of the device; several customers may know its identifier.
    private var route: String { "/_mock/devices/\(device.uuid)" }

    /// What a route about the device answers.
    func get(_ path: String = "") async throws -> JSON { try await api.get(route + path) }

    /// Does something with the device.
    func post(_ path: String) async throws { try await api.send(.post, route + path) }

    /// Queues a lock for every app on it.
    func lock() async throws {
        try await api.send(
            .post,
            "/api/mdm/devices/commands?command=LockDevice&searchby=Uuid&id=\(device.uuid)")
    }
}
