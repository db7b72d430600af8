import DeviceProtocol

/// What belongs to an organization group.
extension EnvironmentSchema {
    private static let references = JSONSchema.list(.defined("reference"))

    static let tag = JSONSchema.object(
        [
            ("name", .defined("name")), ("uuid", .defined("uuid")),
            ("type", .word(EnvironmentTag.types).defaulting(to: .string("Device"))), ("avatar", .text()),
        ], required: ["name"])

    static let user = JSONSchema.object(
        [
            ("username", .defined("name")), ("uuid", .defined("uuid")), ("password", .text(1...1000)),
            ("passwordHash", .string(#"^\$scrypt\$ln=\d+,r=\d+,p=1\$[A-Za-z0-9+/]+={0,2}\$[A-Za-z0-9+/]+={0,2}$"#)),
            ("accountType", .word(UserRecord.accountTypes).defaulting(to: .string("Basic"))),
            ("securityType", .word(UserSecurity.allCases.map(\.word))),
            ("domain", .text()), ("firstName", .text()), ("lastName", .text()), ("email", .text()), ("phone", .text()),
            ("messageType", .word(UserMessage.allCases.map(\.word)).defaulting(to: .string(UserMessage.none.word))),
            ("categoryId", .integer(EnvironmentUser.categories).defaulting(to: .number("0"))),
            ("enrollmentGroup", .text(1...1000)), ("attributes", .defined("attributes")),
            ("active", .bool.defaulting(to: .bool(true))),
            ("tokens", .list(.defined("token"))),
        ], required: ["username"]
    ).with("not", JSONSchema.having("password", "passwordHash").value)

    static let attributes = JSONSchema.object(UserAttribute.further.map { ($0.rawValue, .text()) })

    static let token = JSONSchema.object(
        [
            ("token", .text(1...1000)), ("tokenHash", .string("^[A-Za-z0-9+/]{43}=$")),
            ("expires", .defined("time")), ("used", .defined("time")),
        ], required: ["expires"]
    ).with("anyOf", .array([JSONSchema.having("token").value, JSONSchema.having("tokenHash").value]))

    static let userGroup = JSONSchema.object(
        [
            ("name", .defined("name")), ("uuid", .defined("uuid")), ("description", .text(0...1000)),
            ("members", references),
        ], required: ["name"])

    static let image = JSONSchema.object(
        [
            ("name", .text(1...64, pattern: "^[A-Za-z0-9._-]*$").described(ImageReference.rule)),
            ("data", .type("string").described("\(BrandingImageType.rule) in base64")),
        ], required: ["name", "data"])

    static let profile = JSONSchema.object(
        [
            ("name", .defined("name")), ("uuid", .defined("uuid")), ("description", .text(0...1000)),
            ("version", .integer(1...1_000_000_000).defaulting(to: .number("1"))),
            ("inherits", .bool.defaulting(to: .bool(true))), ("payloads", .list(.defined("payload"))),
            ("previousVersions", .list(.defined("previousVersion"))),
        ], required: ["name"])

    static let previousVersion = JSONSchema.object(
        [("version", .integer(1...1_000_000_000)), ("payloads", .list(.defined("payload")))], required: ["version"])

    static let complianceRule = JSONSchema.object(
        [
            ("name", .defined("name")), ("uuid", .defined("uuid")), ("kind", word(ComplianceRuleKind.self)),
            ("bundleId", .defined("bundleId")), ("operator", word(VersionComparison.self)),
            ("version", .text(1...64, pattern: #"^[0-9]+(\.[0-9]+)*([ +-].*)?$"#)),
            ("action", word(ComplianceAction.self).defaulting(to: .string(ComplianceAction.block.rawValue))),
            ("active", .bool.defaulting(to: .bool(true))),
        ], required: ["name", "kind"]
    ).with(
        "allOf",
        .array(
            ComplianceRuleKind.allCases.map { kind in
                let parts: JSONSchema =
                    switch kind {
                    case .applicationVersion: .having("bundleId", "operator", "version")
                    case .osVersion: .having("operator", "version").with("properties", .object([forbidden("bundleId")]))
                    case .compromised: .lacking("bundleId", "operator", "version")
                    }
                return JSONSchema.when("kind", is: .word([kind.rawValue]), then: parts).value
            }))

    private static func forbidden(_ key: String) -> JSONMember { JSONMember(name: key, value: .bool(false)) }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> JSONSchema {
        .word(Word.allCases.map(\.rawValue))
    }

    static let smartGroup = JSONSchema.object(
        [
            ("name", .defined("name")), ("uuid", .defined("uuid")),
            ("criteriaType", .word(SmartGroupRecord.criteriaTypes).defaulting(to: .string("All"))),
            ("criteria", .defined("criteria")), ("addedUsers", references), ("excludedUsers", references),
            ("excludedUserGroups", references),
        ], required: ["name"])

    static let criteria = JSONSchema.object(
        [("organizationGroups", references), ("userGroups", references), ("tags", references)]
            + EnvironmentSmartGroup.wordKeys.map { ($0.key, .list(.text(1...255))) }
            + [("osVersions", .list(comparison, maximum: SmartGroupCriterionRecord.maximumVersions))])

    private static let comparison = JSONSchema.string(
        #"^[^<>=!]*([<>!]=|[<>=])\s*(.*\s)?0*[0-9]{1,3}(\.0*[0-9]{1,3}){0,3}\s*$"#, maximumLength: 64
    ).described("A comparison such as '>= 16.0', perhaps with a platform before it.")

    static let application = JSONSchema.object(
        [
            ("bundleId", .defined("bundleId")), ("uuid", .defined("uuid")), ("name", .defined("name")),
            ("type", .word(AppKind.allCases.map(\.rawValue)).defaulting(to: .string("Internal"))),
            ("platform", .text(1...64).defaulting(to: .string("Apple"))), ("version", .text(0...64)),
            ("status", .word(ApplicationRecord.statuses).defaulting(to: .string("Active"))),
            ("store", .defined("store")),
            (
                "profile",
                .any(of: [JSONSchema("enum", .array([.string("none"), .string("default")])), .defined("reference")])
                    .defaulting(to: .string("none"))
            ),
            ("assignments", .list(.defined("assignment"))), ("exclusions", references),
        ], required: ["bundleId"]
    ).with("allOf", applicationRules)

    static let assignment = JSONSchema.object(
        [
            ("smartGroup", .defined("reference")),
            ("priority", .integer(0...RuleDocument.maximumPriority).defaulting(to: .number("0"))),
        ], required: ["smartGroup"])

    static let termsOfUse = JSONSchema.object(
        [
            ("uuid", .defined("uuid")),
            ("applications", .list(.defined("bundleId"), maximum: TermsOfUseScope.maximumApplications)),
            ("content", .text(1...TermsOfUseRule.maximumContent, pattern: lines).described("HTML.")),
        ], required: ["content"])

    static let eventNotification = JSONSchema.object(
        [
            ("name", .text(1...255, pattern: line)), ("uuid", .defined("uuid")),
            (
                "url",
                .string(
                    #"^[Hh][Tt][Tt][Pp][Ss]?://[A-Za-z0-9._:\[\]-]+([/?][!$-;=?-\[\]_a-z~]*)?$"#,
                    maximumLength: OutgoingURL.maximumLength
                )
                .described("http or https, without credentials.")
            ),
            ("username", .text(pattern: #"^[^:\u0000-\u001f\u007f]*$"#)),
            (
                "password",
                .text(EnvironmentNotificationReader.passwordLength, pattern: line).described("Never exported.")
            ),
            ("secret", .text(EnvironmentNotificationReader.secretLength, pattern: line).described("Never exported.")),
            ("format", .word(NotificationFormat.allCases.map(\.rawValue)).defaulting(to: .string("Json"))),
            ("active", .bool.defaulting(to: .bool(true))),
            ("events", .list(.word(NotificationChoice.allCases.map(\.rawValue)))),
        ], required: ["name", "url"])

    /// A text on one line.
    private static let line = #"^[^\u0000-\u001f\u007f]*$"#
    /// A text that may have line ends and tabs.
    private static let lines = #"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$"#
}
