import DeviceProtocol
import Foundation
import Testing

/// Profiles: certificates as administrators write them (SDKProfile, section 3.4).
struct CertificateTextTests {
    private static let one = "-----BEGIN CERTIFICATE-----\r\nAQID\r\n-----END CERTIFICATE-----\r\n"
    private static let other = "-----BEGIN CERTIFICATE-----\nBA\n==\n-----END CERTIFICATE-----"
    private static let key = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n"

    @Test func `A text in PEM has its certificates in order, whatever stands between them`() {
        #expect(CertificateText.pem(Self.one) == [Data([1, 2, 3])])
        let described = "Certificate:\n  Version: 3\n\(Self.one)\nsubject=CN\n\(Self.other)\nend"
        #expect(CertificateText.pem(described) == [Data([1, 2, 3]), Data([4])])
    }

    @Test(arguments: [
        "", "AQID", one + key, key + one, "-----BEGIN CERTIFICATE-----", "-----BEGIN CERTIFICATE-----\nAQID",
        "-----BEGIN CERTIFICATE-----\n*\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE REQUEST-----\nAQID\n-----END CERTIFICATE REQUEST-----",
        "-----BEGIN TRUSTED CERTIFICATE-----\nAQID\n-----END TRUSTED CERTIFICATE-----",
    ])
    func `What has a key, is broken off or is no certificate at all is none`(text: String) {
        #expect(CertificateText.pem(text) == nil)
    }

    @Test func `One value holds one certificate, an element of a list may hold several`() throws {
        let type = "CredentialsSettingsV2"
        #expect(try ProfilePayloadTests.validate(type, "PayloadContent", .string(Self.one)) == .data(Data([1, 2, 3])))
        #expect(throws: ProfileValidationError.self) {
            try ProfilePayloadTests.validate(type, "PayloadContent", .string(Self.one + Self.other))
        }
        let list: PropertyListValue = .array([.string(Self.one + Self.other), .string("BQ==")])
        #expect(
            try ProfilePayloadTests.validate(type, "SSLCertificates", list)
                == .array([.data(Data([1, 2, 3])), .data(Data([4])), .data(Data([5]))]))
    }

    @Test func `A finding says which element is wrong, and repeats no key`() {
        let error = failure { () throws(ProfileValidationError) in
            try ProfilePayloadTests.validate(
                "CredentialsSettingsV2", "RootCertificates", .array([.string(Self.one), .string(Self.key)]))
        }
        #expect(error?.key == "RootCertificates[1]" && error?.message.contains("c2VjcmV0") == false)
        #expect(error?.allowed.contains("without their keys") == true)
    }
}

/// Profiles: geofences that payloads name (SDKProfile, section 3.13).
struct GeofenceReferenceTests {
    private static let area: PropertyListValue = .dictionary([
        "CenterX": .real(1), "CenterY": .real(2), "Radius": .real(3),
    ])

    @Test(arguments: [
        ("geofence:HQ", "HQ"), ("geofence:a b:c", "a b:c"), ("geofence:", nil), ("HQ", nil), ("Geofence:HQ", nil),
    ])
    func `A reference is the word and a name`(text: String, name: String?) {
        #expect(GeofenceReference.name(in: text) == name)
    }

    @Test func `Names become areas in their places, and unknown ones go`() throws {
        let payload = try ProfilePayload(
            type: "GeofencingSettingsV2",
            settings: [
                "GeofenceAreas": .array([
                    .string("geofence:b"), Self.area, .string("geofence:a"), .string("geofence:b"),
                ])
            ]
        ).validated()
        #expect(payload.geofenceReferences == ["b", "a"])
        let replaced = payload.replacingGeofences { $0 == "b" ? .dictionary(["Name": .string($0)]) : nil }
        let found: PropertyListValue = .dictionary(["Name": .string("b")])
        #expect(replaced.settings["GeofenceAreas"] == .array([found, Self.area, found]))
        #expect(replaced.geofenceReferences.isEmpty)
    }

    @Test func `Payloads of another type name none`() {
        let payload = ProfilePayload(type: "x", settings: ["GeofenceAreas": .array([.string("geofence:a")])])
        #expect(payload.geofenceReferences.isEmpty && payload.replacingGeofences { _ in nil } == payload)
    }
}
