package import ConsoleModel
import HTTPTypes
package import Hummingbird
import NIOConcurrencyHelpers

/// A route as it was added to a door, with what is known of it from then on.
package struct RegisteredRoute: Sendable {
    /// The method.
    let method: HTTPRequest.Method
    /// The path, captures in braces.
    let path: String
    /// What it asks of a role; nil if no administrator has to be there.
    package let permission: AdminPermission?
    /// Its versions, ascending; none unless it is of the admin REST API.
    package let versions: [Int]

    /// A route.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path.
    ///   - permission: What it asks of a role.
    ///   - versions: Its versions, ascending.
    init(
        _ method: HTTPRequest.Method, _ path: RouterPath, permission: AdminPermission? = nil, versions: [Int] = []
    ) {
        self.method = method
        self.path = "/" + path.description.split(separator: "/").joined(separator: "/")
        self.permission = permission
        self.versions = versions
    }

    /// What routers tell routes apart by.
    var name: String { Self.name(method.rawValue, path) }

    /// `METHOD /path`, the path in lower case and its captures without their names.
    package static func name(_ method: String, _ path: String) -> String {
        let segments = path.split(separator: "/").map { $0.hasPrefix("{") ? "{}" : $0.lowercased() }
        return "\(method.uppercased()) /\(segments.joined(separator: "/"))"
    }
}

/// The routes of a console, listed while they are added.
package final class RouteList: Sendable {
    private let routes = NIOLockedValueBox<[String: RegisteredRoute]>([:])

    /// An empty list.
    package init() {}

    /// Lists a route.
    func add(_ route: RegisteredRoute) {
        routes.withLockedValue { $0[route.name] = route }
    }

    /// Lists the routes of a complete router that were added to it alone.
    package func addRest<Context>(of router: Router<Context>) {
        routes.withLockedValue { routes in
            for route in router.routes.map({ RegisteredRoute($0.method, $0.path) }) where routes[route.name] == nil {
                routes[route.name] = route
            }
        }
    }

    /// All routes by their names.
    package var all: [String: RegisteredRoute] { routes.withLockedValue { $0 } }
}
