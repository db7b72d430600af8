extension PayloadSchema {
    /// Branding (SDKProfile, section 3.7); the names of backgrounds are misspelt on the wire.
    static let branding = PayloadSchema(
        "BrandingSettingsV2",
        "Names, colours and pictures.",
        [
            PayloadKey("EnableBranding", .bool, "False, the default, keeps the built-in look."),
            PayloadKey("OrganizationName", .text, "Name of the organization; none by default."),
            PayloadKey("PrimaryColor", .colour, "Primary colour; built-in by default."),
            PayloadKey("SecondaryColor", .colour, "Secondary colour; built-in by default."),
            PayloadKey("ToolbarColor", .colour, "Colour of tool bars; built-in by default."),
            PayloadKey("PrimaryTextColor", .colour, "Colour of text on the primary colour; built-in by default."),
            PayloadKey("SecondaryTextColor", .colour, "Colour of text on the secondary colour; built-in by default."),
            PayloadKey("ToolbarTextColor", .colour, "Colour of text on tool bars; built-in by default."),
            PayloadKey("TertiaryText", .text, "Declared but not read; none by default."),
            PayloadKey("LoginTitleText", .text, "Declared but not read; none by default."),
            PayloadKey("BackroundImageiPhone", .url, "Background of phones; none by default."),
            PayloadKey("BackroundImageiPhoneHighRes", .url, "Background of phones, high resolution; none by default."),
            PayloadKey("BackroundImageiPhone5HighRes", .url, "Background of modern phones; none by default."),
            PayloadKey("BackroundImageiPad", .url, "Background of tablets; none by default."),
            PayloadKey("BackroundImageiPadHighRes", .url, "Background of tablets, high resolution; none by default."),
            PayloadKey("CompanyLogoPhone", .url, "Logo on phones; none by default."),
            PayloadKey("CompanyLogoPhoneHighRes", .url, "Logo on modern phones; none by default."),
            PayloadKey("CompanyLogoTablet", .url, "Logo on tablets; none by default."),
            PayloadKey("CompanyLogoTabletHighRes", .url, "Logo on tablets, high resolution; none by default."),
        ])
}
