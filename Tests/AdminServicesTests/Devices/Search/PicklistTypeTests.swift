import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Pick lists of all platforms (AdminDeviceDetails, "Picklists").
struct PicklistTypeTests {
    private static func entries(_ console: TestConsole, _ name: String) async throws -> [String: String] {
        let answer = try await console.api.call(.get, "mdm/picklists/\(name)")
        #expect(answer.status == .ok, "\(answer.text)")
        let list = try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [[String: String]]
        return try #require(list).reduce(into: [:]) { $0[$1["Key"] ?? ""] = $1["Description"] }
    }

    @Test func `Keys of ownerships and types are words that other routes take`() async throws {
        try await withConsole { console in
            let ownerships = try await Self.entries(console, "ownershiptypes")
            #expect(ownerships["C"] == "Corporate - Dedicated" && ownerships.count == 4)
            #expect(ownerships.keys.allSatisfy { DeviceOwnership($0) != nil })
            let types = try await Self.entries(console, "devicetypes")
            #expect(types["2"] == "Apple" && types["5"] == "Android")
            for key in types.keys {
                #expect(try await console.api.call(.get, "mdm/picklists/platforms/\(key)/devicemodels").status == .ok)
            }
        }
    }

    @Test func `Categories are the families of every platform`() async throws {
        try await withConsole { console in
            let categories = try await Self.entries(console, "devicecategories")
            for platform in DevicePlatform.allCases {
                let families = try await Self.entries(console, "platforms/\(platform.number)/devicemodelfamily")
                #expect(families.allSatisfy { categories[$0.key] == $0.value })
            }
        }
    }
}
