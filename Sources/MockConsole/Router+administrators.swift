import Hummingbird

/// Makes groups of admin routes: who may come in, counted or not, and what their role has to permit.
struct AdminRouteGroups {
    let router: Router<AdminContext>
    let signIn: AdminSignIn
    let quota: RequestQuota
    let origin: PublicOrigin

    /// Routes of the admin REST API: an API key is needed with a password, requests are counted, and each route asks
    /// for its own permission.
    var interface: RouterGroup<AdminRequestContext> {
        router.group().add(middleware: RequestQuotaHeaders(quota: quota))
            .add(middleware: AdminAuthenticator(signIn: signIn, requiresTenantCode: true, origin: origin))
            .group(context: AdminRequestContext.self)
            .add(middleware: RequestQuotaMiddleware(quota: quota))
    }

    /// Routes below `/_mock`: an API key may be left out, nothing is counted.
    ///
    /// - Parameters:
    ///   - area: What the routes are about.
    ///   - access: What they need by any method; nil for reading by GET and HEAD and writing by the rest.
    /// - Returns: A group of their own.
    func mock(_ area: AdminPermission.Area, access: AdminPermission.Access? = nil) -> RouterGroup<AdminRequestContext> {
        router.group().add(middleware: AdminAuthenticator(signIn: signIn, requiresTenantCode: false, origin: origin))
            .group(context: AdminRequestContext.self)
            .add(middleware: AdminAreaMiddleware(area: area, access: access))
    }
}

/// Who may use the admin REST API.
extension ConsoleRouters {
    /// What checks credentials of administrators.
    var adminSignIn: AdminSignIn {
        let access = configuration.admin
        let throttle = SignInThrottle(
            limit: access.signInFailures, seconds: access.signInWindow, clock: parts.clock)
        return AdminSignIn(
            administrators: parts.administrators, clients: parts.oauthClients, tokens: parts.adminTokens,
            hasher: parts.hasher,
            signIns: SignInGuard(
                throttle: throttle, database: parts.database, events: parts.events, clock: parts.clock,
                log: SignInLog(table: signInTable)),
            adminToken: credentials.adminToken)
    }

    private var signInTable: BoundedTable {
        BoundedTable(name: "administratorSignIn", bound: configuration.retention.signIns)
    }

    /// Administrators as the admin REST API of a real console makes and ends them.
    func addAdministratorInterface(to routes: AdminRoutes) {
        let accounts = AdministratorAccountStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random)
        AdministratorInterfaceAdminController(store: accounts, hasher: parts.hasher).addRoutes(to: routes)
        SignInHistoryAdminController(store: SignInHistoryStore(database: parts.database)).addRoutes(to: routes)
    }

    /// What counts requests.
    var requestQuota: RequestQuota { RequestQuota(limit: configuration.admin.dailyQuota, clock: parts.clock) }

    /// Tokens of OAuth clients; administrators, API keys and OAuth clients.
    func addAdministrators(to groups: AdminRouteGroups, interface: RouterGroup<AdminRequestContext>) {
        let limits = configuration.limits
        OAuthTokenController(signIn: groups.signIn, bodyLimit: limits.login).addRoutes(to: groups.router)
        let mock = groups.mock(.administrators)
        let keys = APIKeyStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random)
        APIKeyAdminController(
            store: keys, quota: groups.quota, pageLimit: limits.page, bodyLimit: limits.message
        ).addRoutes(to: mock)
        OAuthClientAdminController(
            store: parts.oauthClients, quota: groups.quota, pageLimit: limits.page, bodyLimit: limits.message
        ).addRoutes(to: mock)
        let accounts = AdministratorAccountStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random)
        AdministratorAdminController(
            store: accounts, hasher: parts.hasher, pageLimit: limits.page, bodyLimit: limits.message
        ).addRoutes(to: mock)
        AdministratorSearchController(store: accounts, quota: groups.quota)
            .addRoutes(to: AdminRoutes(interface, area: .administrators, bodyLimit: limits.message))
    }
}
