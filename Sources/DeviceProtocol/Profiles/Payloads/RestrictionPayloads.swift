extension PayloadSchema {
    /// Restrictions (SDKProfile, section 3.6).
    static let dataLossPrevention = PayloadSchema(
        "DataLossPreventionV2",
        "Restrictions; once the payload is there, everything but copy and paste is forbidden by default.",
        [
            PayloadKey(
                "EnableDataLossPrevention", .bool, "Master switch of link interception and apps; false by default."),
            PayloadKey(
                "EnableCopyPaste", .bool,
                "False confines the clipboard to the developer's apps; allowed by default.", default: .bool(true)),
            PayloadKey(
                "EnableCopyPasteOut", .bool,
                "False keeps what is copied to the developer's apps; allowed by default. Sent under a configurable name.",
                default: .bool(true), label: "Enable Copy and Paste Out"),
            PayloadKey(
                "EnableCopyPasteInto", .bool,
                "False pastes from the developer's apps only; allowed by default. Sent under a configurable name.",
                default: .bool(true), label: "Enable Copy and Paste Into"),
            PayloadKey(
                "EnableThirdPartyKeyboards", .bool,
                "False leaves the keyboard of the system only; allowed by default. Sent under a configurable name.",
                default: .bool(true), label: "Enable Third Party Keyboards"),
            PayloadKey("EnablePrinting", .bool, "Allows printing; false by default."),
            PayloadKey("EnableComposingEmail", .bool, "Allows composing mail; false by default."),
            PayloadKey("EnableLocationServices", .bool, "Allows location services; false by default."),
            PayloadKey("EnableCamera", .bool, "Allows the camera; false by default."),
            PayloadKey("EnableDataBackUp", .bool, "Allows backups; false by default."),
            PayloadKey(
                "LimitDocumentstoOpenOnlyinApprovedApps", .bool,
                "Documents open in the approved apps only; false by default."),
            PayloadKey("AllowedApplications", .strings, "Bundle identifiers of the approved apps; none by default."),
            PayloadKey("EnableWatermark", .bool, "Shows a watermark; false by default."),
            PayloadKey("OverlayText", .text, "Text of the watermark; none by default."),
        ])

    /// Rules for networks (SDKProfile, section 3.10).
    static let networkAccess = PayloadSchema(
        "NetworkAccessV2",
        "Rules for cellular and wireless networks.",
        [
            PayloadKey("EnableNetworkAccess", .bool, "Switches the rules; false by default."),
            PayloadKey(
                "AllowCellularConnection", .choices((0, "never"), (1, "always"), (2, "notWhenRoaming")),
                "Use of cellular networks; always by default.", default: .integer(1)),
            PayloadKey(
                "AllowWiFiConnection", .choices((1, "always"), (2, "listedNetworks")),
                "Use of wireless networks; always by default.", default: .integer(1)),
            PayloadKey("AllowedSSIDs", .strings, "Names of the allowed wireless networks; none by default."),
        ])

    /// Offline use (SDKProfile, section 3.11).
    static let offlineAccess = PayloadSchema(
        "OfflineAccessPoliciesV2",
        "Use of the app while the console cannot be reached.",
        [
            PayloadKey("EnableOfflineAccess", .bool, "Allows offline use; true by default.", default: .bool(true)),
            PayloadKey(
                "MaximumPeriodAllowedOffline", .real(strict: false, range: 0...3_153_600_000, orExactly: -1),
                "Seconds since contact was lost; 0 is no limit, -1, the default, blocks at once.", default: .real(-1)),
        ])

    /// Compromised devices (SDKProfile, section 3.12).
    public static let compromised = PayloadSchema(
        "CompromisedPoliciesV2",
        "Protection of compromised devices.",
        [
            PayloadKey(
                "CompromisedProtection", .bool,
                "The app wipes and un-enrolls a compromised device, and the console calls it non-compliant; false by default.",
                label: "Compromised Protection"),
            PayloadKey(
                "CompromisedAction", .choices((0, "none"), (1, "wipe")),
                "What the console does besides; none by default. Sent under a configurable name."),
            PayloadKey("policyID", .text, "Informational; none by default."),
        ])

    /// Geofences (SDKProfile, section 3.13).
    static let geofencing = PayloadSchema(
        "GeofencingSettingsV2",
        "Areas in which the app may be used.",
        [
            PayloadKey("EnableGeofencing", .bool, "Switches the areas; false by default."),
            PayloadKey(
                "GeofenceAreas", .geofenceAreas,
                "Areas, or geofences by name; CenterX is the latitude and CenterY the longitude in degrees, Radius in metres; none by default."
            ),
        ])
}
