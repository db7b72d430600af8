public import DeviceProtocol
import Foundation

extension SimulatedClient {
    /// Whether the console counts as reachable: the probe of a made-up device answers exactly 200.
    public func isReachable() async throws -> Bool {
        try await perform(.reachability)
    }

    /// Asks whether SAML is configured (DeviceServices, section 7.4).
    ///
    /// - Returns: Where to sign in; nil for the user name and password screen.
    public func probeSAML(organizationGroup: String) async throws -> String? {
        try await perform(
            .probe(
                SAMLProbe(
                    device: device, bundle: bundle, organizationGroup: organizationGroup,
                    authenticationGroup: commonGroup)))
    }

    /// The status of the device at the console; nil if the console does not know it (DeviceServices, section 9).
    public func status() async throws -> DeviceStatusReport? {
        try await perform(.status(device)).report
    }

    /// Fetches the SDK profile; nil if none is assigned (DeviceServices, section 12).
    public func fetchProfile() async throws -> SDKProfileDocument? {
        let call = ClientCall<PropertyListValue>.profile(
            type: 21, device, bundle, group: nil, credential: .application)
        let response = try await response(to: call)
        guard response.status == 200, !response.body.isEmpty else { return nil }
        do {
            return try SDKProfileDocument(propertyList: try PropertyListValue(parsing: response.body))
        } catch {
            throw ClientFailure(.emptyProfiles, "the profile cannot be read: \(error)")
        }
    }

    /// The user of the device (DeviceServices, section 10.1).
    public func user() async throws -> EnrolledUser {
        try await perform(.user(device))
    }

    /// Details of the user (DeviceServices, section 10.2).
    public func userDetails() async throws -> UserDetails {
        try await perform(.userDetails(userID))
    }

    /// Posts to the command processor; nil when the queue is empty (DeviceServices, section 13).
    ///
    /// An encrypted answer is opened with the app's token.
    public func process(_ message: ProcessorMessage) async throws -> CommandMessage? {
        let response = try await perform(.processor(message))
        guard response.status == 200 else {
            throw ClientFailure(.unexpectedResponse, "the processor answered \(response.status)")
        }
        if response.body.isEmpty { return nil }
        let plain = tokens[bundle.value].flatMap { CommandEnvelope.open(response.body, token: $0) }
        return try CommandMessage(propertyList: plain ?? response.body)
    }

    /// Asks the command processor for work.
    public func idle() async throws -> CommandMessage? {
        try await process(
            ProcessorMessage(status: .idle, device: device, commandUUID: "", requestor: bundle.value))
    }

    /// Sends a beacon (DeviceServices, section 14).
    public func sendBeacon(_ report: BeaconReport) async throws {
        try await perform(.beacon(report))
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
        try await perform(.log(LogUpload(header: header, text: text), device, credential: .application))
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
