package import ConsoleModel
package import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers

/// A route as it was added to a door, with its permission and versions.
package struct RegisteredRoute: Sendable {
    /// The method.
    package let method: HTTPRequest.Method
    private let template: RouterPath
    /// The permission it needs; nil if it needs no administrator.
    package let permission: AdminPermission?
    /// Its versions, ascending; none unless it is of the admin REST API.
    package let versions: [Int]

    /// A route.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path.
    ///   - permission: The permission it needs.
    ///   - versions: Its versions, ascending.
    init(
        _ method: HTTPRequest.Method, _ path: RouterPath, permission: AdminPermission? = nil, versions: [Int] = []
    ) {
        self.method = method
        template = path
        self.permission = permission
        self.versions = versions
    }

    /// The path, captures in braces.
    package var path: String { "/" + segments.joined(separator: "/") }

    /// Whether it is a page of the web console, which is for people and in no description of routes.
    fileprivate var isOfWebConsole: Bool { segments.first == "console" || segments.first == "mydevice" }

    /// What stands between the slashes of its path.
    var segments: [Substring] { template.description.split(separator: "/") }

    /// The key by which routers distinguish routes.
    var name: String { Self.name(method.rawValue, path) }

    /// `METHOD /path`, the path in lower case and its captures without their names.
    package static func name(_ method: String, _ path: String) -> String {
        let segments = path.split(separator: "/").map { $0.hasPrefix("{") ? "{}" : $0.lowercased() }
        return "\(method.uppercased()) /\(segments.joined(separator: "/"))"
    }
}

/// The routes of a console, listed while they are added; named once somebody asks for them.
package final class RouteList: Sendable {
    private struct State {
        /// Routes that doors have listed.
        var told: [RegisteredRoute] = []
        /// Routes of routers, which doors may have listed as well.
        var routed: [RegisteredRoute] = []
        /// All of them by their names; nil until somebody asks, and after each that is added.
        var named: [String: RegisteredRoute]?
    }

    private let state = NIOLockedValueBox(State())

    /// An empty list.
    package init() {}

    /// Lists a route.
    func add(_ route: RegisteredRoute) {
        state.withLockedValue { state in
            state.told.append(route)
            state.named = nil
        }
    }

    /// Lists the routes of a complete router, without pages of the web console; permissions and versions are known only of
    /// those that a door has listed.
    func addRest(_ routes: [RegisteredRoute]) {
        state.withLockedValue { state in
            state.routed += routes.filter { !$0.isOfWebConsole }
            state.named = nil
        }
    }

    /// All routes by their names.
    package var all: [String: RegisteredRoute] {
        state.withLockedValue { state in
            if let named = state.named { return named }
            let named = Dictionary((state.routed + state.told).map { ($0.name, $0) }) { $1 }
            state.named = named
            return named
        }
    }
}
