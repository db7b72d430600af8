/// The step of an enrollment that comes next, `NextStep.Type` (DeviceServices, section 6.2).
public enum EnrollmentStep: Int, Hashable, Codable, Sendable, CaseIterable {
    /// Not known.
    case unknown = 0
    /// Ask for the code of an organization group.
    case validateGroupIdentifier = 1
    /// Choose one of several groups.
    case validateGroupIdentifierSelector = 2
    /// Log in through SAML.
    case doSamlAuthentication = 3
    /// Ask for user name and password.
    case validateLoginCredentials = 4
    /// Ask who enrolls the device.
    case validateOnBehalfOfUsername = 5
    /// Confirm who enrolls the device.
    case confirmOnBehalfOfUsername = 6
    /// Create the user.
    case createNewEnrollmentUser = 7
    /// Ask for an enrollment token.
    case validateAuthenticationToken = 8
    /// Ask for details of the device.
    case validateDeviceDetails = 9
    /// Have the terms of use accepted.
    case validateEulaAcceptance = 10
    /// See whether the directory has the user.
    case checkIfDirectoryUserExists = 11
    /// Ask for the enrollment status.
    case checkEnrollmentStatus = 12
    /// Make the address of the device management profile.
    case createMdmInstallUrl = 13
    /// Make the address of the agent.
    case createAgentInstallUrl = 14
    /// Fetch the list of unmanaged profiles.
    case getUnmanagedProfileList = 15
    /// Fetch an unmanaged profile.
    case getUnmanagedProfilePayload = 16
    /// Fetch the address shown after enrollment.
    case getPostEnrollmentUrl = 17
    /// Open the address of the device management profile.
    case redirectToMdmInstallUrl = 18
    /// Open the address of the agent.
    case redirectToAgentInstallUrl = 19
    /// Enrollment is blocked.
    case enrollmentBlocked = 20
    /// Show a welcome message.
    case displayWelcomeMessage = 21
    /// Show a message about device management.
    case displayMdmInstallationMessage = 22
    /// Choose a staging mode.
    case validateStagingModeSelector = 23
    /// Register the application.
    case registerApplication = 26
    /// Enrollment is complete.
    case enrollmentComplete = 27
    /// Fetch the step that follows SAML.
    case getPostSamlEnrollmentStep = 30
}
