import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Geofences that profiles name, as clients read them (SDKProfile, section 3.13).
struct ProfileGeofenceTests {
    private static let payload =
        "[{PayloadType: GeofencingSettingsV2, EnableGeofencing: true, GeofenceAreas: ['geofence:HQ']}]"

    private static func addGeofence(
        _ console: TestConsole, _ name: String = "HQ", group: String = "demo", radius: Int = 500
    ) async throws -> String {
        let response = try await console.admin(
            .post, "/_mock/geofences",
            text: #"{"name":"\#(name)","group":"\#(group)","latitude":52.5,"longitude":13,"radius":\#(radius)}"#)
        #expect(response.status == .created, "\(response.text)")
        return try #require(try response.json()["uuid"] as? String)
    }

    private static func areas(_ app: SimulatedClient) async throws -> [PropertyListValue]? {
        let profile = try await app.fetchProfile()
        return profile?.payloads.first { $0.type == "GeofencingSettingsV2" }?.settings["GeofenceAreas"]?.arrayValue
    }

    @Test func `A client gets the area with reals, name and identifier`() async throws {
        try await withConsole { console in
            let uuid = try await Self.addGeofence(console)
            try await console.giveProfile(Self.payload)
            let areas = try await Self.areas(try await console.signedInDevice())
            #expect(
                areas == [
                    .dictionary([
                        "CenterX": .real(52.5), "CenterY": .real(13), "Radius": .real(500), "Name": .string("HQ"),
                        "UniqueId": .string(uuid),
                    ])
                ])
        }
    }

    @Test func `The nearest group's geofence counts, as it is at the fetch`() async throws {
        try await withConsole { console in
            let top = try await Self.addGeofence(console, group: "global", radius: 1)
            try await console.giveProfile(Self.payload)
            let app = try await console.signedInDevice()
            func radius() async throws -> PropertyListValue? {
                try await Self.areas(app)?.first?.dictionaryValue?["Radius"]
            }
            #expect(try await radius() == .real(1))
            let body = #"{"name":"HQ","latitude":0,"longitude":0,"radius":2}"#
            #expect(try await console.admin(.put, "/_mock/geofences/\(top)", text: body).status == .ok)
            #expect(try await radius() == .real(2))
            let own = try await Self.addGeofence(console, "hq", radius: 3)
            #expect(try await radius() == .real(3))
            #expect(try await console.admin(.delete, "/_mock/geofences/\(own)").status == .noContent)
            #expect(try await radius() == .real(2))
        }
    }

    @Test func `Areas typed in stay as they are, beside named ones`() async throws {
        try await withConsole { console in
            _ = try await Self.addGeofence(console)
            try await console.giveProfile(
                """
                [{PayloadType: GeofencingSettingsV2, EnableGeofencing: true, GeofenceAreas:
                [{UniqueId: x, CenterX: 1, CenterY: 2, Radius: 3}, 'geofence:hq']}]
                """)
            let areas = try await Self.areas(try await console.signedInDevice())
            let typed: PropertyListValue = .dictionary([
                "UniqueId": .string("x"), "CenterX": .real(1), "CenterY": .real(2), "Radius": .real(3),
            ])
            #expect(areas?.count == 2 && areas?.first == typed)
            #expect(areas?.last?.dictionaryValue?["Name"] == .string("HQ"))
        }
    }

    @Test func `A geofence nobody has is refused, and left out and named if it is gone`() async throws {
        try await withConsole { console in
            let payload = #"{"PayloadType":"GeofencingSettingsV2","GeofenceAreas":["geofence:HQ"]}"#
            let refused = try await console.admin(.post, "/_mock/profiles", text: Profiles.body(payloads: payload))
            #expect(refused.status == .unprocessableContent)
            #expect(
                try refused.details() == [
                    "payloads[0]: GeofencingSettingsV2.GeofenceAreas must be a geofence that demo or a group above or below it has, not geofence:HQ."
                ])
            let file = try await console.importEnvironment(
                EnvironmentFixtures.global("profiles: [{name: p, payloads: \(Self.payload)}]"))
            #expect(file.status != .ok && file.text.contains("names the geofence HQ"), "\(file.text)")
            _ = try await Self.addGeofence(console)
            try await console.giveProfile(Self.payload)
            let app = try await console.signedInDevice()
            try await console.execute("DELETE FROM geofence")
            #expect(try await Self.areas(app) == [])
            let preview = try await console.adminJSON(
                "/_mock/devices/\(app.device)/profile?bundleId=com.example.demo&format=json")
            #expect((preview["problems"] as? [String])?.first?.contains("unknown geofence HQ in demo") == true)
        }
    }
}
