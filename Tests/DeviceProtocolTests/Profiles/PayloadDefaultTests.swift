import DeviceProtocol
import Foundation
import Testing

/// Profiles: defaults and secrets of settings.
struct PayloadDefaultTests {
    static let settings = PayloadSchema.all.flatMap { schema in schema.keys.map { (schema.type, $0) } }

    @Test(arguments: settings)
    func `Every setting has the default its summary says`(type: String, key: PayloadKey) {
        let summary = key.summary.lowercased()
        switch key.defaultValue {
        case .bool(let value)?:
            #expect(summary.contains("\(value)") || summary.contains("allowed by default"), "\(type).\(key.name)")
        case .integer(let value)?:
            if case .enumeration(let choices) = key.kind {
                let name = choices.first { $0.value == value }?.name
                #expect(name.map { summary.contains("\($0.lowercased()) by default") } == true, "\(type).\(key.name)")
            } else {
                #expect(summary.contains("\(value) by default") || summary.contains("\(value) or less"))
            }
        case .real(let value)?: #expect(summary.contains("\(Int(value)), the default"))
        case .array(let values)?:
            #expect(values.isEmpty && (summary.contains("none by default") || summary.contains("empty, the default")))
        case nil: #expect(summary.contains("none by default") || summary.contains("built-in by default"))
        default: Issue.record("\(type).\(key.name) has a default of a strange kind")
        }
    }

    @Test(arguments: settings)
    func `Every default is allowed`(type: String, key: PayloadKey) throws {
        guard let value = key.defaultValue else { return }
        let payload = ProfilePayload(type: type, settings: [key.name: value])
        #expect(try payload.validated() == payload)
    }

    @Test func `Passwords, keys and tokens are secrets`() {
        let secrets = Self.settings.filter { $0.1.isSecret }.map { "\($0.0).\($0.1.name)" }
        #expect(
            secrets == [
                "CertificateSettingsV2.IssuerToken", "CredentialsSettingsV2.PayloadContent",
                "CredentialsSettingsV2.Password", "AppTunnelingPoliciesV2.Password",
                "AppTunnelingPoliciesV2.F5Password", "ContentFiltering.WebsenseSecurityKey",
                "IntegrationServices.BreezyMDMAuthToken", "IntegrationServices.BreezyOauthConsumerSecret",
            ])
    }

    @Test(arguments: [
        ("apiToken", true), ("API_KEY", true), ("client-secret", true), ("Kennwort", false), ("passwords", true),
        ("PayloadUUID", false), ("syncInterval", false),
    ])
    func `Settings of apps are secrets by a word in their name`(name: String, isSecret: Bool) {
        let payload = ProfilePayload(type: "com.example.settings", settings: [name: .string("x")])
        #expect(payload.isSecret(name) == isSecret)
        let hidden = payload.replacingSecrets(with: .string("-")).settings[name]
        #expect(hidden == .string(isSecret ? "-" : "x"))
        #expect(payload.replacingSecrets(with: nil).settings[name] == (isSecret ? nil : .string("x")))
    }

    @Test func `Secrets are found in containers, and what is empty or no text is none`() {
        let payload = ProfilePayload(
            type: "x",
            settings: [
                "server": .dictionary(["password": .string("p"), "host": .string("h")]),
                "tokens": .array([.string("t"), .data(Data([1])), .integer(3)]), "secretCount": .integer(4),
                "secret": .string(""),
            ])
        let hidden = payload.replacingSecrets(with: .string("-")).settings
        #expect(hidden["server"] == .dictionary(["password": .string("-"), "host": .string("h")]))
        #expect(hidden["tokens"] == .array([.string("-"), .string("-"), .integer(3)]))
        #expect(hidden["secretCount"] == .integer(4) && hidden["secret"] == .string(""))
    }

    @Test func `A check finds everything that is wrong, and keeps what is right`() {
        let payload = ProfilePayload(
            type: "GeofencingSettingsV2",
            settings: [
                "EnableGeofencing": .string("yes"), "PayloadUUID": .integer(1),
                "GeofenceAreas": .array([
                    .dictionary(["CenterX": .real(91), "CenterY": .real(1), "Radius": .string("1")]),
                    .dictionary(["CenterX": .real(1), "CenterY": .real(1), "Radius": .real(1), "Name": .integer(1)]),
                ]),
            ])
        #expect(
            payload.checked().faults.map(\.key) == [
                "EnableGeofencing", "GeofenceAreas[0].CenterX", "GeofenceAreas[0].Radius", "GeofenceAreas[1].Name",
                "PayloadUUID",
            ])
        let colour = ProfilePayload(
            type: "BrandingSettingsV2", settings: ["PrimaryColor": .string("#336699"), "EnableBranding": .real(1)]
        ).checked()
        #expect(colour.payload.settings["PrimaryColor"] == .integer(0x336699) && colour.faults.count == 1)
        #expect(ProfilePayload(type: "").checked().faults.count == 1)
    }

    @Test func `A secret that is wrong is not repeated`() {
        let long = String(repeating: "s", count: 1025)
        let payload = ProfilePayload(type: "CredentialsSettingsV2", settings: ["Password": .string(long)])
        #expect(payload.checked().faults.map(\.value) == [ProfilePayload.hidden])
    }
}
