public import Foundation

/// The answer to a question for the enrollment status (DeviceServices, section 9).
///
/// An empty body in its place makes a client conclude that the device is not known.
public struct DeviceStatusReport: Hashable, Sendable {
    /// `ismanaged`.
    public var isManaged: Bool
    /// `enrollmentstatus`.
    public var enrollmentStatus: EnrollmentStatus
    /// `compliancestatus`.
    public var complianceStatus: ComplianceStatus
    /// `managedby`.
    public var managedBy: ManagementType
    /// `groupcode`; overwrites the group a client has stored.
    public var groupCode: String
    /// `devicelocationgroup`, the display name of the group.
    public var locationGroup: String

    /// Takes the six settings.
    public init(
        isManaged: Bool, enrollmentStatus: EnrollmentStatus, complianceStatus: ComplianceStatus,
        managedBy: ManagementType, groupCode: String, locationGroup: String
    ) {
        self.isManaged = isManaged
        self.enrollmentStatus = enrollmentStatus
        self.complianceStatus = complianceStatus
        self.managedBy = managedBy
        self.groupCode = groupCode
        self.locationGroup = locationGroup
    }

    /// One setting on the wire.
    private struct Setting: Encodable {
        /// The name.
        let name: String
        /// The value, always written as a string.
        let value: String

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case name = "DeviceSetting"
            case value = "SettingValue"
        }
    }

    /// The JSON array, settings in the order of the specification, all values strings.
    public func encoded() throws -> Data {
        try [
            Setting(name: "ismanaged", value: isManaged ? "true" : "false"),
            Setting(name: "enrollmentstatus", value: String(enrollmentStatus.rawValue)),
            Setting(name: "compliancestatus", value: String(complianceStatus.rawValue)),
            Setting(name: "managedby", value: String(managedBy.rawValue)),
            Setting(name: "groupcode", value: groupCode),
            Setting(name: "devicelocationgroup", value: locationGroup),
        ].sortedJSON()
    }

    /// Reads the JSON array as strictly as a client: all six settings must be there.
    ///
    /// Enrollment and compliance states that are not listed count as unknown; an unlisted `managedby` throws, as does
    /// everything of the wrong kind.
    public init(json data: Data) throws(MessageError) {
        var parser = JSONParser(data)
        guard case .array(let elements) = try parser.parse() else { throw MessageError("must be an array") }
        var values: [String: JSONValue] = [:]
        for element in elements {
            let setting = try JSONObjectReader(element, path: "")
            values[try setting.requiredText("DeviceSetting")] = setting.value("SettingValue")
        }
        isManaged = try Self.flag("ismanaged", values)
        enrollmentStatus = EnrollmentStatus(rawValue: try Self.number("enrollmentstatus", values)) ?? .unknown
        complianceStatus = ComplianceStatus(rawValue: try Self.number("compliancestatus", values)) ?? .unknown
        guard let managedBy = ManagementType(rawValue: try Self.number("managedby", values)) else {
            throw MessageError("must be 0 to 3", field: "managedby")
        }
        self.managedBy = managedBy
        groupCode = try Self.text("groupcode", values)
        locationGroup = try Self.text("devicelocationgroup", values)
    }

    /// A boolean, or a string that is `true` in any case or else false.
    private static func flag(_ name: String, _ values: [String: JSONValue]) throws(MessageError) -> Bool {
        switch values[name] {
        case .bool(let flag): return flag
        case .string(let text): return text.equalsIgnoringCase("true")
        default: throw MessageError("must be a boolean or a string", field: name)
        }
    }

    /// An integer, or a string with one.
    private static func number(_ name: String, _ values: [String: JSONValue]) throws(MessageError) -> Int {
        switch values[name] {
        case .number(let text), .string(let text):
            guard let number = Int(text) else { fallthrough }
            return number
        default: throw MessageError("must be an integer or a string with one", field: name)
        }
    }

    /// A string.
    private static func text(_ name: String, _ values: [String: JSONValue]) throws(MessageError) -> String {
        guard case .string(let text) = values[name] else { throw MessageError("must be a string", field: name) }
        return text
    }
}
