import DeviceProtocol
import Foundation

/// Terms of use to accept (DeviceServices, section 11).
public struct TermsOfUse: Hashable, Decodable, Sendable {
    /// `EulaContentId`.
    public var id: UInt64
    /// `EulaContent`, HTML.
    public var content: String
    /// `ApplicationList`, the apps they are for.
    public var applications: [String]?

    private enum CodingKeys: String, CodingKey {
        case id = "EulaContentId"
        case content = "EulaContent"
        case applications = "ApplicationList"
    }
}

/// Whether terms have to be accepted, as a boolean.
private struct TermsCheck: Decodable {
    let isRequired: Bool

    private enum CodingKeys: String, CodingKey {
        case isRequired = "IsEulaAcceptanceRequired"
    }
}

extension ClientCall where Answer == Bool {
    /// Whether terms have to be accepted.
    static func checkTerms(_ device: DeviceIdentifier, _ bundle: BundleIdentifier) -> Self {
        ClientCall(
            "GET", "\(devicePath(device))/eula/checkeula/appid/\(bundle.value)", credential: .application
        ) { try $0.json("the check of the terms", as: TermsCheck.self).isRequired }
    }
}

extension ClientCall where Answer == TermsOfUse {
    /// The terms, or those of a version.
    static func terms(_ device: DeviceIdentifier, _ bundle: BundleIdentifier, id: UInt64?) -> Self {
        let version = id.map { "/eulacontentid/\($0)" } ?? ""
        return ClientCall(
            "GET", "\(devicePath(device))/eula/fetcheula/appid/\(bundle.value)\(version)", credential: .application
        ) { try $0.json("the terms") }
    }
}

extension ClientCall where Answer == Void {
    /// Accepts or rejects terms.
    static func answerTerms(_ device: DeviceIdentifier, id: UInt64, isAccepted: Bool) throws -> Self {
        ClientCall(
            "POST", "\(devicePath(device))/eula/\(isAccepted ? "accepteula" : "rejecteula")",
            body: try sortedJSON(["EulaContentId": id]), credential: .application
        ) { response in
            guard response.status == 200 else {
                throw ClientFailure(.unexpectedResponse, "the answer to the terms was answered \(response.status)")
            }
        }
    }

    /// Reports that the device is un-enrolled (section 23); the fallback goes where the secure channel would take it.
    static func unenrollment(
        _ device: DeviceIdentifier, credential: ClientCredential, isFallback: Bool = false
    ) throws -> Self {
        let message = try sortedJSON(["messageType": "awmdmsdk", "action": "unenroll"])
        return ClientCall(
            isFallback ? "POST" : "GET", "\(devicePath(device))/command/unenroll", body: isFallback ? message : Data(),
            credential: credential
        ) { try $0.requireSuccess("the report of the un-enrollment") }
    }

    /// Has the console keep the key of the local store (section 22.1).
    static func storeKey(_ key: String, _ device: DeviceIdentifier, credential: ClientCredential) throws -> Self {
        let record = EscrowRecord(device: device, key: key)
        return ClientCall(
            "POST", "\(devicePath(device))/keystore/storekey", body: try sortedJSON(record), credential: credential
        ) { response in
            try response.requireSuccess("the escrow of the key")
            guard response.body.isEmpty || (try? JSONSerialization.jsonObject(with: response.body)) != nil else {
                throw ClientFailure(.unexpectedResponse, "the escrow of the key was answered with something else")
            }
        }
    }
}

/// A key on its way to the console, or a question for it.
private struct EscrowRecord: Encodable {
    /// 2 is the SDK.
    private static let usage = 2

    let device: DeviceIdentifier
    /// The key; nil in a question.
    var key: String?

    private enum CodingKeys: String, CodingKey {
        case deviceType = "DeviceType"
        case device = "Uid"
        case user = "EnrollmentUserId"
        case storedUsage = "DeviceKeyUsage"
        case wantedUsage = "KeyUsage"
        case algorithm = "Algorithm"
        case size = "KeySize"
        case key = "Base64EncodedKey"
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode("2", forKey: .deviceType)
        try fields.encode(device, forKey: .device)
        try fields.encode("-1", forKey: .user)
        guard let key else { return try fields.encode(Self.usage, forKey: .wantedUsage) }
        try fields.encode(Self.usage, forKey: .storedUsage)
        try fields.encode("AES256", forKey: .algorithm)
        // Characters, not bits.
        try fields.encode(key.count, forKey: .size)
        try fields.encode(key, forKey: .key)
    }
}

/// The key as the console gives it back.
private struct EscrowAnswer: Decodable {
    let key: String

    private enum CodingKeys: String, CodingKey {
        case key = "Base64EncodedKey"
    }
}

extension ClientCall where Answer == String {
    /// The key of the local store (section 22.2).
    static func retrieveKey(_ device: DeviceIdentifier, credential: ClientCredential) throws -> Self {
        ClientCall(
            "POST", "\(devicePath(device))/keystore/retrievekey/devicekeyusage/2/enrollmentuserid/-1",
            body: try sortedJSON(EscrowRecord(device: device)), credential: credential
        ) { try $0.json("the key", as: EscrowAnswer.self).key }
    }
}

extension ClientCall where Answer == Int {
    /// Asks the console to query the device (section 24): 0 is ok, 1 is failed.
    static func requery(_ device: DeviceIdentifier, _ what: String) -> Self {
        ClientCall("GET", "\(devicePath(device))/requery/\(what)", credential: .application) { response in
            let answer = try response.json("the requery", as: [String: Int].self)
            guard let status = answer["status"] ?? answer["Status"] else {
                throw ClientFailure(.unexpectedResponse, "the requery has no status")
            }
            return status
        }
    }
}
