package import ConsoleModel
import ConsolePlatform
package import Hummingbird

/// Where features add routes for administrators: the admin REST API, and the routes below `/_mock`.
package struct AdminDoor {
    /// Routes that need no administrator.
    package let open: ListedRouter<AdminContext>
    /// Checks credentials.
    package let signIn: AdminSignIn
    /// Counts requests.
    package let quota: RequestQuota
    /// All routes that were added, with their permissions and versions.
    package let list: RouteList
    /// Calls of these routes from inside the console.
    package let inside: InsideCalls
    private let origin: PublicOrigin
    private let sites: AllowedOrigins
    /// The admin REST API without authentication.
    private let openInterface: RouterGroup<AdminContext>
    private let interface: RouterGroup<AdminRequestContext>
    private let bodyLimit: Int
    private let turns = AnswerTurns()
    private let unserved: UnservedAddresses

    /// The door of the admin router.
    ///
    /// - Parameters:
    ///   - open: The router.
    ///   - signIn: Checks credentials.
    ///   - quota: Counts requests.
    ///   - origin: Where clients find this console.
    ///   - sites: Sites whose pages may call these routes.
    ///   - bodyLimit: Bytes of a body of the admin REST API.
    ///   - list: Where routes are listed.
    ///   - inside: Calls of these routes from inside the console.
    ///   - unserved: Addresses that a real console has and this one does not serve.
    package init(
        open: ListedRouter<AdminContext>, signIn: AdminSignIn, quota: RequestQuota, origin: PublicOrigin,
        sites: AllowedOrigins = AllowedOrigins(), bodyLimit: Int, list: RouteList, inside: InsideCalls,
        unserved: UnservedAddresses
    ) {
        self.open = open
        self.signIn = signIn
        self.quota = quota
        self.origin = origin
        self.sites = sites
        self.bodyLimit = bodyLimit
        self.list = list
        self.inside = inside
        self.unserved = unserved
        openInterface = open.group().add(middleware: RequestQuotaHeaders(quota: quota))
        interface = openInterface.group()
            .add(
                middleware: AdminAuthenticator(
                    signIn: signIn, requiresTenantCode: true, origin: origin, sites: sites, turns: turns)
            )
            .group(context: AdminRequestContext.self)
            .add(middleware: RequestQuotaMiddleware(quota: quota))
    }

    /// Routes of the admin REST API: an API key is needed with a password, requests are counted, and each route asks
    /// for its own permission.
    package func routes(_ area: AdminPermission.Area) -> AdminRoutes {
        AdminRoutes(interface, area: area, bodyLimit: bodyLimit, list: list, unserved: unserved)
    }

    /// What answers addresses that are not served: after the same questions as to all others, that they are not.
    package var unservedRoutes: FallbackRoutes<AdminContext> {
        let headers = RequestQuotaHeaders(quota: quota)
        let authenticator = AdminAuthenticator(
            signIn: signIn, requiresTenantCode: true, origin: origin, sites: sites, turns: turns)
        let counting = RequestQuotaMiddleware(quota: quota)
        return FallbackRoutes(
            path: { [unserved] in unserved.address($0.method, $0.uri.path)?.path },
            methods: { [unserved] in unserved.methods(of: $0.uri.path) },
            answer: { [unserved] request, context in
                try await headers.handle(request, context: context) { request, context in
                    try await authenticator.handle(request, context: context) { request, context in
                        let known = try AdminRequestContext(context: context)
                        return try await counting.handle(request, context: known) { request, known in
                            guard let address = unserved.address(request.method, request.uri.path) else {
                                throw NoRoute()
                            }
                            try address.refuse(request.method, to: known.identity)
                        }
                    }
                }
            })
    }

    /// Adds a GET route of the admin REST API, of version 1, that everybody may read; credentials are ignored.
    package func getOpen(
        _ path: RouterPath, _ answer: @escaping @Sendable (Request) throws -> AdminAnswer
    ) {
        let route = OpenAdminRoute(answer: answer)
        list.add(RegisteredRoute(.get, path, versions: [1]))
        openInterface.get(path) { request, _ in try route.respond(to: request) }
    }

    /// Routes below `/_mock`: an API key may be left out, nothing is counted.
    ///
    /// - Parameters:
    ///   - area: The part of the console that the routes belong to.
    ///   - access: The permission they need with any method; nil means reading for GET and HEAD, and writing for the
    ///     rest.
    /// - Returns: A group of their own.
    package func mock(_ area: AdminPermission.Area, access: AdminPermission.Access? = nil) -> MockRoutes {
        let group = open.group()
            .add(
                middleware: AdminAuthenticator(
                    signIn: signIn, requiresTenantCode: false, origin: origin, sites: sites, turns: turns)
            )
            .group(context: AdminRequestContext.self)
        return MockRoutes(group, asking: AdminAreaMiddleware(area: area, access: access), list: list)
    }
}
