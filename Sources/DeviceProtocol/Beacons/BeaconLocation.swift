public import Foundation

/// Where a device is (DeviceServices, section 14).
public struct BeaconLocation: Hashable, Sendable {
    /// `Latitude` in degrees, -90 to 90.
    public var latitude: Double
    /// `Longitude` in degrees, -180 to 180.
    public var longitude: Double
    /// `Altitude` in metres.
    public var altitude: Double?
    /// `Speed` in metres per second; negative if not known.
    public var speed: Double?
    /// `SampleTime`, such as `2024-03-05 10:20:30 +0000`.
    public var sampleTime: String?

    /// Names on the wire of all members about a place.
    static let members = ["Latitude", "Longitude", "Altitude", "Speed", "SampleTime"]

    /// The moment of ``sampleTime``, or nothing if it is no such time.
    public var sampledAt: Date? {
        let parts = (sampleTime ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let time = CivilTime(iso: "\(parts[0])T\(parts[1])"),
            let offset = parts.count == 2 ? 0 : Self.offset(parts[2])
        else { return nil }
        return time.date.addingTimeInterval(-offset)
    }

    /// The seconds of a time zone such as `+0130`.
    private static func offset(_ text: Substring) -> TimeInterval? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            bytes[1...].allSatisfy(\.isDigit), let number = Int(text.dropFirst()), number % 100 < 60
        else { return nil }
        let seconds = TimeInterval(number / 100 * 3600 + number % 100 * 60)
        return bytes[0] == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// Takes a place.
    public init(
        latitude: Double, longitude: Double, altitude: Double? = nil, speed: Double? = nil, sampleTime: String? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.speed = speed
        self.sampleTime = sampleTime
    }

    /// Reads the members of a beacon, or nothing if it does not have both coordinates.
    init?(_ payload: JSONObjectReader) throws(MessageError) {
        let latitude = try payload.looseReal("Latitude")
        let longitude = try payload.looseReal("Longitude")
        altitude = try payload.looseReal("Altitude")
        speed = try payload.looseReal("Speed")
        sampleTime = try payload.looseText("SampleTime")
        if let latitude, !(-90...90).contains(latitude) { throw payload.wrong("Latitude", "must be -90 to 90") }
        if let longitude, !(-180...180).contains(longitude) { throw payload.wrong("Longitude", "must be -180 to 180") }
        guard let latitude, let longitude else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The members of a beacon.
    var fields: [String: BeaconField] {
        var fields: [String: BeaconField] = ["Latitude": .number(latitude), "Longitude": .number(longitude)]
        fields["Altitude"] = altitude.map { .number($0) }
        fields["Speed"] = speed.map { .number($0) }
        fields["SampleTime"] = sampleTime.map { .text($0) }
        return fields
    }
}

/// The result of a policy's evaluation on the device (DeviceServices, section 14).
public struct BeaconComplianceResult: Hashable, Codable, Sendable {
    /// `Status`: 3 is compliant, 4 is not.
    public var status: Int
    /// `PolicyIdentifier`.
    public var policyIdentifier: String

    /// The policy about compromised devices.
    public static let compromisedPolicy = "com.airwatch.compliance.compromisedPolicy"

    /// Whether it is about that policy.
    var isAboutCompromise: Bool { policyIdentifier == Self.compromisedPolicy }
    /// Whether the device does not comply.
    var isBroken: Bool { status == ComplianceStatus.nonCompliant.rawValue }

    /// The names on the wire.
    private enum CodingKeys: String, CodingKey {
        case status = "Status"
        case policyIdentifier = "PolicyIdentifier"
    }

    /// Takes a result.
    public init(status: Int, policyIdentifier: String) {
        self.status = status
        self.policyIdentifier = policyIdentifier
    }

    /// Reads an element of `ComplianceData`.
    init(_ element: JSONValue) throws(MessageError) {
        let fields = try JSONObjectReader(element, path: "ComplianceData.")
        guard let status = try fields.integer("Status") else { throw fields.wrong("Status", "is missing") }
        self.status = status
        policyIdentifier = try fields.requiredText("PolicyIdentifier")
    }
}
