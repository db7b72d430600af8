import DeviceProtocol
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import DeviceSimulator

/// A console written by hand: everything goes well unless a test says otherwise.
final class ScriptedConsole: Sendable {
    /// What makes an answer of a request.
    typealias Answer = @Sendable (ClientRequest) throws -> ClientResponse

    private struct State {
        var answers: [String: [Answer]] = [:]
        var requests: [ClientRequest] = []
    }

    private let state = NIOLockedValueBox(State())

    /// The requests so far.
    var requests: [ClientRequest] { state.withLockedValue(\.requests) }

    /// Bodies of the requests of a call.
    func bodies(_ call: String) -> [String] {
        requests.filter { SimulatedCall(method: $0.method, target: $0.target).description == call }
            .map { String(decoding: $0.body, as: UTF8.self) }
    }

    /// Answers a call so: the first answer to the first request, the last one from then on.
    func answer(_ call: String, _ answers: ClientResponse...) {
        state.withLockedValue { $0.answers[call] = answers.map { answer in { _ in answer } } }
    }

    /// Answers a call by a closure.
    func answer(_ call: String, by answer: @escaping Answer) {
        state.withLockedValue { $0.answers[call] = [answer] }
    }

    /// Answers every call as it does unless told otherwise.
    func recover(_ call: String) {
        state.withLockedValue { $0.answers[call] = nil }
    }

    /// How requests get here.
    var transport: HTTPTransport {
        { request in
            let call = SimulatedCall(method: request.method, target: request.target).description
            let answer = self.state.withLockedValue { state -> Answer? in
                state.requests.append(request)
                guard let queue = state.answers[call], let first = queue.first else { return nil }
                if queue.count > 1 { state.answers[call] = Array(queue.dropFirst()) }
                return first
            }
            return try answer?(request) ?? Self.good[call] ?? .console("", status: 404)
        }
    }

