import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Words clients choose from, whole (AdminDeviceDetails, "Picklists").
struct PicklistWordTests {
    @Test(arguments: [
        (
            "devicemodels", ["2", "Apple", "apple", "APPLE", "iOS"],
            #"[{"Key":"1","Description":"iPhone"},{"Key":"2","Description":"iPad"},{"Key":"3","Description":"iPod Touch"}]"#
        ),
        ("devicemodelfamily", ["5", "Android", "ANDROID"], #"[{"Key":"5","Description":"Android"}]"#),
        ("devicemodelfamily", ["12", "WinRT", "win_rt"], #"[{"Key":"12","Description":"Windows"}]"#),
        (
            "operatingsystems", ["12", "winrt"],
            #"[{"Key":"12010","Description":"Windows 10.0.0"},{"Key":"12011","Description":"Windows 11.0.0"}]"#
        ),
        ("devicemodelfamily", ["10", "AppleOsX", "Apple_OS_X"], #"[{"Key":"10","Description":"Mac"}]"#),
    ])
    func `A platform is named by number or word, in any letter case`(list: String, names: [String], expected: String)
        async throws
    {
        try await withConsole { console in
            for name in names {
                let path = "mdm/picklists/platforms/\(name)/\(list)"
                let response = try await console.api.call(.get, path)
                #expect(response.status == .ok && response.headers[.apiVersion] == "v1", "\(path)")
                try expectJSON(try jsonList(response.text), expected)
                let upper = try await console.api.call(.get, path.replacing(list, with: list.uppercased()))
                #expect(upper.text == response.text)
            }
        }
    }

    @Test(arguments: Picklist.allCases)
    func `An unknown platform is refused with those there are`(list: Picklist) async throws {
        try await withConsole { console in
            for platform in ["0", "-1", "99999999999999999999", "WindowsPc", "Apple%20"] {
                let response = try await console.api.call(.get, "mdm/picklists/platforms/\(platform)/\(list.rawValue)")
                try expectRefusal(response, 400, number: 400, saying: "Apple (2), Android (5)")
            }
            for path in ["mdm/picklists/platforms/2/colours", "mdm/picklists/platforms", "mdm/picklists"] {
                let response = try await console.api.call(.get, path)
                #expect(response.status == .notFound && response.text.hasPrefix("<!DOCTYPE html"), "\(path)")
            }
            let nobody = try await console.send(.get, "/api/mdm/picklists/platforms/2/\(list.rawValue)")
            try expectRefusal(nobody, 401, number: 1005)
        }
    }

    @Test func `Systems are numbered so that a later one has a higher number`() async throws {
        try await withConsole { console in
            for (platform, first, last) in [
                ("2", "iOS 12.0.0", "iOS 26.0.0"), ("5", "Android 8.0.0", "Android 16.0.0"),
            ] {
                let list = try jsonList(
                    try await console.api.call(.get, "mdm/picklists/platforms/\(platform)/operatingsystems").text)
                let keys = list.compactMap { ($0["Key"] as? String).flatMap { Int($0) } }
                #expect(keys.count == list.count && keys == keys.sorted())
                #expect(list.first?["Description"] as? String == first)
                #expect(list.last?["Description"] as? String == last)
            }
        }
    }
}
