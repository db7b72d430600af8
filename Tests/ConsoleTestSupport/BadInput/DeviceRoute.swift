import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

/// A route of device services, with a request that it accepts.
///
/// Each feature lists its own in `Routes/`; ``allCases`` joins them.
struct DeviceRoute: Sendable, CustomTestStringConvertible {
    /// What kind of body a route reads.
    enum BodyKind: Sendable {
        case none, json, propertyList, other
    }

    /// A body the route accepts, made for a client.
    typealias Body = @Sendable (SimulatedClient) throws -> Data
    /// More bodies it has to refuse, made from a valid one.
    typealias Hostile = @Sendable (_ valid: Data, SimulatedClient) -> [HostileBody]

    let name: String
    /// Path as the router knows it, lower case.
    let pattern: String
    /// Methods of the path, sorted; of all routes on it.
    let methods: [String]
    /// The method of this request.
    let method: String
    let isAuthenticated: Bool
    let bodyKind: BodyKind
    /// What its accepted request is answered with.
    var accepted = 200
    /// Whether its accepted request ends the credential it was sent with.
    var endsCredential = false
    /// What it says to a credential that is malformed, does not match or has expired.
    var unauthorized = 401
    /// Query of its accepted request, with the question mark.
    var query: @Sendable (SimulatedClient) -> String = { _ in "" }
    /// Values of captures other than `{dt}`, `{uid}` and `{userid}`.
    var captures: [String: String] = [:]
    var body: Body = { _ in Data() }
    var hostile: Hostile = { _, _ in [] }

    var testDescription: String { name }

    /// A GET.
    static func get(
        _ name: String, _ pattern: String, isAuthenticated: Bool = true, methods: [String] = ["GET"]
    ) -> DeviceRoute {
        DeviceRoute(
            name: name, pattern: pattern, methods: methods, method: "GET", isAuthenticated: isAuthenticated,
            bodyKind: .none)
    }

    /// A POST with a body.
    static func post(
        _ name: String, _ pattern: String, isAuthenticated: Bool = true, methods: [String] = ["POST"],
        _ bodyKind: BodyKind, body: @escaping Body, hostile: @escaping Hostile = { _, _ in [] }
    ) -> DeviceRoute {
        DeviceRoute(
            name: name, pattern: pattern, methods: methods, method: "POST", isAuthenticated: isAuthenticated,
            bodyKind: bodyKind, body: body, hostile: hostile)
    }

    /// A copy with something changed.
    func with<Value>(_ path: WritableKeyPath<DeviceRoute, Value>, _ value: Value) -> DeviceRoute {
        var copy = self
        copy[keyPath: path] = value
        return copy
    }

    /// Every route of device services.
    static let allCases: [DeviceRoute] = [
        spine, samples, lifecycle, enrollment, profiles, applications,
    ].flatMap(\.self)

    /// Routes that ask for a credential.
    static let authenticated = allCases.filter(\.isAuthenticated)
    /// Routes that read a body.
    static let withBody = allCases.filter { $0.bodyKind != .none }

    /// A request the route accepts, without credential.
    func request(_ client: SimulatedClient) throws -> ClientRequest {
        var target =
            pattern
            .replacingOccurrences(of: "{dt}", with: "2")
            .replacingOccurrences(of: "{uid}", with: client.device.value)
            .replacingOccurrences(of: "{userid}", with: client.userID)
        for (name, value) in captures { target = target.replacingOccurrences(of: "{\(name)}", with: value) }
        return ClientRequest(
            method: method, target: target + query(client),
            headers: [("Content-Type", "application/json; charset=utf-8")], body: try body(client))
    }
}

extension DeviceRoute: Equatable {
    static func == (one: DeviceRoute, other: DeviceRoute) -> Bool { one.name == other.name }
}

/// A route and how the sender proves who they are.
struct RouteAndScheme: Sendable, CustomTestStringConvertible {
    let route: DeviceRoute
    let scheme: SimulatedClient.Scheme

    var testDescription: String { "\(route.name) with \(scheme)" }

    /// Routes under both schemes.
    static func all(_ routes: [DeviceRoute]) -> [RouteAndScheme] {
        routes.flatMap { route in [.signature, .bearer].map { RouteAndScheme(route: route, scheme: $0) } }
    }
}
