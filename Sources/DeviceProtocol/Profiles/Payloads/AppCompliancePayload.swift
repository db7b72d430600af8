extension PayloadSchema {
    /// SDK App Compliance (SDKProfile, section 3.20).
    public static let appCompliance = PayloadSchema(
        "SDKAppComplianceV2",
        "SDK App Compliance: versions of an app and of the system that the console asks for. Sent under configurable names.",
        [
            PayloadKey(
                "EnableApplicationVersion", .bool, "Asks for a version of an app; false by default.",
                label: "Application Version"),
            PayloadKey(
                "ApplicationIdentifier", .text, "Bundle identifier of the app; none by default.",
                label: "Application Identifier"),
            PayloadKey(
                "ApplicationVersionOperator", .comparison, "How versions are compared; greaterOrEqual by default.",
                default: .integer(5), label: "Operator"),
            PayloadKey(
                "ApplicationVersion", .version, "What is compared with, such as 2.0; none by default.",
                label: "Application Version"),
            PayloadKey(
                "EnableOSVersion", .bool, "Asks for a version of the system; false by default.", label: "OS Version"),
            PayloadKey(
                "OSVersionOperator", .comparison, "How versions are compared; greaterOrEqual by default.",
                default: .integer(5), label: "Operator"),
            PayloadKey(
                "OSVersion", .version, "What is compared with, such as 17.0; none by default.", label: "OS Version"),
            PayloadKey(
                "OSVersionAction", .choices((0, "block"), (1, "wipe")),
                "What becomes of a device with another version; block by default.", label: "Action"),
        ], since: .v19)
}

extension PayloadValueKind {
    /// How a version is compared with the one named.
    fileprivate static let comparison = PayloadValueKind.enumeration([
        PayloadChoice(0, "equal", synonyms: ["="]), PayloadChoice(1, "notEqual", synonyms: ["!="]),
        PayloadChoice(2, "less", synonyms: ["<"]), PayloadChoice(3, "lessOrEqual", synonyms: ["<="]),
        PayloadChoice(4, "greater", synonyms: [">"]), PayloadChoice(5, "greaterOrEqual", synonyms: [">="]),
    ])
    /// A version of at most 64 characters.
    fileprivate static let version = PayloadValueKind.string(maximumLength: 64)
}
