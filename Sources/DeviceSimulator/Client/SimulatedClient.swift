public import DeviceProtocol
public import Foundation

/// The calls of an SDK client: signs as it signs, and is as strict about the answers (DeviceServices).
///
/// Whoever wants the order in which a client makes them takes ``SimulatedApp``.
public struct SimulatedClient: Sendable {
    /// How calls after the login are authenticated.
    public enum Scheme: Sendable {
        case signature, bearer
    }

    /// The authentication group of clients without an identity (DeviceServices, section 4.2.8).
    static let builtInGroup = "com.air-watch.mdm.6.4"

    /// The device it plays.
    public let device: DeviceIdentifier
    /// The app it plays.
    public let bundle: BundleIdentifier
    /// Authentication group shared by the developer's apps.
    public let commonGroup: String
    /// How it is authenticated.
    public var scheme: Scheme
    /// HMAC tokens by authentication group.
    public internal(set) var tokens: [String: String] = [:]
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
    ///   - scheme: How calls after the login are authenticated.
    ///   - commonGroup: Authentication group shared by the developer's apps; by default made from the bundle.
    ///   - now: The device's clock.
    ///   - transport: How requests get to the console.
    public init(
        device: DeviceIdentifier, bundle: BundleIdentifier, authority: String, scheme: Scheme = .signature,
        commonGroup: String? = nil, now: @escaping @Sendable () -> Date = { Date() },
        transport: @escaping HTTPTransport
    ) {
        self.device = device
        self.bundle = bundle
        self.authority = authority
        self.scheme = scheme
        self.now = now
        self.transport = transport
        self.commonGroup = commonGroup ?? Self.commonGroup(of: bundle)
    }

    /// The common group of an app that is the first of its developer's on a device.
    static func commonGroup(of bundle: BundleIdentifier, cluster: String = "ABCDE12345") -> String {
        "\(cluster).\(bundle.value)"
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
        guard ConsoleVersion(version) != nil else {
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
            request = signed(request, group: group, token: token)
        }
        return try await send(request)
    }

    private func signed(_ request: ClientRequest, group: String, token: String) -> ClientRequest {
        var request = request
        let signer = RequestSigner(device: device, group: group, key: token)
        let added = signer.headers(
            method: request.method, authority: authority, target: request.target, headers: request.headers,
            body: request.body, date: now())
        request.headers += added.filter { header in
            !request.headers.contains { $0.name.lowercased() == header.name.lowercased() }
        }
        return request
    }

    /// Sends a call with the credential it wants; its answer is not read yet.
    func response<Answer>(to call: ClientCall<Answer>) async throws -> ClientResponse {
        switch call.credential {
        case .none: try await call.needsVersion ? send(call.request) : transport(call.request)
        case .application: try await sendAuthenticated(call.request)
        case .common: try await sendAuthenticated(call.request, group: commonGroup)
        case .builtIn: try await send(signed(call.request, group: Self.builtInGroup, token: "not ours to know"))
        }
    }

    /// Sends a call and reads its answer.
    func perform<Answer>(_ call: ClientCall<Answer>) async throws -> Answer {
        try call.read(try await response(to: call))
    }

    /// Signs in and keeps the credentials.
    ///
    /// - Parameters:
    ///   - username: User name.
    ///   - password: Password.
    ///   - organizationGroup: The "Group ID".
    ///   - authenticationGroup: The scope of the credential.
    /// - Returns: The answer, whatever its code.
    /// - Throws: ``ClientFailure`` if it is no answer a client can read.
    @discardableResult
    public mutating func logIn(
        username: String, password: String, organizationGroup: String?, authenticationGroup: String? = nil
    ) async throws -> LoginResponse {
        var login = LoginRequest(device: device, bundle: bundle)
        login.username = username
        login.password = password
        login.activationCode = organizationGroup
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
        let answer = try await perform(.login(login))
        if answer.status == .success, let key = answer.hmacKey {
            tokens[login.authenticationGroup] = key
            accessToken = answer.accessToken
            userID = answer.userID
        }
        return answer
    }

    /// Registers the app with the common credential (DeviceServices, section 8).
    public mutating func registerApplication() async throws {
        tokens[bundle.value] = try await perform(.registration(bundle, device))
    }
}
