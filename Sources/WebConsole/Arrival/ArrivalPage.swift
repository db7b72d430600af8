import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import DeviceSimulator
import Foundation
import Hummingbird
import Logging
import NIOCore

/// Lets a simulated device arrive: an app on a new device that finds the console, signs in, and fetches its profile.
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/console/devices/arrive` | a form: who signs in, where, with which app |
/// | POST | `/console/devices/arrive` | the device arrives, and its page is shown |
struct ArrivalPage: Sendable {
    private static let path = "/console/devices/arrive"

    let entrance: DeviceEntrance
    /// What to type, if it may be said to whoever asked.
    let demo: @Sendable (Request) async -> DemoUser?
    /// Where apps find the console, for whoever sent a request; nil before it is known.
    let serverURL: @Sendable (Request) -> String?
    let random: RandomSource

    /// The button that leads here.
    static let button = Action.link("Let a simulated device arrive", path)

    /// Adds the page and its form.
    func add(to door: PageDoor) {
        door.page(Self.path, page)
        door.form(Self.path, arrive)
    }

    @Sendable private func page(_ visit: Visit) async throws -> ConsolePage {
        try visit.identity.require(AdminPermission(area: .devices, access: .write))
        let demo = await demo(visit.request)
        var bundle = demo?.bundle ?? ""
        if bundle.isEmpty { bundle = try await Self.anyApp(visit) }
        var form = Form(Self.path, button: "Let it arrive")
        form.fields = [
            Field("group", "Group ID", value: demo?.group ?? "").required(),
            Field("name", "User name", value: demo?.name ?? "").required(),
            Field("password", "Password", .password, value: demo?.password ?? "")
                .with(hint: "Of the enrollment user, as it is typed into an app."),
            Field("token", "Token").with(hint: "In place of the password, where the group wants tokens."),
            Field("app", "App", value: bundle).required()
                .with(hint: "The bundle identifier of an app that is assigned to the user's devices."),
            Field("device", "Name of the device", value: "Simulated iPhone").required(),
        ]
        var page = ConsolePage("Let a simulated device arrive", parts: [.form(form)])
        page.crumbs = [.init("List View", "/console/devices")]
        page.lead =
            "A simulated app on a new device finds this console, signs in as the user, fetches its SDK profile and "
            + "sends a beacon. Its requests stand in the journal as those of any device."
        return page
    }

    /// The bundle identifier of the first app there is.
    private static func anyApp(_ visit: Visit) async throws -> String {
        guard visit.may(.read, .applications) else { return "" }
        let apps = try await visit.api.get("/_mock/applications", ["pageSize": "1"])
        return apps["items"][0]["bundleId"].text
    }

    @Sendable private func arrive(_ visit: Visit) async throws -> Outcome {
        try visit.identity.require(AdminPermission(area: .devices, access: .write))
        guard let connection = visit.connection else {
            throw ConsoleError(.unavailable, "There is no connection to let a device arrive by.")
        }
        var app = try app(visit, over: connection)
        let outcome = await app.launch()
        let name = visit.form["device"]
        let device = try? app.client().device.value
        if let error = outcome.error, error.name.isBlocking {
            throw ConsoleError(.unprocessable, Self.sentence(error, outcome), details: Self.details(outcome))
        }
        guard let device else { throw ConsoleError(.unprocessable, "The device has not found the console.") }
        let overlooked = outcome.overlooked.count
        return .done(
            "\(name) has arrived: it sent \(outcome.requests.count) requests."
                + (overlooked == 0 ? "" : " \(overlooked) of them did not go well; the journal says why."),
            at: "/console/devices/\(URLText.escaped(device))")
    }

    /// A freshly installed app of what was typed.
    private func app(_ visit: Visit, over connection: Visit.Connection) throws -> SimulatedApp {
        let form = visit.form
        guard let bundle = BundleIdentifier(form["app"]) else {
            throw ConsoleError(.badRequest, "App is \"\(form["app"].prefix(80))\"; it has to be a bundle identifier.")
        }
        let server = serverURL(visit.request) ?? visit.origin
        let authority = server.split(separator: "/").dropFirst().first.map(String.init) ?? "localhost"
        let user = ClientSetup.User(
            username: form["name"], password: form.exactly("password"), token: form.nonEmpty("token"))
        var setup = ClientSetup(
            bundle: bundle, mode: .review(server: server, group: form["group"]), authority: authority, user: user)
        setup.deviceName = form.nonEmpty("device") ?? setup.deviceName
        let seed = UInt64(random.secret(byteCount: 8), radix: 16) ?? 1
        return SimulatedApp(
            setup, seed: seed,
            transport: entrance.transport(to: authority, over: connection.channel, logger: connection.logger))
    }

    /// Why the device did not get in, for whoever typed the form.
    private static func sentence(_ error: ClientFailure, _ outcome: LaunchOutcome) -> String {
        let why =
            switch error.name {
            case .emptyProfiles:
                "it signed in, and there is no SDK profile for the app: the app is not assigned to the user, or has "
                    + "no profile"
            case .registeringApplicationBlocked: "the console does not let the app register: \(error.reason)"
            default: error.reason.replacing(/^(?:[A-Za-z]+: )+/, with: "")
            }
        return "The device did not get in: \(why)."
    }

    /// What went wrong besides, each as a sentence.
    private static func details(_ outcome: LaunchOutcome) -> [String] {
        outcome.overlooked.prefix(5).map { "\($0.name.rawValue): \($0.reason)." }
    }
}
