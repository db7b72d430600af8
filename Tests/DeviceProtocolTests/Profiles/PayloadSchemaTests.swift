import DeviceProtocol
import Foundation
import Testing

/// Profiles: payload types (SDKProfile, section 3).
struct PayloadSchemaTests {
    static let expected: [(type: String, count: Int)] = [
        ("PasscodePoliciesV2", 15), ("CertificateSettingsV2", 2), ("CredentialsSettingsV2", 8),
        ("AppTunnelingPoliciesV2", 24), ("DataLossPreventionV2", 14), ("BrandingSettingsV2", 19),
        ("LoggingSettingsV2", 2),
        ("AnalyticsSettingsV2", 1), ("NetworkAccessV2", 4), ("OfflineAccessPoliciesV2", 2),
        ("CompromisedPoliciesV2", 3),
        ("GeofencingSettingsV2", 2), ("CustomSettingsV2", 1), ("ContentFiltering", 4), ("WebsiteFiltering", 3),
        ("IntegrationServices", 5), ("SDKAppComplianceV2", 8),
    ]

    @Test
    func `Every payload type has all its settings`() {
        #expect(PayloadSchema.all.map(\.type) == Self.expected.map(\.type))
        #expect(PayloadSchema.all.map(\.keys.count) == Self.expected.map(\.count))
    }

    @Test(arguments: PayloadSchema.all)
    func `Names do not repeat, and every setting says its default`(schema: PayloadSchema) {
        #expect(Set(schema.keys.map(\.name)).count == schema.keys.count)
        for key in schema.keys {
            #expect(key.summary.hasSuffix(".") && key.summary.contains("default"), "\(key.name)")
            #expect(!key.kind.allowed.isEmpty)
            #expect(schema.key(key.name) == key)
        }
        #expect(PayloadSchema.named(schema.type) == schema && schema.summary.hasSuffix("."))
    }

    @Test
    func `Misspelt names are as on the wire`() {
        let names = PayloadSchema.named("BrandingSettingsV2")?.keys.map(\.name).filter { $0.hasPrefix("Back") }
        #expect(
            names == [
                "BackroundImageiPhone", "BackroundImageiPhoneHighRes", "BackroundImageiPhone5HighRes",
                "BackroundImageiPad",
                "BackroundImageiPadHighRes",
            ])
        #expect(PayloadSchema.named("DataLossPreventionV2")?.key("LimitDocumentstoOpenOnlyinApprovedApps") != nil)
    }

    @Test(arguments: ["", "passcodepoliciesv2", "PasscodePolicies", "IntegratedAuthenticationV2"])
    func `Names are exact`(name: String) {
        #expect(PayloadSchema.named(name) == nil)
    }

    @Test
    func `Profile types have the numbers of DeviceServices, section 12`() {
        #expect(ConfigurationType.allCases.map(\.rawValue) == [5, 7, 9, 13, 18, 21, 22, 32])
        #expect(ConfigurationType.sdk.rawValue == 21)
    }
}

/// Profiles: validation.
struct ProfilePayloadTests {
    static func validate(
        _ type: String, _ key: String, _ value: PropertyListValue
    ) throws(ProfileValidationError) -> PropertyListValue? {
        try ProfilePayload(type: type, settings: [key: value]).validated().settings[key]
    }

