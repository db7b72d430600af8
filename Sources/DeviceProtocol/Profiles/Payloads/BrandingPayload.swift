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
            PayloadKey("BackroundImageiPhone", .image, "Background of phones; none by default."),
            PayloadKey(
                "BackroundImageiPhoneHighRes", .image, "Background of phones, high resolution; none by default."),
            PayloadKey("BackroundImageiPhone5HighRes", .image, "Background of modern phones; none by default."),
            PayloadKey("BackroundImageiPad", .image, "Background of tablets; none by default."),
            PayloadKey("BackroundImageiPadHighRes", .image, "Background of tablets, high resolution; none by default."),
            PayloadKey("CompanyLogoPhone", .image, "Logo on phones; none by default."),
            PayloadKey("CompanyLogoPhoneHighRes", .image, "Logo on modern phones; none by default."),
            PayloadKey("CompanyLogoTablet", .image, "Logo on tablets; none by default."),
            PayloadKey("CompanyLogoTabletHighRes", .image, "Logo on tablets, high resolution; none by default."),
        ])
}
