import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

extension UserDraft {
    /// Names of texts in bodies, those of version 1 first; any version takes any of them.
    private static let names: [(UserAttribute, [String])] = [
        (.firstName, ["FirstName"]), (.middleName, ["MiddleName"]), (.lastName, ["LastName"]),
        (.displayName, ["DisplayName"]), (.fullName, ["FullName"]), (.userPrincipalName, ["UserPrincipalName"]),
        (.email, ["Email", "EmailAddress"]), (.emailUsername, ["EmailUserName"]),
        (.phone, ["ContactNumber", "PhoneNumber"]), (.mobileNumber, ["MobileNumber"]), (.role, ["Role"]),
        (.externalId, ["ExternalId"]), (.department, ["Department"]), (.employeeIdentifier, ["EmployeeIdentifier"]),
        (.costCenter, ["CostCenter"]), (.customAttribute1, ["CustomAttribute1"]),
        (.customAttribute2, ["CustomAttribute2"]), (.customAttribute3, ["CustomAttribute3"]),
        (.customAttribute4, ["CustomAttribute4"]), (.customAttribute5, ["CustomAttribute5"]),
        (.stagingMode, ["StagingMode"]),
    ]

    /// Reads a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member and what it accepts.
    init(_ fields: AdminFields) throws {
        self.init()
        username = try fields.text("UserName")
        if username?.allSatisfy(\.isWhitespace) == true { throw UserAccountStore.required("UserName") }
        if let problem = username.flatMap(NameRule.problem(with:)) { throw fields.wrong("UserName", problem) }
        password = try fields.text("Password", maximum: 1000).flatMap { $0.isEmpty ? nil : $0 }
        security = try Self.word(
            fields, "SecurityType", UserSecurity.init, "a number from 1 to 5, or one of \(Self.kinds)")
        isActive = try Self.status(fields)
        group = try fields.group("LocationGroupId", "OrganizationGroupId", "OrganizationGroupUuid")
        enrollmentGroup = try fields.group("EnrollmentOrganizationGroupId", "EnrollmentOrganizationGroupUuid")
        messageType = try Self.word(
            fields, "MessageType", UserMessage.init, "a number from 0 to 3, or one of none, email, sms, qrCode")
        categoryId = try fields.integer("EnrollmentUserCategoryId", in: 0...9_999_999_999)
        for (attribute, names) in Self.names {
            for name in names { if let text = try fields.text(name) { attributes[attribute] = text } }
        }
        // An answer names the default role of an administrator without one.
        if attributes[.role]?.isEmpty == true { attributes[.role] = UserRecord.defaultRole }
        try readUUIDs(fields)
        try readStaging(fields)
    }

    private static let kinds = UserSecurity.allCases.map(\.word).joined(separator: ", ")

    private mutating func readUUIDs(_ fields: AdminFields) throws {
        for (attribute, name) in [
            (UserAttribute.roleUuid, "EnrollmentRoleUuid"), (.messageTemplateUuid, "MessageTemplateUuid"),
        ] {
            guard let text = try fields.text(name) else { continue }
            guard text.isEmpty || UUID(uuidString: text) != nil else { throw fields.wrong(name, "has to be a uuid") }
            attributes[attribute] = text.lowercased()
        }
    }

    /// Later versions have two members for staging.
    private mutating func readStaging(_ fields: AdminFields) throws {
        if attributes[.stagingMode]?.isEmpty == true { attributes[.stagingMode] = UserRecord.stagingDisabled }
        let type = try fields.text("DeviceStagingType").flatMap { $0.isEmpty ? nil : $0 }
        switch try fields.bool("DeviceStagingEnabled") {
        case true?: attributes[.stagingMode] = type ?? "StandardSingleUser"
        case false?: attributes[.stagingMode] = UserRecord.stagingDisabled
        case nil: if let type { attributes[.stagingMode] = type }
        }
    }

    /// `Status` is a truth value, or a word.
    private static func status(_ fields: AdminFields) throws -> Bool? {
        if case .string(let text)? = fields.value("Status") {
            switch text.lowercased() {
            case "active": return true
            case "inactive": return false
            default: break
            }
        }
        return try fields.bool("Status")
    }

    private static func word<Word>(
        _ fields: AdminFields, _ name: String, _ read: (String) -> Word?, _ rule: String
    ) throws -> Word? {
        guard let text = try fields.text(name), !text.isEmpty else { return nil }
        guard let word = read(text) else { throw fields.wrong(name, "is \"\(text.prefix(40))\"; it has to be \(rule)") }
        return word
    }
}

extension UserSearch {
    /// SQL expressions clients order by.
    private static let columns = [
        "username": "enrollmentUser.username", "firstname": "enrollmentUser.firstName COLLATE NOCASE",
        "lastname": "enrollmentUser.lastName COLLATE NOCASE", "email": "enrollmentUser.email COLLATE NOCASE",
        "emailaddress": "enrollmentUser.email COLLATE NOCASE", "role": "enrollmentUser.role COLLATE NOCASE",
        "status": "enrollmentUser.isActive", "group": "home.name COLLATE NOCASE",
        "locationgroupid": "enrollmentUser.groupId", "organizationgroupid": "enrollmentUser.groupId",
        "id": "enrollmentUser.id",
    ]

    /// Reads a query.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    init(_ query: QueryParameters) throws {
        self.init()
        for column in UserSearchColumn.allCases {
            if let part = query.text(column.parameter) { parts.append((column, part)) }
        }
        isActive = try ActivityWord.isActive(query.text("status"))
        group = try query.group(
            "locationgroupid", "organizationgroupid", "organizationgroupuuid", "organization-group-uuid",
            "organization_group_uuid")
        order = AdminPaging.order(query, Self.columns, default: "enrollmentUser.id")
    }
}