    @Test(
        "What an administrator writes gets the type of the wire",
        arguments: [
            ("PasscodePoliciesV2", "AuthenticationType", .integer(2), .integer(2)),
            ("PasscodePoliciesV2", "AuthenticationType", .string("Passcode"), .integer(1)),
            ("PasscodePoliciesV2", "AllowSimple", .bool(true), .bool(true)),
            ("PasscodePoliciesV2", "PasscodeTimeout", .integer(-1), .integer(-1)),
            ("PasscodePoliciesV2", "AllowedSites", .array([.string("*.x")]), .array([.string("*.x")])),
            ("PasscodePoliciesV2", "PayloadVersion", .string("1"), .string("1")),
            ("PasscodePoliciesV2", "PayloadVersion", .integer(1), .integer(1)),
            ("PasscodePoliciesV2", "PayloadType", .string("PasscodePoliciesV2"), .string("PasscodePoliciesV2")),
            ("CredentialsSettingsV2", "PayloadContent", .string("AQ\r\nID"), .data(Data([1, 2, 3]))),
            ("CredentialsSettingsV2", "PayloadContent", .data(Data([1])), .data(Data([1]))),
            ("AppTunnelingPoliciesV2", "F5AuthenticationMode", .integer(-1), .integer(-1)),
            ("AppTunnelingPoliciesV2", "MAGHttpPort", .integer(65_535), .integer(65_535)),
            ("AppTunnelingPoliciesV2", "MAGSslCertificate", .array([.string("MIIC")]), .array([.string("MIIC")])),
            ("BrandingSettingsV2", "PrimaryColor", .string("#336699"), .integer(3_368_601)),
            ("BrandingSettingsV2", "PrimaryColor", .string("3368601"), .integer(3_368_601)),
            ("BrandingSettingsV2", "PrimaryColor", .integer(0xFFFFFF), .integer(16_777_215)),
            ("BrandingSettingsV2", "CompanyLogoPhone", .string("https://h/x.png"), .string("https://h/x.png")),
            ("BrandingSettingsV2", "CompanyLogoPhone", .string(""), .string("")),
            ("LoggingSettingsV2", "LoggingLevel", .string("DEBUG"), .integer(3)),
            ("LoggingSettingsV2", "LoggingLevel", .string("Verbose"), .integer(3)),
            (
                "PasscodePoliciesV2", "IntegratedAuthenticationCredential", .string("certificateTemplate"), .integer(2)
            ),
            ("DataLossPreventionV2", "EnableThirdPartyKeyboards", .bool(false), .bool(false)),
            ("CompromisedPoliciesV2", "CompromisedAction", .string("wipe"), .integer(1)),
            ("SDKAppComplianceV2", "OSVersionOperator", .string(">="), .integer(5)),
            ("SDKAppComplianceV2", "ApplicationVersionOperator", .string("notEqual"), .integer(1)),
            ("SDKAppComplianceV2", "OSVersionAction", .string("Wipe"), .integer(1)),
            (
                "GeofencingSettingsV2", "GeofenceAreas", .array([.string("geofence:HQ")]),
                .array([.string("geofence:HQ")])
            ),
            (
                "CredentialsSettingsV2", "RootCertificates", .array([.string("AQ\nID"), .data(Data([4]))]),
                .array([.data(Data([1, 2, 3])), .data(Data([4]))])
            ),
            ("OfflineAccessPoliciesV2", "MaximumPeriodAllowedOffline", .integer(86_400), .real(86_400)),
            ("OfflineAccessPoliciesV2", "MaximumPeriodAllowedOffline", .integer(-1), .real(-1)),
            ("OfflineAccessPoliciesV2", "MaximumPeriodAllowedOffline", .real(0.5), .real(0.5)),
            ("CustomSettingsV2", "CustomSettings", .string("{}\r\n"), .string("{}\r\n")),
            ("CustomSettingsV2", "Unknown", .real(1), .real(1)),
            ("com.example.settings", "anything", .array([.integer(1)]), .array([.integer(1)])),
        ] as [(String, String, PropertyListValue, PropertyListValue)])
    func normalizes(type: String, key: String, value: PropertyListValue, expected: PropertyListValue) throws {
        #expect(try Self.validate(type, key, value) == expected)
    }

