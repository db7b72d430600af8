import DeviceProtocol
public import Foundation

extension ClientCall where Answer == Void {
    /// Sends a beacon (DeviceServices, section 14).
    static func beacon(_ report: BeaconReport) throws -> Self {
        ClientCall(
            "POST", "/deviceservices/AirWatchBeacon.svc/checkin", body: try report.encoded(), credential: .application
        ) { response in
            guard response.status == 200, let answer = try? BeaconAnswer(json: response.body), answer == .accepted
            else { throw ClientFailure(.unexpectedResponse, "the beacon was answered \(response.status)") }
        }
    }

    /// Uploads a log (section 15).
    static func log(_ log: LogUpload, _ device: DeviceIdentifier, credential: ClientCredential) throws -> Self {
        ClientCall(
            "POST", "/deviceServices/awmdmsdk/v1/platform/2/uid/\(device.value)/logging", body: try log.encoded(),
            credential: credential
        ) { try $0.requireSuccess("the log") }
    }

    /// Sends analytics events in the JSON form, which is the console's own (section 16).
    static func analytics(_ events: [AnalyticsEvent]) throws -> Self {
        ClientCall(
            "POST", "/deviceservices/analytics", body: try AnalyticsEvent.encoded(events), credential: .application
        ) { try $0.requireSuccess("the analytics") }
    }
}

extension ClientCall where Answer == ClientResponse {
    /// Posts to the command processor (section 13); the caller reads the answer, which may be encrypted.
    static func processor(_ message: ProcessorMessage) throws -> Self {
        let headers: [(name: String, value: String)] = [("Content-Type", "text/xml"), ("Accept", "text/xml")]
        return ClientCall(
            "POST", "/deviceservices/awmdmsdk/v3/processor", headers: message.status == .idle ? clientHeaders : headers,
            body: try message.encoded(), credential: .application
        ) { $0 }
    }
}

/// Something an app counts (DeviceServices, section 16).
public struct AnalyticsEvent: Hashable, Codable, Sendable {
    /// The meaning of a value's text.
    public enum ValueType: String, Codable, Sendable {
        case none, integer, long, string
    }

    /// What happened.
    public var name: String
    /// Its value as text; empty for none.
    public var value: String
    /// What the value is.
    public var valueType: ValueType
    /// The session of the app it belongs to, a UUID.
    public var session: String
    /// When it happened.
    public var occurredAt: Date

    /// An event of an app's own.
    public init(name: String, value: String = "", valueType: ValueType = .none, session: String, occurredAt: Date) {
        self.name = name
        self.value = value
        self.valueType = valueType
        self.session = session
        self.occurredAt = occurredAt
    }

    /// The body that carries events.
    static func encoded(_ events: [AnalyticsEvent]) throws -> Data {
        try sortedJSON([
            "events": events.map { event in
                [
                    "name": event.name, "type": "custom", "value": event.value, "valueType": event.valueType.rawValue,
                    "session": event.session, "occurredAt": SignatureDate.format(event.occurredAt) + "Z",
                ]
            }
        ])
    }
}

/// Contacts for help (DeviceServices, section 21).
public struct SupportInformation: Hashable, Decodable, Sendable {
    /// `Email`.
    public var email: String?
    /// `Telephone`.
    public var telephone: String?
    /// `HasErrors`.
    var hasErrors: Bool

    private enum CodingKeys: String, CodingKey {
        case email = "Email"
        case telephone = "Telephone"
        case hasErrors = "HasErrors"
    }
}

extension ClientCall where Answer == SupportInformation {
    /// Contacts for help.
    static func supportInformation(_ device: DeviceIdentifier) throws -> Self {
        ClientCall(
            "POST", "/deviceservices/DeviceInfo.svc/GetSupportInfo",
            body: try sortedJSON(["request": ["DeviceType": "2", "Uid": device.value]]), credential: .application
        ) { response in
            let answer = try response.json("the support information", as: [String: SupportInformation].self)
            guard let information = answer["d"], !information.hasErrors else {
                throw ClientFailure(.unexpectedResponse, "the support information has errors or no member d")
            }
            return information
        }
    }
}
