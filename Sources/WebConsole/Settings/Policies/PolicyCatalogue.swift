/// The two places where the settings of a group's default SDK profile are, as the product guides describe them.
enum PolicyCatalogue {
    /// A place.
    struct Page: Sendable {
        /// Its address.
        let id: String
        /// What it is called.
        let title: String
        let policies: [Policy]
        /// Other words by which people look for it.
        let keywords: [String]

        /// Where it is, as the guides write it.
        var place: String { "\(PolicyCatalogue.place) › \(title)" }
        /// The address of its page.
        var path: String { "/console/settings/\(id)" }
    }

    /// A payload of the profile, with what is shown of it.
    struct Policy: Sendable {
        /// Its anchor, and the last part of the address of its form.
        let id: String
        /// What the guides call it.
        let title: String
        /// The payload type.
        let payload: String
        /// Settings in groups, each below a heading; an empty heading for none.
        let groups: [(heading: String, settings: [String])]
        /// Other words by which people look for it.
        var keywords: [String] = []
        /// Headings of groups that the guides describe as policies of their own.
        var ownHeadings: [String] = []

        /// Those groups: what they are called, their anchor, and the setting that says in a word what is in force.
        var parts: [(title: String, anchor: String, main: String)] {
            groups.filter { ownHeadings.contains($0.heading) }.map { group in
                (group.heading, Self.anchor(group.heading), group.settings.first ?? "")
            }
        }

        /// The anchor of a heading.
        static func anchor(_ heading: String) -> String {
            heading.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        }

        /// Names of all settings.
        var settings: [String] { groups.flatMap(\.settings) }
        /// The setting that says in a word what is in force.
        var main: String { settings.first ?? "" }
    }

    /// Where both are.
    static let place = "Apps › Settings and Policies"

    /// Both places.
    static let pages = [securityPolicies, settings]

    /// What apps have to do and may not do.
    static let securityPolicies = Page(
        id: "security-policies", title: "Security Policies",
        policies: [
            authentication,
            Policy(
                id: "offline-access", title: "Offline Access", payload: "OfflineAccessPoliciesV2",
                groups: [("", ["EnableOfflineAccess", "MaximumPeriodAllowedOffline"])]),
            Policy(
                id: "compromised-protection", title: "Compromised Protection", payload: "CompromisedPoliciesV2",
                groups: [("", ["CompromisedProtection", "CompromisedAction"])], keywords: ["Jailbreak"]),
            tunnel,
            Policy(
                id: "content-filtering", title: "Content Filtering", payload: "ContentFiltering",
                groups: [
                    (
                        "",
                        [
                            "WebsenseProxyType", "WebsenseDefaultPacAddress", "WebsenseAccountId",
                            "WebsenseSecurityKey",
                        ]
                    )
                ], keywords: ["Forcepoint"]),
            Policy(
                id: "geofencing", title: "Geofencing", payload: "GeofencingSettingsV2",
                groups: [("", ["EnableGeofencing", "GeofenceAreas"])]),
            dataLossPrevention,
            Policy(
                id: "network-access", title: "Network Access", payload: "NetworkAccessV2",
                groups: [
                    (
                        "",
                        ["EnableNetworkAccess", "AllowCellularConnection", "AllowWiFiConnection", "AllowedSSIDs"]
                    )
                ], keywords: ["Roaming"]),
            Policy(
                id: "sdk-app-compliance", title: "SDK App Compliance", payload: "SDKAppComplianceV2",
                groups: [
                    (
                        "Application Version",
                        [
                            "EnableApplicationVersion", "ApplicationIdentifier", "ApplicationVersionOperator",
                            "ApplicationVersion",
                        ]
                    ), ("OS Version", ["EnableOSVersion", "OSVersionOperator", "OSVersion", "OSVersionAction"]),
                ]),
        ],
        keywords: [
            "Settings & Policies › Security Policies", "Apps & Books", "Default SDK Profile", "Force Token",
            "SDK App Compliance",
        ])

