import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// Geofences on pages, and in the payload that names them.
struct GeofencePageTests {
    private static let path = "/console/geofences"
    private static let fields = [
        "newName": "Head <b>", "newGroup": "demo", "latitude": "52.52", "longitude": "13.405",
        "radius": "500",
    ]

    @Test func `A geofence is added, changed and deleted`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            #expect(try await browser.page(Self.path).words.contains("No geofences yet"))
            let added = try await browser.submit("\(Self.path)/new", on: Self.path, Self.fields)
            #expect(added.words.contains("Head <b> was added.") && !added.text.contains("<b>"))
            let items = try await console.adminJSON("/_mock/geofences")["items"] as? [[String: Any]]
            let uuid = try #require(items?.first?["uuid"] as? String)
            let page = "\(Self.path)/\(uuid)"
            let refused = try await browser.submit(
                "\(page)/edit", on: page,
                ["name": "Head", "latitude": "91", "longitude": "13.405", "radius": "500"])
            #expect(refused.words.contains("Not done.") && refused.text.contains("value=\"91\""))
            let changed = try await browser.submit(
                "\(page)/edit", on: page,
                ["name": "Head", "latitude": "50", "longitude": "13.405", "radius": "250.5"])
            #expect(changed.words.contains("Head was changed.") && changed.words.contains("250.5 m"))
            let gone = try await browser.submit("\(page)/delete", on: page)
            #expect(gone.words.contains("The geofence was deleted."))
        }
    }

    @Test func `A geofence is ticked under Security Policies, and cannot be deleted then`()
        async throws
    {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            _ = try await browser.submit(
                "\(Self.path)/new", on: Self.path, Self.fields.merging(["newName": "Head"]) { $1 })
            let policies = "/console/settings/security-policies"
            let saved = try await browser.submit(
                "\(policies)/geofencing", on: "\(policies)?group=demo",
                [
                    "group": "demo", "GeofencingSettingsV2.EnableGeofencing": "true",
                    "GeofencingSettingsV2.GeofenceAreas:Head": "true",
                    "GeofencingSettingsV2.GeofenceAreas":
                        #"{"Name": "Hut", "CenterX": 1, "CenterY": 2, "Radius": 3}"#,
                ])
            #expect(saved.words.contains("Geofencing of demo was saved"))
            #expect(
                saved.text.contains(
                    "name=\"GeofencingSettingsV2.GeofenceAreas:Head\" value=\"true\" checked"))
            let preview = try await console.admin(.get, "/_mock/profiles/Review/preview?format=xml")
            let text = String(buffer: preview.body)
            #expect(text.contains("<string>Head</string>") && text.contains("<string>Hut</string>"))
            let items = try await console.adminJSON("/_mock/geofences")["items"] as? [[String: Any]]
            let page = "\(Self.path)/\(try #require(items?.first?["uuid"] as? String))"
            let kept = try await browser.submit("\(page)/delete", on: page)
            #expect(kept.words.contains("Not done.") && kept.words.contains("Review"))
        }
    }

    @Test func `Who may only read sees geofences and no forms`() async throws {
        try await withConsole { console in
            let reader = try await DevicePageWorld.reader(console)
            let page = try await reader.page(Self.path)
            #expect(
                page.words.contains("No geofences yet")
                    && !page.text.contains("action=\"\(Self.path)/new\""))
        }
    }
}
