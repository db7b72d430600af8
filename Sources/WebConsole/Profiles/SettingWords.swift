/// What settings of payloads and their values are called: as the product guides print them.
enum SettingWords {
    /// Labels by the name of a setting.
    private static let labels: [String: String] = [
        "AuthenticationType": "Authentication Type", "PasscodeMode": "Passcode Mode",
        "AllowSimple": "Allow Simple Value", "MinimumPasscodeLength": "Minimum Passcode Length",
        "MinimumNumberComplexCharacters": "Minimum Number of Complex Characters",
        "MaximumPasscodeAge": "Maximum Passcode Age (days)", "PasscodeHistory": "Passcode History",
        "MaximumFailedAttempts": "Maximum Number of Failed Attempts",
        "PasscodeTimeout": "Authentication Timeout (seconds)", "BiometricMode": "Biometric Mode",
        "EnableSingleSignOn": "Single Sign On", "EnableIntegratedAuthentication": "Integrated Authentication",
        "AllowedSites": "Allowed Sites", "IntegratedAuthenticationCredential": "Authentication option",
        "policyId": "Policy Id", "policyID": "Policy Id",
        "EnableOfflineAccess": "Offline Access",
        "MaximumPeriodAllowedOffline": "Maximum Period Allowed Offline (seconds)",
        "CompromisedProtection": "Compromised Protection", "CompromisedAction": "Compromised Action",
        "EnableAppTunnel": "AirWatch App Tunnel", "AppTunnelMode": "App Tunnel Mode",
        "AppTunnelDomains": "App Tunnel URLs", "MAGProxyServer": "VMware Tunnel Proxy Server",
        "MAGHttpPort": "VMware Tunnel HTTP Port", "MAGHttpsPort": "VMware Tunnel HTTPS Port",
        "MAGUsePublicSSL": "Use Public SSL", "MAGSslCertificate": "VMware Tunnel SSL Certificates",
        "MagRsaAdaptiveAuthEnabled": "RSA Adaptive Authentication", "ProxyUrl": "Proxy Server",
        "UrlSource": "Proxy Auto Configuration URL", "AutoConfig": "Proxy Auto Configuration",
        "EnableF5Integration": "F5 Integration",
        "WebsenseProxyType": "Content Filtering", "WebsenseDefaultPacAddress": "Websense PAC Address",
        "EnableGeofencing": "Geofencing", "GeofenceAreas": "Geofence Areas",
        "EnableDataLossPrevention": "Data Loss Prevention", "EnableCopyPaste": "Enable Copy and Paste",
        "EnableCopyPasteOut": "Enable Copy and Paste Out", "EnableCopyPasteInto": "Enable Copy and Paste Into",
        "EnableThirdPartyKeyboards": "Enable Third Party Keyboards", "EnablePrinting": "Enable Printing",
        "EnableComposingEmail": "Enable Composing Email", "EnableLocationServices": "Enable Location Services",
        "EnableCamera": "Enable Camera", "EnableDataBackUp": "Enable Data Backup",
        "LimitDocumentstoOpenOnlyinApprovedApps": "Limit Documents to Open Only in Approved Apps",
        "AllowedApplications": "Allowed Applications List", "EnableWatermark": "Enable Watermark",
        "OverlayText": "Overlay Text",
        "EnableNetworkAccess": "Network Access", "AllowCellularConnection": "Allow Cellular Connection",
        "AllowWiFiConnection": "Allow Wi-Fi Connection", "AllowedSSIDs": "Allowed SSIDs",
        "EnableApplicationVersion": "Application Version", "ApplicationIdentifier": "Application Identifier",
        "ApplicationVersionOperator": "Application Version Operator",
        "ApplicationVersion": "Applicable Application Version", "EnableOSVersion": "OS Version",
        "OSVersionOperator": "OS Version Operator", "OSVersion": "Applicable OS Version",
        "OSVersionAction": "OS Version Action",
        "EnableBranding": "Branding", "OrganizationName": "Organization Name", "PrimaryColor": "Primary Color",
        "SecondaryColor": "Secondary Color", "ToolbarColor": "Toolbar Color",
        "PrimaryTextColor": "Primary Text Color", "SecondaryTextColor": "Secondary Text Color",
        "ToolbarTextColor": "Toolbar Text Color", "BackroundImageiPhone": "Background Image iPhone",
        "BackroundImageiPhoneHighRes": "Background Image iPhone (Retina)",
        "BackroundImageiPhone5HighRes": "Background Image iPhone 5 (Retina)",
        "BackroundImageiPad": "Background Image iPad", "BackroundImageiPadHighRes": "Background Image iPad (Retina)",
        "CompanyLogoPhone": "Company Logo Phone", "CompanyLogoPhoneHighRes": "Company Logo Phone (Retina)",
        "CompanyLogoTablet": "Company Logo Tablet", "CompanyLogoTabletHighRes": "Company Logo Tablet (Retina)",
        "LoggingLevel": "Logging Level", "SendLogsOverWifi": "Send logs over Wi-Fi only",
        "EnableAnalytics": "Analytics", "CustomSettings": "Custom Settings",
    ]

