/// Whether a device keeps the rules, setting `compliancestatus` (DeviceServices, section 9).
public enum ComplianceStatus: Int, NamedState {
    /// Not known.
    case unknown = 0
    /// Allowed.
    case allowed = 1
    /// Blocked.
    case blocked = 2
    /// Keeps all rules.
    case compliant = 3
    /// Breaks a rule.
    case nonCompliant = 4
    /// There is no statement.
    case notAvailable = 5
    /// There are no rules.
    case notApplicable = 6
    /// To be evaluated.
    case pendingComplianceCheck = 7
    /// One rule is to be evaluated.
    case pendingComplianceCheckForAPolicy = 8
    /// Registered and in force.
    case registrationActive = 9
    /// The registration has expired.
    case registrationExpired = 10
    /// In quarantine.
    case quarantined = 11

    /// The name for people, in English.
    public var name: String {
        switch self {
        case .unknown: "Unknown"
        case .allowed: "Allowed"
        case .blocked: "Blocked"
        case .compliant: "Compliant"
        case .nonCompliant: "Non-compliant"
        case .notAvailable: "Not available"
        case .notApplicable: "Not applicable"
        case .pendingComplianceCheck: "Pending compliance check"
        case .pendingComplianceCheckForAPolicy: "Pending compliance check for a policy"
        case .registrationActive: "Registration active"
        case .registrationExpired: "Registration expired"
        case .quarantined: "Quarantined"
        }
    }
}

/// The management of a device, setting `managedby` (DeviceServices, section 9).
public enum ManagementType: Int, NamedState {
    /// Nothing.
    case notManaged = 0
    /// Device management.
    case mdm = 1
    /// Application management.
    case mam = 2
    /// Quarantine.
    case quarantine = 3

    /// The name for people, in English.
    public var name: String {
        switch self {
        case .notManaged: "Not managed"
        case .mdm: "MDM"
        case .mam: "MAM"
        case .quarantine: "Quarantine"
        }
    }
}
