import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

/// Every route of device services, with a request that it accepts.
enum DeviceRoute: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case root, health, probe, login, status, user, userDetails, profile, registration, beacon, processor, logging

    var testDescription: String { rawValue }

    /// Routes that ask for a credential.
    static let authenticated: [DeviceRoute] = [
        .user, .userDetails, .profile, .registration, .beacon, .processor, .logging,
    ]
    /// Routes that read a JSON object.
    static let json: [DeviceRoute] = [.login, .registration, .beacon, .logging]
    /// Routes that read a body.
    static let withBody: [DeviceRoute] = json + [.processor]

    /// Path as the router knows it.
    var pattern: String {
        switch self {
        case .root: "/"
        case .health: "/deviceservices/awhealth"
        case .probe, .login: "/deviceservices/authenticationendpoint.aws"
        case .status: "/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/status"
        case .user: "/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/user"
        case .userDetails: "/deviceservices/awmdmsdk/v3/users/userid/{userid}"
        case .profile: "/deviceservices/ios/settingsendpoint.aspx"
        case .registration: "/deviceservices/airwatchenroll.aws/enrollment/registerapplication"
        case .beacon: "/deviceservices/airwatchbeacon.svc/checkin"
        case .processor: "/deviceservices/awmdmsdk/v3/processor"
        case .logging: "/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/logging"
        }
    }

    /// Methods of the path, sorted.
    var methods: [String] {
        switch self {
        case .root, .health, .status: ["GET", "HEAD"]
        case .probe, .login: ["GET", "HEAD", "POST"]
        case .user, .userDetails, .profile: ["GET"]
        case .registration, .beacon, .processor, .logging: ["POST"]
        }
    }

    /// What the route says to a credential that is malformed, does not match or has expired.
    var unauthorized: Int { self == .processor ? 400 : 401 }

    /// A request the route accepts, without credential.
    func request(_ client: SimulatedClient) throws -> ClientRequest {
        let target =
            pattern
            .replacingOccurrences(of: "{dt}", with: "2")
            .replacingOccurrences(of: "{uid}", with: client.device.value)
            .replacingOccurrences(of: "{userid}", with: client.userID)
        let query = self == .profile ? "?bundleid=\(client.bundle)&configtypeid=21&uid=\(client.device)" : ""
        return ClientRequest(
            method: DeviceRoute.withBody.contains(self) ? "POST" : "GET", target: target + query,
            headers: [("Content-Type", "application/json; charset=utf-8")], body: try body(client))
    }

    private func body(_ client: SimulatedClient) throws -> Data {
        switch self {
        case .login:
            try LoginRequest(
                username: "demo", password: "demo", activationCode: "demo", device: client.device,
                bundle: client.bundle
            ).encoded()
        case .registration: try ApplicationRegistrationRequest(bundle: client.bundle, device: client.device).encoded()
        case .beacon: try client.beacon().encoded()
        case .processor:
            try ProcessorMessage(status: .idle, device: client.device, commandUUID: "", requestor: client.bundle.value)
                .encoded()
        case .logging:
            try LogUpload(header: LogUploadHeader(bundle: client.bundle, appVersion: "1.0"), text: "a line\n").encoded()
        default: Data()
        }
    }
}

/// A route and how the sender proves who they are.
struct RouteAndScheme: Sendable, CustomTestStringConvertible {
    let route: DeviceRoute
    let scheme: SimulatedClient.Scheme

    var testDescription: String { "\(route) with \(scheme)" }

    /// Routes under both schemes.
    static func all(_ routes: [DeviceRoute]) -> [RouteAndScheme] {
        routes.flatMap { route in [.signature, .bearer].map { RouteAndScheme(route: route, scheme: $0) } }
    }
}
