public import DeviceProtocol
import Foundation

extension SimulatedClient {
    private var platformPath: String { "/deviceservices/awmdmsdk/v1/platform/2/uid/\(device.value)" }

    /// Whether the console counts as reachable: the probe of a made-up device answers exactly 200.
    public func isReachable() async throws -> Bool {
        let dummy = "abcdef1234567890abcdef1234567890abcdef12"
        let request = ClientRequest(
            method: "HEAD", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(dummy)/status")
        return try await send(request).status == 200
    }

    /// Asks whether SAML is configured (DeviceServices, section 7.4).
    ///
    /// - Returns: Where to sign in; nil for the user name and password screen.
    public func probeSAML(organizationGroup: String) async throws -> String? {
        let headers = [
            ("ActivationCode", organizationGroup), ("Udid", device.value), ("DeviceType", "2"),
            ("BundleId", bundle.value), ("RequestingApp", bundle.value), ("AuthenticationType", "1"),
            ("AuthenticationGroup", commonGroup), ("RedirectUrl", "sdksampleApp://SAMLAuthentication?"),
        ]
        let response = try await send(
            ClientRequest(
                method: "GET", target: "/deviceservices/AuthenticationEndpoint.aws",
                headers: headers.map { (name: $0.0, value: $0.1) }))
        if response.body.isEmpty { throw ClientFailure(.internalError, "the SAML probe has no body: a client crashes") }
        guard response.status == 401 else { return nil }
        return try JSONDecoder().decode([String: String].self, from: response.body)["RedirectUrl"]
    }

    /// What the console says of the device; nil if it does not know it (DeviceServices, section 9).
    public func status() async throws -> DeviceStatusReport? {
        let response = try await send(ClientRequest(method: "GET", target: "\(platformPath)/status"))
        guard response.status == 200 else {
            throw ClientFailure(.unexpectedResponse, "the status answered \(response.status)")
        }
        if response.body.isEmpty { return nil }
        do {
            return try DeviceStatusReport(json: response.body)
        } catch {
            throw ClientFailure(.unexpectedResponse, "the status cannot be read: \(error)")
        }
    }

    /// Fetches the SDK profile; nil if none is assigned (DeviceServices, section 12).
    public func fetchProfile() async throws -> SDKProfileDocument? {
        let target =
            "/DeviceServices/iOS/SettingsEndpoint.aspx?bundleid=\(bundle.value)&configtypeid=21&deviceType=2&uid=\(device.value)"
        let response = try await sendAuthenticated(
            ClientRequest(method: "GET", target: target, headers: [("Content-Type", "text/html")]))
        guard response.status == 200, !response.body.isEmpty else { return nil }
        do {
            return try SDKProfileDocument(propertyList: try PropertyListValue(parsing: response.body))
        } catch {
            throw ClientFailure(.emptyProfiles, "the profile cannot be read: \(error)")
        }
    }

    /// The user of the device (DeviceServices, section 10.1).
    public func user() async throws -> EnrolledUser {
        try await read("\(platformPath)/user")
    }

    /// Details of the user (DeviceServices, section 10.2).
    public func userDetails() async throws -> UserDetails {
        try await read("/deviceservices/awmdmsdk/v3/users/userid/\(userID)")
    }

    private func read<Message: Decodable>(_ target: String) async throws -> Message {
        let response = try await sendAuthenticated(
            ClientRequest(method: "GET", target: target, headers: Self.jsonHeaders))
        guard response.status == 200 else {
            throw ClientFailure(.unexpectedResponse, "\(target) answered \(response.status)")
        }
        return try JSONDecoder().decode(Message.self, from: response.body)
    }

    /// Posts to the command processor; nil when the queue is empty (DeviceServices, section 13).
    public func process(_ message: ProcessorMessage) async throws -> CommandMessage? {
        let isIdle = message.status == .idle
        let response = try await sendAuthenticated(
            ClientRequest(
                method: "POST", target: "/deviceservices/awmdmsdk/v3/processor",
                headers: isIdle ? Self.jsonHeaders : [("Content-Type", "text/xml"), ("Accept", "text/xml")],
                body: try message.encoded()))
        guard response.status == 200 else {
            throw ClientFailure(.unexpectedResponse, "the processor answered \(response.status)")
        }
        return response.body.isEmpty ? nil : try CommandMessage(propertyList: response.body)
    }

    /// Asks the command processor for work.
    public func idle() async throws -> CommandMessage? {
        try await process(
            ProcessorMessage(status: .idle, device: device, commandUUID: "", requestor: bundle.value))
    }

    /// Sends a beacon (DeviceServices, section 14).
    public func sendBeacon(_ report: BeaconReport) async throws {
        let response = try await sendAuthenticated(
            ClientRequest(
                method: "POST", target: "/deviceservices/AirWatchBeacon.svc/checkin", headers: Self.jsonHeaders,
                body: try report.encoded()))
        guard response.status == 200, try BeaconAnswer(json: response.body) == .accepted else {
            throw ClientFailure(.unexpectedResponse, "the beacon was answered \(response.status)")
        }
    }

    /// The beacon of a healthy device.
    public func beacon(transaction: String = "1") -> BeaconReport {
        var report = BeaconReport(device: device)
        report.bundle = bundle
        report.name = "Simulated iPhone"
        report.friendlyName = report.name
        report.model = "iPhone"
        report.osVersion = "17.3"
        report.appVersion = "1.0.0"
        report.deviceType = "2"
        report.transactionIdentifier = transaction
        return report
    }

    /// Uploads a log (DeviceServices, section 15).
    public func uploadLog(_ text: String, type: LogType = .application, level: LogLevel = .information) async throws {
        let header = LogUploadHeader(bundle: bundle, appVersion: "1.0.0", type: type, level: level)
        let response = try await sendAuthenticated(
            ClientRequest(
                method: "POST", target: "/deviceServices/awmdmsdk/v1/platform/2/uid/\(device.value)/logging",
                headers: Self.jsonHeaders, body: try LogUpload(header: header, text: text).encoded()))
        guard response.status < 400 else {
            throw ClientFailure(.unexpectedResponse, "the log was answered \(response.status)")
        }
    }

    /// The first launch in app-review mode (ClientSequence, section 7.1), as far as it needs no secure channel.
    ///
    /// - Returns: The profile the app starts with.
    /// - Throws: ``ClientFailure`` with the setup error the SDK would report.
    @discardableResult
    public mutating func firstLaunch(
        username: String, password: String, organizationGroup: String
    ) async throws -> SDKProfileDocument {
        _ = try await probeSAML(organizationGroup: organizationGroup)
        for group in [commonGroup, bundle.value] {
            let answer = try await logIn(
                username: username, password: password, organizationGroup: organizationGroup,
                authenticationGroup: group)
            guard answer.status == .success else {
                throw ClientFailure(.applicationIdentityNotSet, "\(answer.statusCode) \(answer.status.reason)")
            }
        }
        guard try await isReachable(), let profile = try await fetchProfile() else {
            throw ClientFailure(.emptyProfiles, "no profile could be fetched")
        }
        _ = try await user()
        _ = try await userDetails()
        try await sendBeacon(beacon())
        while let command = try await idle() {
            _ = try await process(
                ProcessorMessage(
                    status: .acknowledged, device: device, commandUUID: command.uuid, requestor: bundle.value))
        }
        return profile
    }
}
