import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

extension TestConsole {
    /// An app whose user types the environment of the demo group, on this console.
    func app(
        _ bundle: String = "com.example.demo", mode: ClientSetup.Mode? = nil,
        _ change: (inout ClientSetup) -> Void = { _ in }
    ) throws -> SimulatedApp {
        var setup = ClientSetup(
            bundle: try #require(BundleIdentifier(bundle)),
            mode: mode ?? .review(server: "http://localhost", group: "demo"), authority: "localhost",
            user: ClientSetup.User(username: "demo", password: "demo"))
        change(&setup)
        return SimulatedApp(setup, now: { clock.now.date }, transport: transport)
    }

    /// A device the console manages before anybody has signed in on it.
    func managedDevice(_ identifier: String = "ab12") async throws -> DeviceIdentifier {
        let group = try #require(try await parts.model.groups.group(code: "demo"))
        try await parts.core.database.add(DeviceRecord.test(identifier, groupID: group.storedID()))
        try await execute("UPDATE device SET enrollmentStatus = 4, isManaged = 1, managedBy = 1")
        return try #require(DeviceIdentifier(identifier))
    }

    /// Whom an app stands for.
    func identity(of app: SimulatedApp) async throws -> DeviceIdentity {
        guard let device = app.state.device,
            case .inForce(let credential) = try await parts.model.credentials.credential(
                device: device, authenticationGroup: app.setup.bundle.value)
        else { throw ConsoleError(.notFound, "the app has not signed in") }
        return credential.identity
    }
}

/// The calls of the start sequence, as outcomes list them.
enum LaunchCall {
    private static let device = "/deviceservices/awmdmsdk/v1/platform/2/uid/{uid}"
    static let probe = "GET /deviceservices/AuthenticationEndpoint.aws"
    static let login = "POST /deviceservices/AuthenticationEndpoint.aws"
    static let reachability = "HEAD \(device)/status"
    static let status = "GET \(device)/status"
    static let profile = "GET /deviceservices/iOS/SettingsEndpoint.aspx"
    static let user = "GET \(device)/user"
    static let details = "GET /deviceservices/awmdmsdk/v3/users/userid/{userId}"
    static let beacon = "POST /deviceservices/AirWatchBeacon.svc/checkin"
    static let pins = "GET /deviceservices/CertificatePinningEndpoint"
    static let processor = "POST /deviceservices/awmdmsdk/v3/processor"
    static let logging = "POST \(device)/logging"
    static let register = "POST /deviceservices/AirwatchEnroll.aws/Enrollment/RegisterApplication"
    static let storeKey = "POST \(device)/keystore/storekey"

    static let firstLaunch = [
        probe, login, reachability, profile, login, user, details, beacon, pins, processor,
    ]
    static let laterLaunch = [reachability, status, reachability, profile, beacon, processor]
}

extension LaunchOutcome {
    /// The calls as texts.
    var list: [String] { calls.map(\.description) }
}
