import ConsoleHTTP
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleResources
@testable import ConsoleTestSupport
@testable import MockConsole

/// Roles, and the permission every route asks for (AdminAPI, "Roles").
struct AdminRoleTests {
    /// Routes nobody signs in for as an administrator.
    private static let open = ["/connect/token", "/oauth/token", "/_mock/saml/signin"]
    /// Routes that only read by another method than GET.
    private static let reading = [
        "POST /api/mdm/devices", "POST /api/mdm/devices/id", "POST /api/mdm/devices/udid",
        "POST /api/mdm/devices/serialnumber", "POST /api/mdm/devices/macaddress", "POST /api/mdm/devices/imeinumber",
        "POST /api/mdm/devices/easid", "POST /api/mdm/devices/gps", "POST /api/mdm/devices/gps/search",
        "POST /api/mdm/devices/enrolleddevicescount", "POST /_mock/smart-groups/preview",
        "POST /_mock/profiles/validate",
        "POST /api/system/admins/login-history/search",
        "POST /api/mdm/profiles/search",
        "POST /api/mam/apps/sdkanalytics",
        "POST /_mock/verify", "POST /_mock/wait",
    ]
    /// Routes that only read and still need more, because of what they hand out.
    private static let guarded = [
        "GET /_mock/environment", "GET /_mock/event-notifications/{id}/secret",
        "GET /api/mdm/devices/{id}/security/recovery-lock-password",
    ]

    /// A route with something in place of what it captures.
    struct Route: Sendable, CustomStringConvertible {
        let method: HTTPRequest.Method
        let path: String

        var description: String { "\(method.rawValue) \(path)" }
        var target: String {
            path.split(separator: "/").map { part in
                part.contains("{") ? part == "{udid}" ? "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c" : "1" : String(part)
            }.reduce(into: "") { $0 += "/\($1)" }
        }
        var isReading: Bool {
            [.get, .head, .options].contains(method) || AdminRoleTests.reading.contains(description)
        }
    }

    private static func routes(_ console: TestConsole) throws -> [Route] {
        let routers = try console.routers()
        return routers.admin.routes.map {
            Route(method: $0.method, path: $0.path)
        }
        .filter { !open.contains($0.path) }
    }

    /// The rows of the table of permissions: what paths begin with, and the area.
    private static func areas() throws -> [(prefix: String, area: String)] {
        let text = try EmbeddedFile.required("Sources/MockConsole/MockConsole.docc/AdminAPI.md").text
        let start = try #require(text.range(of: "### Areas\n"))
        let table = text[start.upperBound...].split(separator: "\n").drop { !$0.hasPrefix("| `") }
            .prefix { $0.hasPrefix("| `") }
        return table.flatMap { row in
            let words = row.matches(of: /`(?<word>[^`]+)`/).map { String($0.word) }
            return words.dropFirst().map { ($0, words[0]) }
        }
    }

    /// The area of the longest beginning of a path that the table names; `/_mock` counts for itself alone.
    private static func area(of path: String, in areas: [(prefix: String, area: String)]) -> String? {
        areas.filter { path == $0.prefix || $0.prefix != "/_mock" && path.hasPrefix($0.prefix + "/") }
            .max { $0.prefix.count < $1.prefix.count }?.area
    }

    private static func headers(_ console: TestConsole, _ role: AdministratorRole) async throws -> [String: String] {
        let basic = try await console.administrator(
            of: "global", username: role.rawValue.replacing(" ", with: ""), role: role.rawValue)
        return basic.merging(["aw-tenant-code": console.console.credentials.tenantCode]) { $1 }
    }

    @Test func `Who only reads gets every GET and nothing else, in the area the documentation says`() async throws {
        // A stream would go on for a day.
        try await withConsole([\.streamSeconds: "1"]) { console in
            let headers = try await Self.headers(console, .readOnly)
            let areas = try Self.areas()
            let routes = try Self.routes(console)
            #expect(routes.count > 100)
            for route in routes {
                let area = try #require(Self.area(of: route.path, in: areas), "\(route) has no area in AdminAPI")
                let answer = try await console.send(route.method, route.target, headers: headers)
                // 401 is also what a console says of an unknown app.
                let isMissingApp = answer.status == .unauthorized && answer.text.contains(#""errorCode":7000"#)
                #expect(answer.status != .unauthorized || isMissingApp, "\(route)")
                if route.isReading, !Self.guarded.contains(route.description) {
                    #expect(answer.status != .forbidden, "\(route) \(answer.text.prefix(200))")
                } else {
                    #expect(answer.status == .forbidden, "\(route) \(answer.status)")
                    let body = try answer.json()
                    #expect(body["errorCode"] as? Int == 1011, "\(route)")
                    #expect(
                        (body["message"] as? String)?.hasSuffix("Read Only lacks \(area).write.") == true,
                        "\(route): \(body["message"] ?? "")")
                }
            }
        }
    }

    @Test func `Addresses that are not served are of the area that their path begins with`() throws {
        let areas = try Self.areas()
        for address in try UnservedAddresses.embedded.all {
            let area = Self.area(of: address.path, in: areas)
            #expect(area == nil || area == address.capability.area.rawValue, "\(address.path)")
        }
    }

    @Test func `A device manager changes devices, users and smart groups only`() async throws {
        try await withConsole { console in
            let headers = try await Self.headers(console, .deviceManager)
            let areas = try Self.areas()
            for route in try Self.routes(console) where !route.isReading {
                let area = Self.area(of: route.path, in: areas) ?? ""
                let status = try await console.send(route.method, route.target, headers: headers).status
                #expect((status == .forbidden) == !["devices", "users", "smartGroups"].contains(area), "\(route)")
            }
        }
    }

    @Test(arguments: [AdministratorRole.consoleAdministrator, .apiOnly])
    func `Console administrators and API-only accounts may do everything`(role: AdministratorRole) async throws {
        try await withConsole { console in
            let headers = try await Self.headers(console, role)
            for target in ["/_mock/environment", "/_mock/administrators", "/api/system/info"] {
                #expect(try await console.status(.get, target, headers) == 200)
            }
            let body = #"{"supportEmail":"a@example.test"}"#
            #expect(try await console.status(.patch, "/_mock/groups/demo/settings", headers, text: body) == 200)
        }
    }

    @Test func `A role that is not known only reads`() async throws {
        try await withConsole { console in
            let headers = try await console.administrator(of: "global", role: "Wizard")
            #expect(try await console.status(.get, "/_mock/devices", headers) == 200)
            #expect(try await console.status(.delete, "/_mock/beacons/1", headers) == 403)
        }
    }

    @Test(arguments: AdministratorRole.allCases, AdministratorRole.allCases)
    func `Roles grant no more than they are`(role: AdministratorRole, other: AdministratorRole) {
        let ranks: [AdministratorRole: Int] = [.consoleAdministrator: 3, .apiOnly: 2, .deviceManager: 1, .readOnly: 0]
        let mayWrite = role.permits(AdminPermission(area: .administrators, access: .write))
        #expect(role.mayGrant(other) == (mayWrite && (ranks[other] ?? 9) <= (ranks[role] ?? 0)))
    }
}
