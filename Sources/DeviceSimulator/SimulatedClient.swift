public import DeviceProtocol
public import Foundation

/// An SDK client in code: keeps what a client keeps, sends what it sends, and is as strict about the answers
/// (ClientSequence).
public struct SimulatedClient: Sendable {
    /// How calls after the login prove who sends them.
    public enum Scheme: Sendable {
        case signature, bearer
    }

    /// The device it plays.
    public let device: DeviceIdentifier
    /// The app it plays.
    public let bundle: BundleIdentifier
    /// Authentication group shared by the developer's apps.
    public let commonGroup: String
    /// How it proves who it is.
    public var scheme: Scheme
    /// HMAC tokens by authentication group.
    public private(set) var tokens: [String: String] = [:]
    /// The bearer token of the last login.
    public private(set) var accessToken: String?
    /// Id of the user who signed in.
    public private(set) var userID = ""
    /// Host and port signatures are made for.
    private let authority: String
    private let transport: HTTPTransport
    private let now: @Sendable () -> Date

    /// A freshly installed app.
    ///
    /// - Parameters:
    ///   - device: The device it plays.
    ///   - bundle: The app it plays.
    ///   - authority: Host and port of the console, as they go in the `Host` header.
    ///   - scheme: How calls after the login prove who sends them.
    ///   - now: The device's clock.
    ///   - transport: How requests get to the console.
    public init(
        device: DeviceIdentifier, bundle: BundleIdentifier, authority: String, scheme: Scheme = .signature,
        now: @escaping @Sendable () -> Date = { Date() }, transport: @escaping HTTPTransport
    ) {
        self.device = device
        self.bundle = bundle
        self.authority = authority
        self.scheme = scheme
        self.now = now
        self.transport = transport
        commonGroup = "ABCDE12345.\(bundle.value)"
    }

    /// Sends a request as it is and checks what every answer has to carry.
    ///
    /// - Throws: ``ClientFailure`` `responseValidation` if the console version is missing or no version.
    public func send(_ request: ClientRequest) async throws -> ClientResponse {
        let response = try await transport(request)
        guard let version = response.headers["x-aw-version"] else {
            throw ClientFailure(
                .responseValidation, "\(request.method) \(request.target) answered without x-aw-version")
        }
        guard version.split(separator: ".").prefix(3).allSatisfy({ Int($0) != nil }), version.contains(".") else {
            throw ClientFailure(.consoleVersionNotCompatible, "the console calls itself \(version)")
        }
        return response
    }

    /// Sends a request with the credential of an authentication group.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - group: Authentication group; nil for that of the app.
    /// - Returns: The answer.
    /// - Throws: ``ClientFailure`` if there is no such credential.
    public func sendAuthenticated(_ request: ClientRequest, group: String? = nil) async throws -> ClientResponse {
        var request = request
        switch scheme {
        case .bearer:
            guard let accessToken else { throw ClientFailure(.applicationIdentityNotSet, "there is no bearer token") }
            request.headers.append(("Authorization", "Bearer \(accessToken)"))
        case .signature:
            let group = group ?? bundle.value
            guard let token = tokens[group] else {
                throw ClientFailure(.applicationIdentityNotSet, "there is no credential of \(group)")
            }
            let signer = RequestSigner(device: device, group: group, key: token)
            let added = signer.headers(
                method: request.method, authority: authority, target: request.target, headers: request.headers,
                body: request.body, date: now())
            request.headers += added.filter { header in
                !request.headers.contains { $0.name.lowercased() == header.name.lowercased() }
            }
        }
        return try await send(request)
    }

    /// Signs in and keeps the credentials.
    ///
    /// - Parameters:
    ///   - username: User name.
    ///   - password: Password.
    ///   - organizationGroup: The "Group ID".
    ///   - authenticationGroup: What the credential is for.
    /// - Returns: The answer, whatever its code.
    /// - Throws: ``ClientFailure`` if it is no answer a client can read.
    @discardableResult
    public mutating func logIn(
        username: String, password: String, organizationGroup: String?, authenticationGroup: String? = nil
    ) async throws -> LoginResponse {
        var login = LoginRequest(device: device, bundle: bundle)
        (login.username, login.password, login.activationCode) = (username, password, organizationGroup)
        return try await logIn(login, authenticationGroup: authenticationGroup)
    }

    /// Signs in with a one-time token.
    @discardableResult
    public mutating func logIn(token: String, authenticationGroup: String? = nil) async throws -> LoginResponse {
        var login = LoginRequest(device: device, bundle: bundle)
        login.authorizationCode = token
        return try await logIn(login, authenticationGroup: authenticationGroup)
    }

    private mutating func logIn(_ login: LoginRequest, authenticationGroup: String?) async throws -> LoginResponse {
        var login = login
        login.requestingApp = bundle
        login.authenticationGroup = authenticationGroup ?? bundle.value
        let response = try await send(
            ClientRequest(
                method: "POST", target: "/deviceservices/AuthenticationEndpoint.aws",
                headers: [("Content-Type", "application/json"), ("Accept", "application/json")],
                body: try login.encoded()))
        guard response.status == 200, let answer = try? JSONDecoder().decode(LoginResponse.self, from: response.body)
        else { throw ClientFailure(.unexpectedResponse, "the login answered \(response.status)") }
        if answer.status == .success, let key = answer.hmacKey {
            tokens[login.authenticationGroup] = key
            accessToken = answer.accessToken
            userID = answer.userID
        }
        return answer
    }

    /// Registers the app with the common credential (DeviceServices, section 8).
    public mutating func registerApplication() async throws {
        let message = ApplicationRegistrationRequest(bundle: bundle, device: device)
        let response = try await sendAuthenticated(
            ClientRequest(
                method: "POST", target: "/deviceServices/AirwatchEnroll.aws/Enrollment/RegisterApplication",
                headers: Self.jsonHeaders, body: try message.encoded()), group: commonGroup)
        guard let answer = try? JSONDecoder().decode(ApplicationRegistrationResponse.self, from: response.body) else {
            throw ClientFailure(.applicationIdentityNotSet, "the registration answered \(response.status)")
        }
        switch answer.nextStep.step {
        case .enrollmentComplete: tokens[bundle.value] = answer.nextStep.deviceAuthenticationToken
        case .enrollmentBlocked:
            throw ClientFailure(
                .registeringApplicationBlocked, answer.nextStep.enrollmentBlockedMessage ?? "no reason given")
        default: throw ClientFailure(.applicationIdentityNotSet, "the next step is \(answer.nextStep.type)")
        }
    }

    /// Headers of most calls (DeviceServices, section 1.2).
    static let jsonHeaders = [
        ("Content-Type", "application/json; charset=utf-8"), ("Accept", "application/json; charset=utf-8"),
        ("cache-control", "no-cache"),
    ].map { (name: $0.0, value: $0.1) }
}
