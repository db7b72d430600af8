import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// A part of the admin REST API a real console has and this one does not serve.
struct UnservedFamily: Hashable, Sendable {
    /// Its name.
    let name: String
    /// The common beginning of its paths.
    let path: String
    /// The part of the console that its routes belong to; they need the same permissions as on a real console.
    let area: AdminPermission.Area
    /// What is missing, as a sentence.
    let sentence: String
}

/// Routes that answer 501, on every path and method of some families (AdminAPI, "Not served").
///
/// They are no part of what the console offers: whatever describes its routes leaves them out.
struct UnservedRoutes {
    /// The families.
    static let families = [
        UnservedFamily(
            name: "Products", path: "/api/mdm/products", area: .devices,
            sentence: "Products are not served: the console has no product provisioning."),
        UnservedFamily(
            name: "Relay servers", path: "/api/mdm/relayservers", area: .devices,
            sentence: "Relay servers are not served: the console stages nothing."),
        UnservedFamily(
            name: "Sensors", path: "/api/mdm/devicesensors", area: .devices,
            sentence: "Sensors are not served: nothing runs on devices."),
        UnservedFamily(
            name: "Scripts", path: "/api/mdm/scripts", area: .devices,
            sentence: "Scripts are not served: nothing runs on devices."),
        UnservedFamily(
            name: "Device enrollment program", path: "/api/mdm/dep", area: .devices,
            sentence: "The device enrollment program is not served: the console does not talk to Apple."),
        UnservedFamily(
            name: "Managed content", path: "/api/mcm", area: .applications,
            sentence: "Managed content is not served: the console has no content repository."),
        UnservedFamily(
            name: "E-mail management", path: "/api/mem", area: .devices,
            sentence: "E-mail management is not served: the console has no e-mail gateway."),
    ]

    private static let reading: [HTTPRequest.Method] = [.get, .head, .options]
    private static let writing: [HTTPRequest.Method] = [.post, .put, .patch, .delete]

    /// Whether a path, or the pattern of a route, is one of a family.
    static func contain(_ path: String) -> Bool {
        let path = "/" + path.lowercased().split(separator: "/").joined(separator: "/")
        return families.contains { path == $0.path || path.hasPrefix($0.path + "/") }
    }

    /// Adds the routes of all families.
    ///
    /// - Parameter routes: Where routes about an area go.
    func addRoutes(to routes: (AdminPermission.Area) -> AdminRoutes) {
        for family in Self.families {
            let refuse: AdminHandler = { _ in throw ConsoleError(.notServed, family.sentence) }
            let routes = routes(family.area)
            for path in [family.path, "\(family.path)/**"] {
                for method in Self.reading {
                    routes.on(method, RouterPath(path), access: .read, [1: refuse])
                }
                for method in Self.writing { routes.on(method, RouterPath(path), [1: refuse]) }
            }
        }
    }
}
