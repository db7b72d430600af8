package import ConsoleHTTP
package import ConsoleModel
import ConsolePlatform
package import Hummingbird

/// The web console: pages for people, who sign in to them (Architecture, "Pages").
package struct WebConsoleFeature: Feature {
    private let core: Core
    private let rules: SessionRules
    private let version: String
    private let hint: @Sendable (Request) -> SignInHint?
    private let serverURL: @Sendable (Request) -> String?
    private let articles = ArticleShelf()

    /// The pages of a console.
    ///
    /// - Parameters:
    ///   - core: Clock and randomness.
    ///   - rules: How long people stay signed in.
    ///   - version: The version of the product.
    ///   - serverURL: Where apps find the console, for whoever sent a request; nil before it is known.
    ///   - hint: What to type on the sign-in page, if it may be said to whoever asks for it.
    package init(
        _ core: Core, rules: SessionRules, version: String, serverURL: @escaping @Sendable (Request) -> String?,
        hint: @escaping @Sendable (Request) -> SignInHint?
    ) {
        self.core = core
        self.rules = rules
        self.version = version
        self.serverURL = serverURL
        self.hint = hint
    }

    /// Its rooms, in the order of the navigation.
    private var rooms: [any ConsoleRoom] {
        [
            MonitorRoom(serverURL: serverURL), DeviceRoom(), AccountsRoom(), SettingsRoom(), AppsRoom(),
            MockControlRoom(),
            DocumentationRoom(shelf: articles), PartsRoom(),
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
            signIn: doors.admin.signIn, inside: doors.admin.inside, origin: doors.origin,
            formLimit: 1024 * 1024, fileLimit: core.limits.message)
        let rooms = rooms
        let places = rooms.flatMap(\.places)
        let shell = try Shell(Navigation(places: places), version: version)
        SignInPage(gate: gate, shell: shell, hint: hint, version: version).addRoutes(to: doors.pages)
        let door = PageDoor(router: doors.pages, gate: gate, shell: shell)
        let find = FindRoom(places: places, routes: doors.admin.list, articles: articles)
        for room in rooms + [find] { room.addPages(to: door) }
    }
}

/// Some pages of the console that belong together, as an entry of the navigation.
protocol ConsoleRoom: Sendable {
    /// Where they are found.
    var places: [Place] { get }

    /// Adds them.
    func addPages(to door: PageDoor)
}
