extension PayloadSchema {
    /// Logging (SDKProfile, section 3.8); the scale runs opposite to that of commands.
    static let logging = PayloadSchema(
        "LoggingSettingsV2",
        "How much is logged and over which network logs travel.",
        [
            PayloadKey(
                "LoggingLevel",
                .enumeration([
                    PayloadChoice(-1, "off"), PayloadChoice(0, "error"), PayloadChoice(1, "warning"),
                    PayloadChoice(2, "information"), PayloadChoice(3, "debug", synonyms: ["verbose"]),
                ]),
                "How much is logged; off by default.", default: .integer(-1)),
            PayloadKey(
                "SendLogsOverWifi", .bool, "Uploads logs over wireless networks only; false by default.",
                label: "Send logs over Wi-Fi only"),
        ])

    /// Analytics (SDKProfile, section 3.9).
    static let analytics = PayloadSchema(
        "AnalyticsSettingsV2", "Analytics.",
        [PayloadKey("EnableAnalytics", .bool, "Sends analytics; false by default.")])

    /// Custom settings (SDKProfile, section 3.14).
    static let customSettings = PayloadSchema(
        "CustomSettingsV2", "Free text for the app.",
        [
            PayloadKey(
                "CustomSettings", .string(maximumLength: 1_048_576),
                "Text handed to the app as it is, usually JSON or XML; none by default.")
        ])

    /// Content filtering (SDKProfile, section 3.15).
    static let contentFiltering = PayloadSchema(
        "ContentFiltering",
        "Websense proxy.",
        [
            PayloadKey("WebsenseProxyType", .choices((0, "none"), (1, "websense")), "Kind of proxy; none by default."),
            PayloadKey("WebsenseDefaultPacAddress", .text, "Address of the configuration file; none by default."),
            PayloadKey("WebsenseAccountId", .count, "Number of the account; 0 by default."),
            PayloadKey("WebsenseSecurityKey", .text, "Key of the account; none by default.", isSecret: true),
        ])

    /// Website filtering (SDKProfile, section 3.16).
    static let websiteFiltering = PayloadSchema(
        "WebsiteFiltering",
        "Categories of web sites.",
        [
            PayloadKey("WebsiteFilterId", .count, "Number of the filter; 0 by default."),
            PayloadKey("WebsiteFilterCategories", .strings, "Categories; none by default."),
            PayloadKey(
                "FilterTypeId", .choices((0, "unknown"), (1, "deny"), (2, "allow")),
                "What happens to the categories; unknown by default and without categories."),
        ])

    /// Integration services (SDKProfile, section 3.17).
    static let integrationServices = PayloadSchema(
        "IntegrationServices",
        "Printing through Breezy.",
        [
            PayloadKey("EnableIntegrationServices", .bool, "Switches the service; false by default."),
            PayloadKey("BreezyMDMAuthToken", .text, "Token; none by default.", isSecret: true),
            PayloadKey("BreezyServerUrl", .text, "Address of the server; none by default."),
            PayloadKey("BreezyOauthConsumerID", .text, "Consumer identifier; none by default."),
            PayloadKey("BreezyOauthConsumerSecret", .text, "Consumer secret; none by default.", isSecret: true),
        ])
}
