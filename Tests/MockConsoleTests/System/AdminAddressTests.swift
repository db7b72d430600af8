import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleResources
@testable import ConsoleTestSupport
@testable import MockConsole

/// Every address that the real console documents is served here, or says that it is not and why (AdminNotServed).
struct AdminAddressTests {
    /// Words of addresses that a route takes for a placeholder and serves: platforms of profiles, names of commands.
    private static let servedWords: Set = ["{platform}", "{command}", "{commandname}", "{searchby}"]

    /// Versions that another version of the same route answers, in a form that clients of theirs can read.
    private static let servedByOthers: Set = [
        "PATCH 2 /api/mdm/devices/{}/enrollmentuser/{}", "DELETE 3 /api/mdm/profiles/{}",
        "POST 3 /api/mdm/devices/{}/commands/{}", "POST 1 /api/mdm/devices/{}/commands/startairplay",
        "POST 1 /api/mdm/devices/{}/commands/finddevice", "POST 1 /api/mdm/devices/commands/finddevice",
        "POST 1 /api/mdm/devices/commands/scheduleosupdate", "POST 2 /api/mdm/groups/{}/enrollment-tokens",
        "GET 2 /api/system/groups/{}/settings/agent/storage", "PUT 2 /api/system/groups/{}",
        "GET 2 /api/system/groups/{}/apns",
    ]

    @Test(arguments: [(2023, 839), (2026, 17)])
    func `Each documented address is served, or answers 501 with its reason`(year: Int, count: Int) async throws {
        let addresses = try AdminAddress.documented(year)
        #expect(addresses.count == count)
        try await withConsole { console in
            let routes = RouteTable(try console.routers().admin.routes)
            for address in addresses {
                let path = String(address.target.dropFirst("/api/".count))
                let answer = try await console.api.call(address.method, path, version: address.version)
                if answer.status == .notImplemented {
                    try Self.expectReason(answer, address)
                } else {
                    let route = routes.path(of: address.target, address.method)
                    Self.expectServed(answer, address, by: try #require(route, "\(address): \(answer.text)"))
                }
            }
        }
    }

    /// Checks that a refusal is the one of the table, in the form of the admin REST API.
    private static func expectReason(_ answer: TestResponse, _ address: AdminAddress) throws {
        let table = try UnservedAddresses.embedded
        let segments = PathPattern.segments(of: address.path)
        let line = table.all.first {
            $0.has(address.method) && ($0.versions.isEmpty || $0.versions.contains(address.version))
                && ($0.isFamily
                    ? $0.takes(segments)
                    : RegisteredRoute.name("", $0.path) == RegisteredRoute.name("", address.path))
        }
        let capability = try #require(line?.capability, "\(address) is in no line of the table")
        try expectRefusal(answer, 501, number: 501, saying: capability.sentence)
        #expect(capability.sentence.lowercased().contains(capability.name.lowercased()), "\(address)")
        #expect(capability.sentence.contains(" not served") && capability.sentence.contains(": "), "\(address)")
    }

    /// Checks that an answer comes from a route of its own, and of the version that was asked for.
    private static func expectServed(_ answer: TestResponse, _ address: AdminAddress, by route: String) {
        #expect(!answer.text.hasPrefix("<!DOCTYPE"), "\(address)")
        #expect(answer.status != .methodNotAllowed && answer.status != .notAcceptable, "\(address): \(answer.text)")
        for (word, taken) in zip(address.path.split(separator: "/"), route.split(separator: "/"))
        where taken.hasPrefix("{") && !word.hasPrefix("{") {
            #expect(servedWords.contains(taken.lowercased()), "\(address) is taken by \(route)")
        }
        let version = answer.headers[.apiVersion]
        let name = RegisteredRoute.name("\(address.method.rawValue) \(address.version)", address.path)
        let isServed = version == "v\(address.version)" || servedByOthers.contains(name)
        #expect(isServed, "\(address) is answered by \(version ?? "no version"): \(answer.text.prefix(200))")
    }

    @Test func `No line of the table is about something that is served`() async throws {
        let routes = try await withConsole { $0.console.routes.all }
        let served = try UnservedAddresses.embedded.all.filter { address in
            address.methods.contains { method in
                let route = routes[RegisteredRoute.name(method.rawValue, address.path)]
                return address.versions.contains { route?.versions.contains($0) == true }
            }
        }
        #expect(served.map(\.path) == [], "take them out of NotServed.txt, and run Scripts/test.d/not-served.py")
    }

    @Test func `Each line of the table is a documented address`() throws {
        let documented = try AdminAddress.documented(2023) + AdminAddress.documented(2026)
        let names = Set(documented.map { RegisteredRoute.name("\($0.method.rawValue) \($0.version)", $0.path) })
        for address in try UnservedAddresses.embedded.all where !address.isFamily {
            for method in address.methods {
                for version in address.versions {
                    let name = RegisteredRoute.name("\(method.rawValue) \(version)", address.path)
                    #expect(names.contains(name), "\(name)")
                }
            }
        }
        for family in try UnservedAddresses.embedded.all where family.isFamily {
            let isDocumented = documented.contains { family.takes(PathPattern.segments(of: $0.path)) }
            #expect(isDocumented, "\(family.path)")
        }
    }

    @Test func `The article lists the table`() throws {
        let article = try EmbeddedFile.required("Sources/MockConsole/MockConsole.docc/AdminNotServed.md").text
        let table = try EmbeddedFile.required("Sources/MockConsole/System/NotServed.txt").text
        let listed = article.split(separator: "\n").drop { !$0.hasPrefix("## ") }
            .filter { !$0.hasPrefix("## ") && !$0.hasPrefix("Area `") && $0 != "```" }
        let lines = table.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("=") }
            .map { $0.hasPrefix("> ") ? $0.dropFirst(2) : $0 }
        #expect(Set(listed) == Set(lines), "run Scripts/test.d/not-served.py")
    }
}
