public import Foundation

/// The user a device is enrolled for (DeviceServices, section 10.1); every value is a string on the wire.
public struct EnrolledUser: Hashable, Codable, Sendable {
    /// `UserName`.
    public var userName: String
    /// `AccountType`, such as `Basic`.
    public var accountType: String
    /// `IsActive`: `True` or `False`.
    public var isActive: String
    /// `LocationGroup`, the display name of the group.
    public var locationGroup: String
    /// `UserId`, a decimal number above zero.
    public var userID: String
    /// `UserCategory`.
    public var userCategory: String

    /// The names on the wire.
    private enum CodingKeys: String, CodingKey {
        case userName = "UserName"
        case accountType = "AccountType"
        case isActive = "IsActive"
        case locationGroup = "LocationGroup"
        case userID = "UserId"
        case userCategory = "UserCategory"
    }

    /// Takes the fields.
    public init(
        userName: String, accountType: String = "Basic", isActive: Bool = true, locationGroup: String,
        userID: String, userCategory: String = "0"
    ) {
        self.userName = userName
        self.accountType = accountType
        self.isActive = isActive ? "True" : "False"
        self.locationGroup = locationGroup
        self.userID = userID
        self.userCategory = userCategory
    }

    /// The JSON form, members sorted by name.
    public func encoded() throws -> Data {
        try sortedJSON()
    }
}

/// Details of a user (DeviceServices, section 10.2); every value is a string on the wire.
///
/// A client that sees them change concludes that the user changed, and wipes its settings.
public struct UserDetails: Hashable, Codable, Sendable {
    /// `Domain`.
    public var domain: String
    /// `Email`.
    public var email: String
    /// `FirstName`.
    public var firstName: String
    /// `GroupCode`, such as `571`.
    public var groupCode: String
    /// `LastName`.
    public var lastName: String
    /// `UserId`, a decimal number.
    public var userID: String
    /// `UserName`.
    public var userName: String

    /// The names on the wire.
    private enum CodingKeys: String, CodingKey {
        case domain = "Domain"
        case email = "Email"
        case firstName = "FirstName"
        case groupCode = "GroupCode"
        case lastName = "LastName"
        case userID = "UserId"
        case userName = "UserName"
    }

    /// Takes the fields.
    public init(
        domain: String, email: String, firstName: String, groupCode: String, lastName: String, userID: String,
        userName: String
    ) {
        self.domain = domain
        self.email = email
        self.firstName = firstName
        self.groupCode = groupCode
        self.lastName = lastName
        self.userID = userID
        self.userName = userName
    }

    /// The JSON form, members sorted by name.
    public func encoded() throws -> Data {
        try sortedJSON()
    }
}