    @Test(
        "What clients would misread is refused",
        arguments: [
            ("PasscodePoliciesV2", "AuthenticationType", .integer(3)),
            ("PasscodePoliciesV2", "AuthenticationType", .string("password")),
            ("PasscodePoliciesV2", "AuthenticationType", .string("1")),
            ("PasscodePoliciesV2", "AllowSimple", .integer(1)),
            ("PasscodePoliciesV2", "AllowSimple", .string("true")),
            ("PasscodePoliciesV2", "MinimumPasscodeLength", .string("6")),
            ("PasscodePoliciesV2", "MinimumPasscodeLength", .real(6)),
            ("PasscodePoliciesV2", "MinimumPasscodeLength", .integer(-1)),
            ("PasscodePoliciesV2", "BiometricMode", .integer(1)),
            ("PasscodePoliciesV2", "AllowedSites", .string("a")),
            ("PasscodePoliciesV2", "AllowedSites", .array([.integer(1)])),
            ("PasscodePoliciesV2", "PayloadType", .string("Other")), ("PasscodePoliciesV2", "PayloadUUID", .integer(1)),
            ("PasscodePoliciesV2", "PayloadVersion", .bool(true)), ("PasscodePoliciesV2", "policyId", .integer(12)),
            ("com.example.settings", "PayloadDisplayName", .integer(1)),
            ("CredentialsSettingsV2", "PayloadContent", .string("###")),
            ("AppTunnelingPoliciesV2", "F5AuthenticationMode", .integer(-2)),
            ("AppTunnelingPoliciesV2", "ProxyPort", .integer(65_536)),
            ("AppTunnelingPoliciesV2", "MAGSslCertificate", .array([.string("#")])),
            ("BrandingSettingsV2", "PrimaryColor", .string("#33669")),
            ("BrandingSettingsV2", "PrimaryColor", .string("#-12345")),
            ("BrandingSettingsV2", "PrimaryColor", .integer(0x1000000)),
            ("BrandingSettingsV2", "PrimaryColor", .integer(-1)),
            ("BrandingSettingsV2", "CompanyLogoPhone", .string("file:///x")),
            ("BrandingSettingsV2", "CompanyLogoPhone", .string("x.png")),
            ("OfflineAccessPoliciesV2", "MaximumPeriodAllowedOffline", .integer(-2)),
            ("OfflineAccessPoliciesV2", "MaximumPeriodAllowedOffline", .real(-0.5)),
            ("OfflineAccessPoliciesV2", "MaximumPeriodAllowedOffline", .real(.nan)),
            ("OfflineAccessPoliciesV2", "MaximumPeriodAllowedOffline", .string("0")),
            ("CustomSettingsV2", "CustomSettings", .dictionary([:])),
            ("GeofencingSettingsV2", "GeofenceAreas", .string("")),
            ("GeofencingSettingsV2", "GeofenceAreas", .array([.string("geofence:")])),
            ("GeofencingSettingsV2", "GeofenceAreas", .array([.string("HQ")])),
            ("DataLossPreventionV2", "EnableCopyPasteInto", .string("no")),
            ("PasscodePoliciesV2", "IntegratedAuthenticationCredential", .integer(3)),
            ("LoggingSettingsV2", "LoggingLevel", .string("trace")),
            ("CompromisedPoliciesV2", "CompromisedAction", .string("block")),
            ("SDKAppComplianceV2", "OSVersionOperator", .string("=>")),
            ("SDKAppComplianceV2", "OSVersionAction", .integer(2)), ("SDKAppComplianceV2", "OSVersion", .real(17.1)),
            ("SDKAppComplianceV2", "ApplicationVersion", .string(String(repeating: "1", count: 65))),
            ("SDKAppComplianceV2", "EnableOSVersion", .string("true")),
            ("WebsiteFiltering", "FilterTypeId", .integer(3)), ("NetworkAccessV2", "AllowWiFiConnection", .integer(0)),
        ] as [(String, String, PropertyListValue)])
    func refuses(type: String, key: String, value: PropertyListValue) {
        let error = failure { () throws(ProfileValidationError) in try Self.validate(type, key, value) }
        #expect(error?.payload == type && error?.key == key)
        #expect(error?.message.contains("\(type).\(key) must be \(error?.allowed ?? "?")") == true)
    }

    @Test(arguments: PayloadSchema.all)
    func `Every choice is taken by number and by name`(schema: PayloadSchema) throws {
        for key in schema.keys {
            guard case .enumeration(let choices) = key.kind else { continue }
            #expect(!choices.isEmpty && Set(choices.map(\.value)).count == choices.count)
            for choice in choices {
                #expect(try Self.validate(schema.type, key.name, .integer(choice.value)) == .integer(choice.value))
                #expect(
                    try Self.validate(schema.type, key.name, .string(choice.name.uppercased()))
                        == .integer(choice.value))
            }
        }
    }

    @Test
    func `Geofence areas get reals, and need centre and radius`() throws {
        let area: [String: PropertyListValue] = [
            "CenterX": .integer(52), "CenterY": .real(13.405), "Radius": .integer(500), "Name": .string("HQ"),
            "Extra": .bool(true),
        ]
        let normalized = try Self.validate("GeofencingSettingsV2", "GeofenceAreas", .array([.dictionary(area)]))
        #expect(
            normalized?.arrayValue?.first?["CenterX"] == .real(52)
                && normalized?.arrayValue?.first?["Radius"] == .real(500))
        #expect(normalized?.arrayValue?.first?["Extra"] == .bool(true))
        for (name, value) in [
            ("CenterX", PropertyListValue?.none), ("CenterY", .real(181)), ("Radius", .real(-1)),
            ("CenterX", .string("52")),
            ("Name", .integer(1)), ("CenterX", .real(.nan)),
        ] {
            var wrong = area
            wrong[name] = value
            #expect(throws: ProfileValidationError.self) {
                try Self.validate("GeofencingSettingsV2", "GeofenceAreas", .array([.dictionary(wrong)]))
            }
        }
    }

    @Test
    func `An empty type is refused, and long values are shortened in messages`() {
        #expect(throws: ProfileValidationError.self) { try ProfilePayload(type: "").validated() }
        let error = failure { () throws(ProfileValidationError) in
            try Self.validate("BrandingSettingsV2", "PrimaryColor", .string(String(repeating: "x", count: 5000)))
        }
        #expect((error?.message.count ?? 5000) < 300)
    }

    @Test
    func `Validation changes nothing that is right already`() throws {
        for payload in try SDKProfileDocumentTests.full().payloads {
            let once = try payload.validated()
            #expect(try once.validated() == once)
            #expect(Set(once.settings.keys) == Set(payload.settings.keys))
        }
    }
}
