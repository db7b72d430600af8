import ConsoleHTTP
import ConsolePlatform
import Hummingbird

/// What there is below `/_mock` (MockControl).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock` | every route below it |
struct MockControlMockController: Sendable {
    /// All routes of the console.
    let routes: RouteList

    /// Adds the route.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock", use: list)
    }

    private func list(_ request: Request, context: AdminRequestContext) throws -> Response {
        try QueryParameters(request).require(only: [])
        let paths = routes.all.values.filter { $0.path.hasPrefix("/_mock/") }
        let methods = Dictionary(grouping: paths, by: \.path).mapValues { Set($0.map(\.method.rawValue)).sorted() }
        return try .json(
            MockRouteList(
                items: methods.sorted { $0.key < $1.key }.map { MockRouteList.Item(path: $0.key, methods: $0.value) }))
    }
}
