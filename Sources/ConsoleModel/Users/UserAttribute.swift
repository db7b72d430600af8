import ConsolePlatform

/// How a user proves who they are, by the numbers and words of the admin REST API (AdminUsers, "Users").
package enum UserSecurity: Int, CaseIterable, Sendable {
    case directory = 1
    case basic = 2
    case authenticationProxy = 3
    case tokenOnly = 4
    case saml = 5

    /// The word, in the letter case of later versions.
    package var word: String { "\(self)" }

    /// Reads a number or a word in any letter case.
    package init?(_ text: String) {
        let wanted = FoldedWord.of(text)
        guard let found = Self.allCases.first(where: { wanted == $0.word.lowercased() || wanted == "\($0.rawValue)" })
        else { return nil }
        self = found
    }

    /// The default of users of an account type.
    package static func usual(of accountType: String) -> UserSecurity {
        switch accountType {
        case "Directory": .directory
        case "Saml": .saml
        default: .basic
        }
    }

    /// The account type of users of this kind.
    package var accountType: String {
        switch self {
        case .directory, .authenticationProxy: "Directory"
        case .basic, .tokenOnly: "Basic"
        case .saml: "Saml"
        }
    }

    /// Whether they have a password here at all.
    package var takesPassword: Bool { self != .tokenOnly && self != .saml }
}

/// How messages reach a user, by the numbers and words of the admin REST API.
package enum UserMessage: Int, CaseIterable, Sendable {
    case none = 0
    case email = 1
    case sms = 2
    case qrCode = 3

    /// The word, in the letter case of later versions.
    package var word: String { "\(self)" }

    /// Reads a number or a word in any letter case.
    package init?(_ text: String) {
        let wanted = FoldedWord.of(text)
        guard let found = Self.allCases.first(where: { wanted == "\($0)".lowercased() || wanted == "\($0.rawValue)" })
        else { return nil }
        self = found
    }
}

/// A text about a user; the raw value is the column, and the key in environment files.
package enum UserAttribute: String, CaseIterable, Sendable {
    case firstName, lastName, email, phone, domain
    case middleName, displayName, fullName, userPrincipalName, emailUsername, mobileNumber, externalId, department
    case employeeIdentifier, costCenter, customAttribute1, customAttribute2, customAttribute3, customAttribute4
    case customAttribute5, role, roleUuid, stagingMode, messageTemplateUuid

    /// Those that environment files keep below `attributes`.
    package static let further = allCases.drop { $0 != .middleName }

    /// The property of a user that holds it.
    package var path: WritableKeyPath<UserRecord, String> {
        switch self {
        case .firstName: \.firstName
        case .lastName: \.lastName
        case .email: \.email
        case .phone: \.phone
        case .domain: \.domain
        case .middleName: \.middleName
        case .displayName: \.displayName
        case .fullName: \.fullName
        case .userPrincipalName: \.userPrincipalName
        case .emailUsername: \.emailUsername
        case .mobileNumber: \.mobileNumber
        case .externalId: \.externalId
        case .department: \.department
        case .employeeIdentifier: \.employeeIdentifier
        case .costCenter: \.costCenter
        case .customAttribute1: \.customAttribute1
        case .customAttribute2: \.customAttribute2
        case .customAttribute3: \.customAttribute3
        case .customAttribute4: \.customAttribute4
        case .customAttribute5: \.customAttribute5
        case .role: \.role
        case .roleUuid: \.roleUuid
        case .stagingMode: \.stagingMode
        case .messageTemplateUuid: \.messageTemplateUuid
        }
    }

    /// Its default.
    package var standard: String {
        switch self {
        case .role: UserRecord.defaultRole
        case .stagingMode: UserRecord.stagingDisabled
        default: ""
        }
    }
}

extension UserRecord {
    /// How the user proves who they are.
    package var security: UserSecurity {
        if let kind = securityType.flatMap(UserSecurity.init(rawValue:)), kind.accountType == accountType {
            return kind
        }
        return .usual(of: accountType)
    }

    /// The name of the user for people.
    package var shownName: String {
        displayName.isEmpty ? [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ") : displayName
    }

    /// Whether the user may sign in with a domain before the name.
    func takesDomain(_ text: String) -> Bool {
        accountType == "Directory" && !domain.isEmpty && domain.lowercased() == text.lowercased()
    }

    /// The name by which the user has signed in, with the domain if that was typed.
    ///
    /// - Parameter text: What was typed.
    /// - Returns: The user name, or domain and user name.
    package func signInName(typedAs text: String) -> String {
        text.contains("\\") && text.lowercased() != username.lowercased() ? "\(domain)\\\(username)" : username
    }
}