    private static let authentication = Policy(
        id: "authentication", title: "Authentication Type", payload: "PasscodePoliciesV2",
        groups: [
            ("", ["AuthenticationType", "PasscodeTimeout", "MaximumFailedAttempts", "BiometricMode"]),
            (
                "Passcode",
                [
                    "PasscodeMode", "AllowSimple", "MinimumPasscodeLength", "MinimumNumberComplexCharacters",
                    "MaximumPasscodeAge", "PasscodeHistory",
                ]
            ), ("Single Sign On", ["EnableSingleSignOn"]),
            (
                "Integrated Authentication",
                ["EnableIntegratedAuthentication", "AllowedSites", "IntegratedAuthenticationCredential"]
            ),
        ], keywords: ["SSO", "Single Sign-On", "Touch ID", "Face ID", "Username and Password", "Passcode", "Login"],
        ownHeadings: ["Single Sign On", "Integrated Authentication"])

    private static let tunnel = Policy(
        id: "app-tunnel", title: "AirWatch App Tunnel", payload: "AppTunnelingPoliciesV2",
        groups: [
            ("", ["EnableAppTunnel", "AppTunnelMode", "AppTunnelDomains"]),
            (
                "VMware Tunnel - Proxy",
                [
                    "MAGProxyServer", "MAGHttpPort", "MAGHttpsPort", "MAGUsePublicSSL", "MAGSslCertificate",
                    "MagRsaAdaptiveAuthEnabled",
                ]
            ),
            (
                "Standard Proxy",
                ["ProxyUrl", "ProxyPort", "UseAuthentication", "Username", "Password", "AutoConfig", "UrlSource"]
            ),
            (
                "F5",
                [
                    "EnableF5Integration", "F5ProxyServer", "F5ProxyPort", "F5UseAuthentication", "F5UserAccountType",
                    "F5Username", "F5Password", "F5AuthenticationMode",
                ]
            ),
        ], keywords: ["VMware Tunnel", "App Tunnel"])

    private static let dataLossPrevention = Policy(
        id: "data-loss-prevention", title: "Data Loss Prevention", payload: "DataLossPreventionV2",
        groups: [
            (
                "",
                [
                    "EnableDataLossPrevention", "EnableCopyPaste", "EnableCopyPasteOut", "EnableCopyPasteInto",
                    "EnableThirdPartyKeyboards", "EnablePrinting", "EnableComposingEmail", "EnableLocationServices",
                    "EnableCamera", "EnableDataBackUp",
                ]
            ), ("Documents", ["LimitDocumentstoOpenOnlyinApprovedApps", "AllowedApplications"]),
            ("Watermark", ["EnableWatermark", "OverlayText"]),
        ], keywords: ["DLP", "Copy and Paste Out", "Copy and Paste Into", "Keyboard"])

    /// How apps look, and what they send.
    static let settings = Page(
        id: "app-settings", title: "Settings",
        policies: [
            Policy(
                id: "branding", title: "Branding", payload: "BrandingSettingsV2",
                groups: [
                    ("", ["EnableBranding", "OrganizationName"]),
                    (
                        "Colors",
                        [
                            "PrimaryColor", "PrimaryTextColor", "SecondaryColor", "SecondaryTextColor",
                            "ToolbarColor", "ToolbarTextColor",
                        ]
                    ),
                    (
                        "Images",
                        [
                            "CompanyLogoPhone", "CompanyLogoPhoneHighRes", "CompanyLogoTablet",
                            "CompanyLogoTabletHighRes", "BackroundImageiPhone", "BackroundImageiPhoneHighRes",
                            "BackroundImageiPhone5HighRes", "BackroundImageiPad", "BackroundImageiPadHighRes",
                        ]
                    ),
                ], keywords: ["Logo", "Colours", "Images"]),
            Policy(
                id: "logging", title: "Logging", payload: "LoggingSettingsV2",
                groups: [("", ["LoggingLevel", "SendLogsOverWifi"])], keywords: ["App Logs"]),
            Policy(
                id: "analytics", title: "Analytics", payload: "AnalyticsSettingsV2",
                groups: [("", ["EnableAnalytics"])],
                keywords: [
                    "SDK Analytics", "Apps & Books › Analytics",
                    "Apps & Books › Applications › Logging › SDK Analytics",
                ]),
            Policy(
                id: "custom-settings", title: "Custom Settings", payload: "CustomSettingsV2",
                groups: [("", ["CustomSettings"])], keywords: ["XML", "JSON"]),
        ], keywords: ["Settings & Policies › Settings", "Apps & Books", "Default SDK Profile"])
}
