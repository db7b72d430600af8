import DeviceProtocol
import Foundation
import Testing

/// Profiles: documents (SDKProfile, sections 1 and 4).
struct SDKProfileDocumentTests {
    static func full() throws -> SDKProfileDocument {
        try SDKProfileDocument(propertyList: PropertyListValue(parsing: ProfileExamples.full))
    }

    @Test
    func `The minimal example is rendered from its parts`() throws {
        let document = SDKProfileDocument(
            displayName: "Review profile",
            payloads: [
                try ProfilePayload(
                    type: "PasscodePoliciesV2",
                    settings: [
                        "AuthenticationType": .string("disabled"), "PasscodeMode": .integer(0),
                        "EnableSingleSignOn": .bool(false),
                    ]
                ).validated(),
                try ProfilePayload(
                    type: "LoggingSettingsV2",
                    settings: ["LoggingLevel": .string("information"), "SendLogsOverWifi": .bool(false)]
                ).validated(),
            ])
        let rendered = try document.rendered()
        #expect(rendered.format == .xml)
        var members = try #require(PropertyListValue(parsing: rendered.data).dictionaryValue)
        #expect(members.removeValue(forKey: "PayloadType") == .string("Configuration"))
        #expect(try .dictionary(members) == PropertyListValue(parsing: ProfileExamples.minimal))
    }

    @Test
    func `The full example is read, validated and rendered as it was`() throws {
        var document = try Self.full()
        #expect(document.displayName == "Acme field apps" && document.organization == "Acme" && document.version == 7)
        #expect(document.uuid == "3E4C0C0E-7A57-4C5B-9B61-3E2B7B8B2C11" && document.payloads.count == 17)
        #expect(document.propertyList == (try PropertyListValue(parsing: ProfileExamples.full)))
        // The last type there is is for the console.
        #expect(document.payloads.map(\.type).dropLast() == PayloadSchema.all.map(\.type).dropLast())
        document.payloads = try document.payloads.map { try $0.validated() }
        let branding = document.payloads.first { $0.type == "BrandingSettingsV2" }
        #expect(branding?.settings["PrimaryColor"] == .integer(3_368_601))
        let offline = document.payloads.first { $0.type == "OfflineAccessPoliciesV2" }
        #expect(offline?.settings["MaximumPeriodAllowedOffline"] == .real(86_400))
        let rendered = try document.rendered()
        #expect(try SDKProfileDocument(propertyList: PropertyListValue(parsing: rendered.data)) == document)
        #expect(!rendered.data.text.contains("ProfileTimeStamp"))
    }

    @Test
    func `Rendering is deterministic, and empty texts are left out`() throws {
        #expect(try Self.full().rendered().data == Self.full().rendered().data)
        let bare = SDKProfileDocument(displayName: "").propertyList
        #expect(
            bare
                == .dictionary([
                    "PayloadType": .string("Configuration"), "PayloadVersion": .integer(1),
                    "PayloadContent": .array([]),
                ]))
    }

    @Test(arguments: [
        ("{}", PropertyListFormat.xml), ("{\n}", .xml), ("{\r\n}", .binary), ("\u{0}", .binary),
    ])
    func `Custom settings that XML would alter make the profile binary`(text: String, format: PropertyListFormat) throws
    {
        let payload = ProfilePayload(type: "CustomSettingsV2", settings: ["CustomSettings": .string(text)])
        let document = SDKProfileDocument(displayName: "x", payloads: [payload])
        let rendered = try document.rendered()
        #expect(rendered.format == format)
        #expect(try SDKProfileDocument(propertyList: PropertyListValue(parsing: rendered.data)) == document)
    }

    @Test
    func `Elements without a type are dropped, and the last of a type wins`() throws {
        let content: [PropertyListValue] = [
            .dictionary([:]), .dictionary(["PayloadType": .string("A"), "x": .integer(1), "y": .integer(1)]),
            .dictionary(["PayloadType": .string("")]), .string("x"), .dictionary(["PayloadType": .integer(1)]),
            .dictionary(["PayloadType": .string("B")]), .dictionary(["PayloadType": .string("A"), "x": .integer(2)]),
        ]
        let document = try SDKProfileDocument(
            propertyList: .dictionary([
                "PayloadContent": .array(content), "PayloadVersion": .string("7"), "PayloadDisplayName": .integer(1),
            ]))
        #expect(
            document.payloads == [
                ProfilePayload(type: "B"), ProfilePayload(type: "A", settings: ["x": .integer(2)]),
            ])
        #expect(document.version == 0 && document.displayName.isEmpty && document.uuid == nil)
    }

    @Test
    func `Whatever is a dictionary is a profile, nothing else is`() throws {
        #expect(try SDKProfileDocument(propertyList: .dictionary([:])).payloads.isEmpty)
        #expect(throws: MessageError.self) { try SDKProfileDocument(propertyList: .array([])) }
    }
}
