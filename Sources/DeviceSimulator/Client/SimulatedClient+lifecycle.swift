public import DeviceProtocol
import Foundation

extension SimulatedClient {
    private var devicePath: String { "/deviceservices/awmdmsdk/v1/platform/2/uid/\(device.value)" }

    /// Whether the user still has to accept terms of use (DeviceServices, section 11).
    public func isTermsAcceptanceRequired() async throws -> Bool {
        let response = try await ask("\(devicePath)/eula/checkeula/appid/\(bundle.value)")
        return try Self.read(response) { data throws(MessageError) in try TermsOfUseCheck(json: data) }
            .isAcceptanceRequired
    }

    /// The terms of use in force for the app (DeviceServices, section 11).
    public func fetchTerms() async throws -> TermsOfUseContent {
        let response = try await ask("\(devicePath)/eula/fetcheula/appid/\(bundle.value)")
        return try Self.read(response) { data throws(MessageError) in try TermsOfUseContent(json: data) }
    }

    /// Says what the user decided about terms of use (DeviceServices, section 11).
    public func decide(onTerms contentID: UInt64, isAccepted: Bool) async throws {
        let target = "\(devicePath)/eula/\(isAccepted ? "accepteula" : "rejecteula")"
        try Self.require(await tell(target, TermsOfUseAnswer(contentID: contentID).encoded()))
    }

    /// Gives a key into escrow (DeviceServices, section 22.1).
    ///
    /// - Parameters:
    ///   - key: Base64.
    ///   - usage: The data that it protects.
    ///   - group: Authentication group of the credential; nil for that of the app.
    /// - Throws: ``ClientFailure`` if it is refused.
    public func storeKey(_ key: String, usage: DeviceKeyUsage = .sdk, group: String? = nil) async throws {
        let message = KeyStoreRequest(device: device, usage: usage, key: key)
        try Self.require(await tell("\(devicePath)/keystore/storekey", message.encoded(), group: group))
    }

    /// Gets a key back from escrow (DeviceServices, section 22.2).
    ///
    /// - Parameters:
    ///   - usage: The data that it protects.
    ///   - group: Authentication group of the credential; nil for that of the app.
    /// - Returns: The key; nil where a client would have to reset its store.
    /// - Throws: ``ClientFailure`` if there is no such credential.
    public func retrieveKey(usage: DeviceKeyUsage = .sdk, group: String? = nil) async throws -> String? {
        let target = "\(devicePath)/keystore/retrievekey/devicekeyusage/\(usage.rawValue)/enrollmentuserid/-1"
        let message = KeyRetrievalRequest(device: device, usage: usage)
        let response = try await tell(target, message.encoded(), group: group)
        return try? JSONDecoder().decode(EscrowedKey.self, from: response.body).key
    }

    /// Says that the device is no longer enrolled (DeviceServices, section 23).
    public func unenroll() async throws {
        try Self.require(await ask("\(devicePath)/command/unenroll"))
    }

    /// Asks the console to query the device through management (DeviceServices, section 24).
    ///
    /// - Returns: Whether it will.
    public func requery(_ subject: RequerySubject) async throws -> Bool {
        let response = try await ask("\(devicePath)/requery/\(subject.rawValue)")
        return try Self.read(response) { data throws(MessageError) in try RequeryAnswer(json: data) } == .ordered
    }

    /// Where the user finds help (DeviceServices, section 21).
    public func supportInfo() async throws -> SupportAnswer {
        let response = try await tell(
            "/deviceservices/DeviceInfo.svc/GetSupportInfo", SupportRequest(device: device).encoded())
        return try Self.read(response) { data throws(MessageError) in try SupportAnswer(json: data) }
    }

    private func ask(_ target: String) async throws -> ClientResponse {
        try await sendAuthenticated(ClientRequest(method: "GET", target: target, headers: clientHeaders))
    }

    private func tell(_ target: String, _ body: Data, group: String? = nil) async throws -> ClientResponse {
        try await sendAuthenticated(
            ClientRequest(method: "POST", target: target, headers: clientHeaders, body: body), group: group)
    }

    private static func require(_ response: ClientResponse) throws {
        guard response.status < 400 else {
            throw ClientFailure(.unexpectedResponse, "the console answered \(response.status)")
        }
    }

    private static func read<Message>(
        _ response: ClientResponse, _ read: (Data) throws(MessageError) -> Message
    ) throws -> Message {
        try require(response)
        do {
            return try read(response.body)
        } catch {
            throw ClientFailure(.unexpectedResponse, "the answer cannot be read: \(error)")
        }
    }
}
