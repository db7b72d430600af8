import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Images in rendered profiles (SDKProfile, section 3.7).
struct ProfileImageTests {
    private static let target = "/deviceservices/iOS/SettingsEndpoint.aspx"
    private static let branding =
        "[{PayloadType: BrandingSettingsV2, EnableBranding: true, CompanyLogoPhone: 'image:logo'}]"

    private static func logo(_ app: SimulatedClient) async throws -> String? {
        let profile = try await app.fetchProfile()
        return profile?.payloads.first { $0.type == "BrandingSettingsV2" }?.settings["CompanyLogoPhone"]?.stringValue
    }

    @Test func `An image is an address the client can fetch`() async throws {
        try await withConsole { console in
            try await console.giveProfile(Self.branding)
            let app = try await console.signedInDevice()
            let address = try #require(try await Self.logo(app).flatMap { URL(string: $0) })
            #expect(address.scheme == "http" && address.host() == "localhost")
            let picture = try await console.send(.get, address.path())
            #expect(picture.status == .ok && picture.headers[.contentType] == "image/png")
        }
    }

    @Test func `Addresses follow where the client finds the console, or what is configured`() async throws {
        try await withConsole { console in
            try await console.giveProfile(Self.branding)
            let identity = try await console.identity(of: try await console.signedInDevice())
            for origin in ["http://one", "https://two:8443", "http://one"] {
                let profile = try await console.parts.profiles.fetch(for: identity, origin: origin)
                #expect(String(decoding: profile.data, as: UTF8.self).contains("\(origin)/deviceservices/branding/"))
                #expect(profile.dependsOnOrigin)
            }
        }
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            try await console.giveProfile(Self.branding)
            let address = try await Self.logo(try await console.signedInDevice())
            #expect(address?.hasPrefix("https://uem.example.test/deviceservices/branding/") == true)
        }
    }

    @Test func `A profile without images is the same from everywhere`() async throws {
        try await withConsole { console in
            let identity = try await console.identity(of: try await console.signedInDevice())
            let one = try await console.parts.profiles.fetch(for: identity, origin: "http://one")
            let two = try await console.parts.profiles.fetch(for: identity, origin: "http://two")
            #expect(one.data == two.data && !one.dependsOnOrigin)
        }
    }

    @Test func `The nearest group's image counts, as soon as it is there, replaced or gone`() async throws {
        try await withConsole { console in
            try await console.giveProfile(Self.branding)
            let app = try await console.signedInDevice()
            var seen = [try await Self.logo(app)]
            try await console.putImage("logo", Pictures.gif, group: "global")
            seen.append(try await Self.logo(app))
            try await console.putImage("logo", Pictures.jpeg)
            seen.append(try await Self.logo(app))
            #expect(try await console.admin(.delete, "/_mock/groups/demo/images/logo").status == .noContent)
            seen.append(try await Self.logo(app))
            #expect(seen[0] == seen[1] && Set(seen).count == 3)
            let path = try await console.imagePath("logo", group: "global")
            #expect(seen[3]?.hasSuffix(path) == true)
        }
    }

    @Test func `An address is left as it is, and an image nobody has is left out and named`() async throws {
        try await withConsole { console in
            try await console.giveProfile(
                "[{PayloadType: BrandingSettingsV2, CompanyLogoPhone: 'https://h/a?b=c&d', CompanyLogoTablet: 'image:logo'}]"
            )
            let app = try await console.signedInDevice()
            #expect(try await Self.logo(app) == "https://h/a?b=c&d")
            try await console.execute("DELETE FROM brandingImage")
            let payload = try await app.fetchProfile()?.payloads.first
            #expect(payload?.settings.keys.contains("CompanyLogoTablet") == false)
            let preview = try await console.adminJSON(
                "/_mock/devices/\(app.device)/profile?bundleId=com.example.demo&format=json")
            #expect(
                preview["problems"] as? [String] == [
                    "BrandingSettingsV2.CompanyLogoTablet: there is no image logo in demo or above it."
                ])
        }
    }

    @Test func `A profile installed by command has addresses as well`() async throws {
        try await withConsole { console in
            try await console.giveProfile(Self.branding)
            let app = try await console.signedInDevice()
            try await console.queue("{\"requestType\":\"InstallProfile\",\"profile\":\"Given\"}", for: app)
            let payload = try #require(try await app.idle()?.command["Payload"]?.dataValue)
            let fetched = try await app.sendAuthenticated(.init(method: "GET", target: Self.target))
            #expect(fetched.body == payload)
        }
    }
}
