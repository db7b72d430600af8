extension PayloadSchema {
    /// Authentication, passcode rules, single sign-on and biometrics (SDKProfile, section 3.2).
    static let passcode = PayloadSchema(
        "PasscodePoliciesV2",
        "Authentication, passcode rules, single sign-on, biometrics and integrated authentication.",
        [
            PayloadKey(
                "AuthenticationType", .choices((0, "disabled"), (1, "passcode"), (2, "usernamePassword")),
                "How the app is unlocked; disabled by default."),
            PayloadKey(
                "PasscodeMode", .choices((0, "off"), (1, "numeric"), (2, "alphanumeric")),
                "What a passcode is made of; off by default and while authentication is disabled."),
            PayloadKey("AllowSimple", .bool, "Allows repeated and consecutive characters; false by default."),
            PayloadKey(
                "MinimumPasscodeLength", .integer(0...255), "Shortest passcode in characters; 0 by default."),
            PayloadKey(
                "MinimumNumberComplexCharacters", .integer(0...255),
                "Symbols an alphanumeric passcode must have; 0 by default."),
            PayloadKey(
                "MaximumPasscodeAge", .integer(-1...36_500), "Age in days; 0 or less, the default, is never."),
            PayloadKey(
                "PasscodeHistory", .integer(0...1000), "Previous passcodes that may not be reused; 0 by default."),
            PayloadKey(
                "MaximumFailedAttempts", .integer(-1...9999),
                "Attempts before data is wiped; 0 or less, the default, is unlimited."),
            PayloadKey(
                "PasscodeTimeout", .integer(-1...2_147_483_647),
                "How long a session stays unlocked, in seconds; 0 or less is never, the default."),
            PayloadKey(
                "EnableSingleSignOn", .bool,
                "Shares session, identity and passcode among a developer's apps; false by default."),
            PayloadKey(
                "EnableIntegratedAuthentication", .bool,
                "Answers authentication challenges of the allowed sites; false by default."),
            PayloadKey(
                "AllowedSites", .strings,
                "Host patterns with * where integrated authentication applies; none by default.",
                label: "Allowed Sites"),
            PayloadKey(
                "IntegratedAuthenticationCredential",
                .choices((0, "user"), (1, "uploadedCertificate"), (2, "certificateTemplate")),
                """
                What answers the challenges: name and password of the user, the certificate of CredentialsSettingsV2, or \
                the one CertificateSettingsV2 names; user by default. Sent under a configurable name.
                """, label: "Authentication option"),
            PayloadKey(
                "BiometricMode", .choices((0, "none"), (2, "biometric")),
                "Unlocking by fingerprint or face; none by default."),
            PayloadKey("policyId", .text, "Informational; none by default."),
        ])
}