    /// Words for the choices of settings whose names do not say it.
    private static let choices: [String: String] = [
        "usernamePassword": "Username and Password", "tunnelProxy": "VMware Tunnel - Proxy",
        "standardProxy": "Standard Proxy", "f5": "F5", "biometric": "Fingerprint or face",
        "user": "Username and Password of the user", "debug": "Debug", "websense": "Websense",
    ]

    /// Switches of whole features, which the guides enable and disable; other flags are yes or no.
    private static let features: Set<String> = [
        "EnableSingleSignOn", "EnableIntegratedAuthentication", "EnableOfflineAccess", "CompromisedProtection",
        "EnableAppTunnel", "EnableGeofencing", "EnableDataLossPrevention", "EnableNetworkAccess", "EnableBranding",
        "EnableAnalytics", "EnableF5Integration", "EnableIntegrationServices", "EnableApplicationVersion",
        "EnableOSVersion",
    ]

    /// What payload types are called.
    private static let payloads: [String: String] = [
        "PasscodePoliciesV2": "Authentication", "CertificateSettingsV2": "Identity Certificate",
        "CredentialsSettingsV2": "Credentials", "AppTunnelingPoliciesV2": "AirWatch App Tunnel",
        "DataLossPreventionV2": "Data Loss Prevention", "BrandingSettingsV2": "Branding",
        "LoggingSettingsV2": "Logging", "AnalyticsSettingsV2": "Analytics", "NetworkAccessV2": "Network Access",
        "OfflineAccessPoliciesV2": "Offline Access", "CompromisedPoliciesV2": "Compromised Protection",
        "GeofencingSettingsV2": "Geofencing", "CustomSettingsV2": "Custom Settings",
        "ContentFiltering": "Content Filtering", "WebsiteFiltering": "Website Filtering",
        "IntegrationServices": "Integration Services", "SDKAppComplianceV2": "SDK App Compliance",
    ]

    /// The label of a setting: the one here, that of the route, or one made of its name.
    static func label(_ name: String, or route: String = "") -> String {
        labels[name] ?? (route.isEmpty ? split(name) : route)
    }

    /// What a payload type is called: its own name if it is not known.
    static func payload(_ type: String) -> String { payloads[type] ?? type }

    /// A choice in words.
    static func choice(_ name: String) -> String {
        if let words = choices[name] { return words }
        let words = split(name).lowercased()
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// A flag in words, as the guides say it of this setting.
    static func flag(_ isOn: Bool, of name: String) -> String {
        features.contains(name) ? (isOn ? "Enabled" : "Disabled") : (isOn ? "Yes" : "No")
    }

    /// A name with blanks between its words.
    private static func split(_ name: String) -> String {
        let letters = Array(name)
        var text = ""
        for (place, letter) in letters.enumerated() {
            let before = place > 0 ? letters[place - 1] : " "
            let isAfterWord = before.isLowercase || before.isNumber
            let isLastCapital = before.isUppercase && letters[safe: place + 1]?.isLowercase == true
            if letter.isUppercase, isAfterWord || isLastCapital { text.append(" ") }
            text.append(letter)
        }
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
