import Foundation

/// The pages of settings of a group, where the product guides say that they are (AdminAPI, "Group settings").
enum SettingsCatalogue {
    /// A page.
    struct Page: Sendable {
        /// Its address.
        let id: String
        /// Where it is, as the guides write it.
        let place: String
        let settings: [Setting]
        /// Other words by which people look for it.
        var keywords: [String] = []
        /// Where settings of the same name go on: the address of that page, and what it is called.
        var further: (title: String, path: String)?

        /// What it is called: the last word of its place.
        var title: String { place.components(separatedBy: " › ").last ?? place }
    }

    /// A setting.
    struct Setting: Sendable {
        /// What is chosen or typed.
        enum Kind: Sendable {
            case flag
            case number(ClosedRange<Int>)
            case text
            /// Words or texts with commas between them; those that may be chosen, none for any.
            case list([String])
            /// One of some words, with what it is called.
            case word([(value: String, label: String)])
        }

        /// Its name on the wire.
        let name: String
        /// What the guides call it.
        let label: String
        let kind: Kind
        var hint = ""
    }

    /// All pages.
    static let pages = [
        Page(
            id: "content-locker", place: "Content › Applications › Content Locker › General",
            settings: [
                Setting(
                    name: "requireMDMEnrollment", label: "Require MDM Enrollment", kind: .flag,
                    hint: "Only managed devices may sign in. App Review needs it disabled.")
            ], keywords: ["AUTH-1004"]),
        Page(
            id: "enrollment", place: "Devices & Users › General › Enrollment",
            settings: [
                Setting(
                    name: "authenticationTypes", label: "Authentication Mode(s)",
                    kind: .list(["usernameAndPassword", "token", "saml"])),
                Setting(
                    name: "forceToken", label: "Force Token For App Authentication", kind: .flag,
                    hint: "User name and password are refused; all users need a token."),
                Setting(name: "provisionSAMLUsers", label: "Create SAML users", kind: .flag),
                Setting(name: "maximumFailedLogins", label: "Failed sign-ins before a lock", kind: .number(0...1000)),
                Setting(name: "lockoutMinutes", label: "Minutes of a lock", kind: .number(0...525_600)),
                Setting(
                    name: "accessTokenLifetime", label: "Lifetime of bearer tokens in seconds",
                    kind: .number(1...31_536_000)),
                Setting(name: "emailDomains", label: "E-mail domains", kind: .list([]), hint: "For autodiscovery."),
                Setting(
                    name: "groupValidationStep", label: "Next step after the group ID", kind: .number(0...30),
                    hint: "0 follows the authentication modes."),
            ], keywords: ["Token", "SAML", "Autodiscovery", "Lock"]),
        Page(
            id: "restrictions", place: "Devices & Users › General › Enrollment › Restrictions",
            settings: [
                Setting(name: "registeredDevicesOnly", label: "Registered devices only", kind: .flag),
                Setting(
                    name: "allowedOwnerships", label: "Allowed ownership types",
                    kind: .list(["CorporateDedicated", "CorporateShared", "EmployeeOwned", "Undefined"])),
                Setting(
                    name: "allowedPlatforms", label: "Allowed platforms",
                    kind: .list(["Apple", "Android", "AppleOsX", "WinRT"])),
                Setting(
                    name: "maximumDevicesPerUser", label: "Devices of a user", kind: .number(0...100_000),
                    hint: "0 is no limit."),
            ]),
        Page(
            id: "privacy", place: "Devices & Users › General › Privacy",
            settings: [
                Setting(name: "collectLocation", label: "GPS Data", kind: .flag),
                Setting(name: "collectTelecom", label: "Telecom Data", kind: .flag),
                Setting(name: "allowDoNotDisturb", label: "Do Not Disturb", kind: .flag),
            ], keywords: ["Location", "Do Not Disturb section", "DND"]),
        Page(
            id: SSLPinPages.id, place: "System › Security › SSL Pinning",
            settings: [
                Setting(name: "sslPinning", label: "SSL Pinning", kind: .flag),
                Setting(
                    name: "sslPins", label: "Pinned keys", kind: .list([]),
                    hint: "host=hex; a certificate that is uploaded below spares the hexadecimal."),
            ], keywords: ["Certificate", "Upload certificate", "Pin", "Public key"]),
        Page(
            id: "logging", place: "Apps › Settings and Policies › Settings › Logging",
            settings: [
                Setting(
                    name: "logQuotaMegabytes", label: "Room for logs in MiB", kind: .number(0...1_000_000),
                    hint: "0 is no limit."),
                Setting(name: "logQuotaWarningPercent", label: "Warn at percent", kind: .number(1...100)),
                Setting(name: "logPurgeDays", label: "A purge removes logs after days", kind: .number(1...3650)),
            ], keywords: ["Quota", "App Logs"],
            further: (title: "Level of logs", path: PolicyCatalogue.settings.path)),
        Page(
            id: "commands", place: "Devices & Users › Advanced › Commands",
            settings: [
                Setting(name: "encryptCommands", label: "Encrypt commands", kind: .flag),
                Setting(name: "commandExpiryHours", label: "Commands expire after hours", kind: .number(0...87_600)),
                Setting(name: "wipeThreshold", label: "Wipes before further ones are held", kind: .number(0...100_000)),
                Setting(
                    name: "wipeThresholdMinutes", label: "Minutes in which wipes count", kind: .number(1...525_600)),
            ], keywords: ["Wipe protection"]),
        Page(
            id: "sdk", place: "Apps › Settings and Policies › Settings › SDK",
            settings: [
                Setting(
                    name: "sdkGeneration", label: "SDK Generation",
                    kind: .word([("any", "Any"), ("18.5.2", "SDK 18.5.2"), ("19.8", "SDK 19.8")]),
                    hint: "Decides the console version that devices see, and the payloads that are offered."),
                Setting(
                    name: "replaceLookupValues", label: "Replace look-up values", kind: .flag,
                    hint: "Such as {EnrollmentUser}, in custom settings and managed configuration."),
            ], keywords: ["x-aw-version", "Console version", "Look-up values", "Lookup values"]),
        Page(
            id: "support", place: "Devices & Users › General › Support",
            settings: [
                Setting(name: "supportEmail", label: "Support E-mail", kind: .text),
                Setting(name: "supportPhone", label: "Support Phone", kind: .text),
            ]),
    ]
}
