public import Foundation

/// A sign of life of an app with what it knows of its device (DeviceServices, section 14).
public struct BeaconReport: Hashable, Sendable {
    /// `DeviceIdentifier`.
    public var device: DeviceIdentifier
    /// `Name` of the device.
    public var name: String?
    /// `DeviceType`, `2` for iOS.
    public var deviceType: String?
    /// `IsCompromised`; false also when unknown.
    public var isCompromised = false
    /// `AWVersion`, the app's short version.
    public var appVersion: String?
    /// `BundleId`.
    public var bundle: BundleIdentifier?
    /// `FriendlyName`, normally the same as the name.
    public var friendlyName: String?
    /// `Model`, such as `iPhone`.
    public var model: String?
    /// `OsVersion`, such as `17.3`.
    public var osVersion: String?
    /// `APNSToken`, the push token; empty if there is none.
    public var pushToken: String?
    /// Whether `APNSToken` is present and null, which means that the app no longer has a push token.
    public var clearsPushToken = false
    /// `CustomerLocationGroupRef`, the code of the organization group.
    public var groupCode: String?
    /// `EmailAddress` of the user.
    public var emailAddress: String?
    /// `PhoneNumber`, if the app has set one.
    public var phoneNumber: String?
    /// `MacAddress` without separators.
    public var macAddress: String?
    /// `IpAddress`, version 4, of the wireless network.
    public var ipAddress: String?
    /// `UserName`; the clients that are known leave it out, like the two below, though it is documented.
    public var userName: String?
    /// `FullName` of the user.
    public var userFullName: String?
    /// `DisplayName` of the user.
    public var userDisplayName: String?
    /// `TransactionIdentifier`, opaque.
    public var transactionIdentifier: String?
    /// Where the device is, if it says so.
    public var location: BeaconLocation?
    /// Whether the JSON has a member about a place, with or without coordinates.
    public private(set) var mentionsLocation = false
    /// `ComplianceData`, as far as it can be read; at most 100 results.
    public var complianceResults: [BeaconComplianceResult] = []
    /// What is wrong with the rest of `ComplianceData`, the first of it; nil for nothing.
    public private(set) var complianceProblem: MessageError?
    /// `SampleValue`, opaque.
    public var sampleValue: String?
    /// The JSON as received; empty for a report made in code.
    public var raw = Data()

    /// How many compliance results one report may carry.
    public static let maximumComplianceResults = 100

    /// Takes the device alone.
    public init(device: DeviceIdentifier) {
        self.device = device
    }

    /// Reads the JSON object `{"payLoad": { … }}`.
    ///
    /// Numbers are taken for strings and numeric strings for numbers; a member of another type counts as absent. Throws a
    /// `MessageError` that names the field which is missing, out of range, or longer than 1024 characters.
    public init(json data: Data) throws(MessageError) {
        guard let payload = try JSONObjectReader(data).object("payLoad") else {
            throw MessageError("is missing", field: "payLoad")
        }
        device = try payload.requiredIdentifier("DeviceIdentifier")
        bundle = try payload.looseIdentifier("BundleId")
        isCompromised = payload.optionalFlag("IsCompromised") ?? false
        for (name, field) in Self.textFields { self[keyPath: field] = try payload.looseText(name) }
        for (name, field) in Self.userFields { self[keyPath: field] = payload.optionalText(name) }
        clearsPushToken = payload.isNull("APNSToken")
        location = try BeaconLocation(payload)
        mentionsLocation = BeaconLocation.members.contains(where: payload.has)
        readComplianceData(payload)
        raw = data
    }

    /// The fields that are plain texts, by name on the wire.
    private static var textFields: [(String, WritableKeyPath<BeaconReport, String?>)] {
        [
            ("Name", \.name), ("DeviceType", \.deviceType), ("AWVersion", \.appVersion),
            ("FriendlyName", \.friendlyName), ("Model", \.model), ("OsVersion", \.osVersion),
            ("APNSToken", \.pushToken), ("CustomerLocationGroupRef", \.groupCode), ("EmailAddress", \.emailAddress),
            ("PhoneNumber", \.phoneNumber), ("MacAddress", \.macAddress), ("IpAddress", \.ipAddress),
            ("TransactionIdentifier", \.transactionIdentifier), ("SampleValue", \.sampleValue),
        ]
    }

    /// The fields about the user, by name on the wire.
    private static var userFields: [(String, WritableKeyPath<BeaconReport, String?>)] {
        [("UserName", \.userName), ("FullName", \.userFullName), ("DisplayName", \.userDisplayName)]
    }

    /// Reads the compliance results; no beacon is refused for one that cannot be read.
    private mutating func readComplianceData(_ payload: JSONObjectReader) {
        do throws(MessageError) {
            let elements = try payload.array("ComplianceData") ?? []
            for element in elements.prefix(Self.maximumComplianceResults) {
                do throws(MessageError) {
                    complianceResults.append(try BeaconComplianceResult(element))
                } catch {
                    complianceProblem = complianceProblem ?? error
                }
            }
            guard elements.count > Self.maximumComplianceResults else { return }
            throw payload.wrong("ComplianceData", "has more than \(Self.maximumComplianceResults) elements")
        } catch {
            complianceProblem = complianceProblem ?? error
        }
    }

    /// Whether the app holds the device for compromised: by `IsCompromised`, or by a result about the policy.
    public var findsCompromise: Bool {
        isCompromised || complianceResults.last(where: \.isAboutCompromise)?.isBroken ?? false
    }

    /// The JSON object as a client writes it; absent values are left out.
    public func encoded() throws -> Data {
        var fields: [String: BeaconField] = [
            "DeviceIdentifier": .text(device.value), "IsCompromised": .text(isCompromised ? "1" : "0"),
        ]
        fields["BundleId"] = bundle.map { .text($0.value) }
        for (name, field) in Self.textFields + Self.userFields {
            fields[name] = self[keyPath: field].map { .text($0) }
        }
        if clearsPushToken { fields["APNSToken"] = .null }
        if let location { fields.merge(location.fields) { $1 } }
        if !complianceResults.isEmpty { fields["ComplianceData"] = .results(complianceResults) }
        return try ["payLoad": fields].sortedJSON()
    }
}

/// A member of a beacon that is being written.
enum BeaconField: Encodable {
    /// A text.
    case text(String)
    /// A number.
    case number(Double)
    /// The compliance results.
    case results([BeaconComplianceResult])
    /// The literal `null`.
    case null

    /// Writes the bare value.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .results(let results): try container.encode(results)
        case .null: try container.encodeNil()
        }
    }
}
