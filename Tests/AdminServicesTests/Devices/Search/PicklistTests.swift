import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Words clients choose from, list by list (AdminDeviceDetails, "Picklists").
struct PicklistTests {
    /// Every list as it is answered, by platform.
    private static let lists: [(platform: DevicePlatform, list: String, words: String)] = [
        (.apple, "devicemodels", "1 iPhone, 2 iPad, 3 iPod Touch"),
        (.apple, "devicemodelfamily", "1 iPhone, 2 iPad, 3 iPod Touch"),
        (
            .apple, "operatingsystems",
            "2012 iOS 12.0.0, 2013 iOS 13.0.0, 2014 iOS 14.0.0, 2015 iOS 15.0.0, 2016 iOS 16.0.0, 2017 iOS 17.0.0, "
                + "2018 iOS 18.0.0, 2026 iOS 26.0.0"
        ),
        (.android, "devicemodels", "5 Android"), (.android, "devicemodelfamily", "5 Android"),
        (
            .android, "operatingsystems",
            "5008 Android 8.0.0, 5009 Android 9.0.0, 5010 Android 10.0.0, 5011 Android 11.0.0, 5012 Android 12.0.0, "
                + "5013 Android 13.0.0, 5014 Android 14.0.0, 5015 Android 15.0.0, 5016 Android 16.0.0"
        ),
        (
            .appleOsX, "devicemodels",
            "14 MacBook Pro, 15 MacBook Air, 16 Mac mini, 30 iMac, 31 Mac Pro, 35 MacBook"
        ),
        (.appleOsX, "devicemodelfamily", "10 Mac"),
        (
            .appleOsX, "operatingsystems",
            "10011 macOS 11.0.0, 10012 macOS 12.0.0, 10013 macOS 13.0.0, 10014 macOS 14.0.0, 10015 macOS 15.0.0, "
                + "10026 macOS 26.0.0"
        ),
        (.winRT, "devicemodels", "83 Windows 10, 84 Windows 11"), (.winRT, "devicemodelfamily", "12 Windows"),
        (.winRT, "operatingsystems", "12010 Windows 10.0.0, 12011 Windows 11.0.0"),
    ]

    private static func path(_ platform: String, _ list: String) -> String {
        "mdm/picklists/platforms/\(platform)/\(list)"
    }

    @Test func `Every list is a bare array in the order of its numbers, whatever the platform is called`() async throws
    {
        try await withConsole { console in
            for (platform, list, words) in Self.lists {
                let items = words.split(separator: ",").map { entry in
                    let parts = entry.trimmingCharacters(in: .whitespaces).split(separator: " ", maxSplits: 1)
                    return #"{"Key":"\#(parts[0])","Description":"\#(parts[1])"}"#
                }
                let expected = "[\(items.joined(separator: ","))]"
                for name in [
                    platform.rawValue, platform.rawValue.lowercased(), platform.shoutedWord, "\(platform.number)",
                ] {
                    let answer = try await console.api.call(.get, Self.path(name, list))
                    #expect(answer.status == .ok && answer.headers[.apiVersion] == "v1", "\(name) \(list)")
                    try expectJSON(try answer.anyJSON(), expected)
                }
            }
        }
    }

    @Test func `A list is XML if it is asked for, and later versions are the first`() async throws {
        try await withConsole { console in
            for (platform, list, words) in Self.lists {
                let path = Self.path(platform.rawValue, list)
                let xml = try await console.api.call(.get, path, headers: ["Accept": "application/xml"])
                #expect(xml.text.contains("<PickList xmlns=") && xml.headers[.apiVersion] == "v1")
                for entry in words.split(separator: ",") {
                    let parts = entry.trimmingCharacters(in: .whitespaces).split(separator: " ", maxSplits: 1)
                    #expect(xml.text.contains("<Key>\(parts[0])</Key>"), "\(path)")
                    #expect(xml.text.contains("<Description>\(parts[1])</Description>"), "\(path)")
                }
                let later = try await console.api.call(.get, path, version: 3)
                let first = try await console.api.call(.get, path)
                #expect(later.text == first.text && later.headers[.apiVersion] == "v1")
            }
        }
    }

    @Test(arguments: [
        "symbian", "0", "-2", "22", "WindowsPc", "All", "Apple%20", "%20", "2.0", "99999999999999999999", "Apple%00",
        "%F0%9F%92%A5",
    ])
    func `An unknown platform is refused, and those there are named`(platform: String) async throws {
        try await withConsole { console in
            for list in Picklist.allCases {
                let answer = try await console.api.call(.get, Self.path(platform, list.rawValue))
                try expectRefusal(answer, 400, number: 400, saying: "Apple (2), Android (5), AppleOsX (10), WinRT (12)")
            }
        }
    }

    @Test func `Everybody who signs in reads them, nobody else and by no other method`() async throws {
        try await withConsole { console in
            for list in Picklist.allCases {
                let path = Self.path("Apple", list.rawValue)
                for role in AdministratorRole.allCases {
                    let caller = try await console.api(role, of: "appreview", username: "\(role)-\(list)")
                    #expect(try await caller.call(.get, path).status == .ok)
                }
                try expectRefusal(try await console.send(.get, "/api/\(path)"), 401, number: 1005)
                try expectRefusal(try await console.api.call(.post, path, "{}"), 405, number: 405)
            }
            let none = try await console.api.call(.get, Self.path("Apple", "colours"))
            #expect(none.status == .notFound && none.text.hasPrefix("<!DOCTYPE html"))
        }
    }

    @Test func `A model of the list is one an app may be for`() async throws {
        try await SmartGroupWorld.with { world in
            let models = try await world.api.call(.get, Self.path("2", "devicemodels"))
            let listed = try #require(try models.anyJSON() as? [[String: String]])
            for (number, model) in listed.enumerated() {
                let blob = try await world.api.upload(
                    try IPAFixture(bundle: "com.example.fresh", version: "1.\(number)").bytes())
                let key = try #require(model["Key"])
                let made = try await world.api.install(
                    blob: blob, group: world.acme, more: ",\"SupportedModels\":{\"Model\":[{\"ModelId\":\(key)}]}")
                #expect(made.status == .ok, "\(made.text)")
                let id = try #require((try made.json()["Id"] as? [String: Any])?["Value"] as? Int)
                let detail = try await world.api.object("mam/apps/internal/\(id)")
                let shown = try #require((detail["SupportedModels"] as? [[String: Any]])?.first)
                #expect(shown["Name"] as? String == model["Description"] && shown["id"] as? Int == Int(key))
            }
        }
    }
}
