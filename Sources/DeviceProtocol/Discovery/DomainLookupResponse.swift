public import Foundation

/// Where the users of an e-mail domain enroll: the answer of autodiscovery (DeviceServices, section 5.3).
public struct DomainLookupResponse: Hashable, Codable, Sendable {
    /// The member `mdm`, seen elsewhere.
    public struct Management: Hashable, Codable, Sendable {
        /// `deviceServicesUrl`, where device services are.
        public var deviceServicesURL: String
        /// `apiServerUrl`, where the admin REST API is.
        public var apiServerURL: String
        /// `organizationGroupId`, the code of the organization group.
        public var organizationGroupID: String

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case deviceServicesURL = "deviceServicesUrl"
            case apiServerURL = "apiServerUrl"
            case organizationGroupID = "organizationGroupId"
        }

        /// Takes the fields.
        public init(deviceServicesURL: String, apiServerURL: String, organizationGroupID: String) {
            self.deviceServicesURL = deviceServicesURL
            self.apiServerURL = apiServerURL
            self.organizationGroupID = organizationGroupID
        }
    }

    /// `EnrollmentUrl`, of which a client keeps scheme and host; required.
    public var enrollmentURL: String
    /// `GroupId`, the code of the organization group; required.
    public var groupID: String
    /// `CertificateBase64`.
    public var certificate: String?
    /// `Message`, a text for people.
    public var message: String?
    /// `Status`; 1 is good.
    public var status: Int?
    /// `TenantGroup`, the code of the customer's group; seen elsewhere.
    public var tenantGroup: String?
    /// `GreenboxUrl`, the address of the app catalogue; seen elsewhere.
    public var greenboxURL: String?
    /// `mdm`; seen elsewhere.
    public var management: Management?

    /// The names on the wire.
    private enum CodingKeys: String, CodingKey {
        case enrollmentURL = "EnrollmentUrl"
        case groupID = "GroupId"
        case certificate = "CertificateBase64"
        case message = "Message"
        case status = "Status"
        case tenantGroup = "TenantGroup"
        case greenboxURL = "GreenboxUrl"
        case management = "mdm"
    }

    /// Makes an answer with what a client requires, and the status that says it is good.
    public init(enrollmentURL: String, groupID: String) {
        self.enrollmentURL = enrollmentURL
        self.groupID = groupID
        status = 1
    }

    /// The JSON form, members sorted by name.
    public func encoded() throws -> Data {
        try sortedJSON()
    }
}