    /// A console on which everything goes well.
    private static let good: [String: ClientResponse] = [
        Call.probe: .console("{}"), Call.login: .console(Body.login), Call.reachability: .console(""),
        Call.status: .console(Body.status()), Call.profile: .profile([:]), Call.user: .console(Body.user),
        Call.details: .console(Body.details()), Call.beacon: .console(#"{"d":{"Status":1}}"#),
        Call.pins: .console("{}"), Call.processor: .console(""), Call.logging: .console("{}"),
        Call.storeKey: .console(""), Call.retrieveKey: .console(#"{"Base64EncodedKey":"a2V5"}"#),
        Call.unenroll: .console(""), Call.register: .console(Body.registration), Call.analytics: .console("{}"),
    ]
}

/// The calls of the sequence, as outcomes list them.
enum Call {
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
    static let storeKey = "POST \(device)/keystore/storekey"
    static let retrieveKey = "POST \(device)/keystore/retrievekey/devicekeyusage/{usage}/enrollmentuserid/{euid}"
    static let unenroll = "GET \(device)/command/unenroll"
    static let unenrollFallback = "POST \(device)/command/unenroll"
    static let register = "POST /deviceservices/AirwatchEnroll.aws/Enrollment/RegisterApplication"
    static let analytics = "POST /deviceservices/analytics"
    static let certificate =
        "POST /deviceservices/awmdmsdk/v3/certificateservice/requestcertificate/certificateissuer/{issuer}"
    static let discovery = "GET /autodiscovery/awcredentials.aws/v2/domainlookup/domain/{domain}"
    static let hostRegistry = "GET /autodiscovery/HostRegistry.aws"
    static let trustSettings = "GET /deviceservices/trustservicesettings"

    /// From a login on: the end of every first launch.
    static let service = [beacon, pins, processor]
    /// A first launch in app-review mode (ClientSequence, section 7.1).
    static let firstLaunch = [probe, login, reachability, profile, login, user, details] + service
}

/// Bodies of answers.
enum Body {
    static let login = """
        {"StatusCode":"AUTH-0","AWHMACKey":"k3Jx0m9QvT7sLwZr2YbN5uEaHdGf8CpI6oKtVnRqXy1","Username":"dana",\
        "UserId":"317","IsEulaAcceptanceRequired":"false"}
        """
    static let user = """
        {"UserName":"dana","AccountType":"Basic","IsActive":"True","LocationGroup":"Staff","UserId":"317",\
        "UserCategory":"0"}
        """
    static let registration = """
        {"NextStep":{"Type":27,"DeviceAuthenticationToken":"b1c0ffee5ca1ab1e0ddba11deadbea7fcafef00d0123456789",\
        "BundleIdentifier":"com.example.app"}}
        """

    static func refusal(_ code: String) -> String { #"{"StatusCode":"\#(code)"}"# }

    static func status(_ value: Int = 4, group: String = "staff") -> String {
        """
        [{"DeviceSetting":"ismanaged","SettingValue":"true"},{"DeviceSetting":"enrollmentstatus","SettingValue":"\(value)"},\
        {"DeviceSetting":"compliancestatus","SettingValue":3},{"DeviceSetting":"managedby","SettingValue":"1"},\
        {"DeviceSetting":"groupcode","SettingValue":"\(group)"},{"DeviceSetting":"devicelocationgroup","SettingValue":"Staff"}]
        """
    }

    static func details(firstName: String = "Dana") -> String {
        """
        {"Domain":"","Email":"dana@example.test","FirstName":"\(firstName)","GroupCode":"571","LastName":"Reyes",\
        "UserId":"317","UserName":"dana"}
        """
    }
}

extension ClientResponse {
    /// An answer as a console makes it.
    static func console(_ body: String, status: Int = 200, version: String? = "24.10.0.0") -> ClientResponse {
        ClientResponse(
            status: status, headers: version.map { ["x-aw-version": $0] } ?? [:], body: Data(body.utf8))
    }

    /// A profile with payloads by type.
    static func profile(_ payloads: [String: [String: PropertyListValue]]) -> ClientResponse {
        let elements = payloads.sorted { $0.key < $1.key }.map { type, settings in
            PropertyListValue.dictionary(settings.merging(["PayloadType": .string(type)]) { $1 })
        }
        return plist(.dictionary(["PayloadContent": .array(elements)]))
    }

    /// A property list.
    static func plist(_ value: PropertyListValue) -> ClientResponse {
        ClientResponse(
            status: 200, headers: ["x-aw-version": "24.10.0.0"],
            body: (try? value.encoded(as: .binary)) ?? Data())
    }

    /// A command.
    static func command(_ message: CommandMessage) -> ClientResponse {
        ClientResponse(
            status: 200, headers: ["x-aw-version": "24.10.0.0"], body: (try? message.encoded()) ?? Data())
    }
}

/// A clock that stands until it is moved.
final class HandClock: Sendable {
    private let date = NIOLockedValueBox(Date(timeIntervalSince1970: 1_772_706_030))

    var now: Date { date.withLockedValue { $0 } }

    func advance(_ seconds: Double) { date.withLockedValue { $0 = $0.addingTimeInterval(seconds) } }
}

/// An app, its console and its clock.
struct Scene {
    let console = ScriptedConsole()
    let clock = HandClock()
    var app: SimulatedApp

    static let device = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"
    static let review = ClientSetup.Mode.review(server: "https://uem.example.test", group: "staff")

    static func managed(token: String? = nil) throws -> ClientSetup.Mode {
        .managed(
            server: "https://UEM.example.test/deviceservices/", group: "staff",
            device: try #require(DeviceIdentifier(device)), token: token)
    }

    init(
        _ mode: ClientSetup.Mode = Scene.review, state: ClientState = ClientState(),
        _ change: (inout ClientSetup) -> Void = { _ in }
    ) throws {
        var setup = ClientSetup(
            bundle: try #require(BundleIdentifier("com.example.app")), mode: mode, authority: "uem.example.test",
            user: ClientSetup.User(username: "dana", password: "secret"))
        change(&setup)
        let clock = clock
        app = SimulatedApp(setup, state: state, now: { clock.now }, transport: console.transport)
    }

    /// Launches for the first time, as a test's background.
    mutating func launched() async {
        let outcome = await app.launch()
        #expect(outcome.error == nil)
    }
}

extension LaunchOutcome {
    /// The calls as texts.
    var list: [String] { calls.map(\.description) }
}

/// Answers in a row.
final class AnswerQueue: Sendable {
    private let answers: NIOLockedValueBox<[ClientResponse]>

    init(_ answers: [ClientResponse]) { self.answers = NIOLockedValueBox(answers) }

    func next() -> ClientResponse? { answers.withLockedValue { $0.isEmpty ? nil : $0.removeFirst() } }
}
