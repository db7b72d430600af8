package import ConsoleHTTP
package import ConsoleModel
import ConsolePlatform
package import Foundation
package import Hummingbird

/// The web console: pages for people, who sign in to them (Architecture, "Pages").
package struct WebConsoleFeature: Feature {
    private let core: Core
    private let rules: SessionRules
    private let version: String
    private let hint: @Sendable (Request) async -> SignInHint?
    private let serverURL: @Sendable (Request) -> String?
    private let needs: WebConsoleNeeds
    private let articles = ArticleShelf()

    /// The pages of a console.
    ///
    /// - Parameters:
    ///   - core: Clock and randomness.
    ///   - rules: How long people stay signed in.
    ///   - version: The version of the product.
    ///   - needs: What pages need that no route answers.
    ///   - serverURL: Where apps find the console, for whoever sent a request; nil before it is known.
    ///   - hint: What to type on the sign-in page, if it may be said to whoever asks for it.
    package init(
        _ core: Core, rules: SessionRules, version: String, needs: WebConsoleNeeds,
        serverURL: @escaping @Sendable (Request) -> String?,
        hint: @escaping @Sendable (Request) async -> SignInHint?
    ) {
        self.core = core
        self.rules = rules
        self.version = version
        self.needs = needs
        self.serverURL = serverURL
        self.hint = hint
    }

    /// Its rooms, in the order of the navigation.
    private var rooms: [any ConsoleRoom] {
        [
            MonitorRoom(serverURL: serverURL, trust: trust), DeviceRoom(), CompliancePolicyRoom(), AccountsRoom(),
            SettingsRoom(), ProfilesRoom(), SmartGroupRoom(), TermsOfUseRoom(), NotificationRoom(), AppsRoom(),
            MockControlRoom(), ReviewRoom(needs: needs, serverURL: serverURL),
            DocumentationRoom(shelf: articles, search: needs.search),
            PartsRoom(),
        ]
    }

    /// Adds the pages.
    ///
    /// - Throws: ``ConsoleError`` if a template cannot be used.
    package func addRoutes(to doors: Doors) throws {
        let sessions = SessionBook<SignedInAdministrator>(rules, clock: core.clock, random: core.random)
        let gate = ConsoleGate(
            sessions: sessions,
            cookie: SessionCookie(stem: "mockuem-console", path: "/console", origin: doors.origin),
            signIn: doors.admin.signIn, inside: doors.admin.inside, memory: RememberedAnswers(core.database),
            origin: doors.origin, formLimit: 1024 * 1024, fileLimit: core.limits.message)
        let rooms = rooms
        let places = rooms.flatMap(\.places)
        let shell = try Shell(Navigation(places: places), version: version)
        SignInPage(
            gate: gate, shell: shell, token: SignInToken(path: "/console", origin: doors.origin, random: core.random),
            hint: hint, version: version
        ).addRoutes(to: doors.pages)
        let door = PageDoor(router: doors.pages, gate: gate, shell: shell)
        ArrivalPage(entrance: needs.entrance, demo: needs.demo, serverURL: serverURL, random: core.random).add(to: door)
        try addPortal(to: doors, shell: shell)
        let find = FindRoom(places: places, routes: doors.admin.list, articles: articles)
        for room in rooms + [find] { room.addPages(to: door) }
        door.addRest()
    }

    /// The certificate that clients have to be made to trust; nil if there is none.
    private var trust: TrustAnchor? { TrustAnchor(needs.trustAnchor) }

    /// Adds the self-service portal, whose sessions are its own.
    private func addPortal(to doors: Doors, shell: Shell) throws {
        let gate = PortalGate(
            sessions: SessionBook<PortalUser>(rules, clock: core.clock, random: core.random),
            cookie: SessionCookie(stem: "mockuem-portal", path: "/mydevice", origin: doors.origin),
            store: PortalStore(core.database), inside: doors.admin.inside, origin: doors.origin)
        PortalSignInPage(
            gate: gate, shell: shell, token: SignInToken(path: "/mydevice", origin: doors.origin, random: core.random),
            signIn: doors.admin.signIn, check: needs.signIn, demo: needs.demo, version: version
        ).addRoutes(to: doors.pages)
        let door = PortalDoor(router: doors.pages, gate: gate, shell: shell, version: version)
        PortalDevicePages().add(to: door)
        PortalTokenPages().add(to: door)
        door.addRest()
    }
}

/// What pages need that no route answers.
package struct WebConsoleNeeds: Sendable {
    /// Where requests of simulated devices enter.
    let entrance: DeviceEntrance
    /// PEM of the certificate that clients have to be made to trust; nil if they trust it anyway.
    let trustAnchor: @Sendable () -> Data?
    /// A user of the demo environment with the password, if it may be said to whoever sent a request.
    let demo: @Sendable (Request) async -> DemoUser?
    /// Checks the password of an enrollment user.
    let signIn: PortalSignIn
    /// Looks for words in the documentation.
    let search: DocumentationSearch

    /// Made of its parts.
    package init(
        entrance: DeviceEntrance, trustAnchor: @escaping @Sendable () -> Data?,
        demo: @escaping @Sendable (Request) async -> DemoUser?, signIn: @escaping PortalSignIn,
        search: @escaping DocumentationSearch
    ) {
        self.entrance = entrance
        self.trustAnchor = trustAnchor
        self.demo = demo
        self.signIn = signIn
        self.search = search
    }
}

/// Some pages of the console that belong together, as an entry of the navigation.
protocol ConsoleRoom: Sendable {
    /// Where they are found.
    var places: [Place] { get }

    /// Adds them.
    func addPages(to door: PageDoor)
}
