import ConsoleHTTP
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// What belongs to another branch does not exist: every route answers as for an id nobody ever had (AdminAPI,
/// "Groups").
struct ForeignThingsTests {
    /// One of each kind of thing of acme, by the beginning of the routes that name it.
    private struct Thing {
        let prefix: String
        /// Integer, if it has one, and uuid.
        let id: Int64?
        let uuid: String
    }

    private static let nobody = (id: "999999", uuid: "00000000-0000-4000-8000-0000000000ff")

    /// Tables of what an administrator of acme has, by what routes about it begin with.
    private static let tables = [
        ("system/groups/{id}", "organizationGroup WHERE code = 'acme'"),
        ("mdm/groups/{id}", "organizationGroup WHERE code = 'acme'"),
        ("mam/groups/{id}", "organizationGroup WHERE code = 'acme'"),
        ("system/users/{id}", "enrollmentUser WHERE username = 'ada'"),
        ("system/usergroups/{id}", "userGroup WHERE name = 'Sales'"),
        ("system/admins/{id}", "administrator WHERE username = 'consoleAdministrator-acme'"),
        ("mam/apps/internal/{id}", "application WHERE bundleId = 'com.example.fresh'"),
        ("mam/apps/{id}", "application WHERE bundleId = 'com.example.fresh'"),
        ("mam/apps/public/{id}", "application WHERE bundleId = 'com.acme.shop'"),
        ("mam/apps/purchased/{id}", "application WHERE bundleId = 'com.acme.paid'"),
        ("mam/apps/appgroups/{id}", "applicationGroup WHERE name = 'Games'"),
        ("mam/blobs/{id}", "blob"), ("mam/blobs/blob/{id}", "blob"), ("mam/blobs/downloadblob/{id}", "blob"),
        ("mdm/profiles/{id}", "mdmProfile WHERE name = 'Wi-Fi'"),
        ("mdm/smartgroups/{id}", "smartGroup WHERE name = 'Everybody'"), ("mdm/tags/{id}", "tag WHERE name = 'pilot'"),
        ("mdm/devices/{id}", "device WHERE identifier = 'd1'"),
    ]

    private static func furnish(_ world: SmartGroupWorld) async throws {
        _ = try await world.api.install(in: world.acme)
        _ = try await world.createProfile()
        for (path, body) in [
            ("mam/apps/public", #"{"ApplicationName":"Shop","BundleId":"com.acme.shop","Platform":"Android"}"#),
            ("mam/apps/appgroups", #"{"Name":"Games","AppGroupType":"Whitelist","Platform":"Apple"}"#),
        ] {
            let answer = try await world.api.call(.post, path, body)
            #expect(answer.status == .ok, "\(answer.text)")
        }
        let purchase = try await world.api.mock(
            .post, "applications/purchased", #"{"name":"Paid","bundleId":"com.acme.paid","licenses":2}"#)
        #expect(purchase.status == .created, "\(purchase.text)")
    }

    private static func things(_ world: SmartGroupWorld) async throws -> [Thing] {
        try await furnish(world)
        var things: [Thing] = []
        for (prefix, table) in tables {
            let id: Int64 = try #require(
                try await world.console.parts.value("SELECT id FROM \(table)", Int64.self), "\(table)")
            let uuid = try #require(
                try await world.console.parts.value("SELECT uuid FROM \(table)", String.self), "\(table)")
            things.append(Thing(prefix: prefix, id: id, uuid: uuid))
        }
        let policies = try await world.api.object("system/enrollment/restriction-policies", version: 2)
        let policy = try #require((policies["restriction_policies"] as? [[String: Any]])?.first?["uuid"] as? String)
        for family in ["system", "mdm"] {
            things.append(Thing(prefix: "\(family)/enrollment/restriction-policies/{id}", id: nil, uuid: policy))
        }
        return things
    }

    /// Routes below `/api` that name something by `{id}`, without those of event notifications, which have tests of
    /// their own.
    private static func routes(_ console: TestConsole) throws -> [(method: HTTPRequest.Method, path: String)] {
        let routers = try console.routers()
        return routers.admin.routes.compactMap { route in
            let parts = route.path.split(separator: "/")
            guard parts.first?.lowercased() == "api", parts.contains("{id}"),
                !parts.contains("eventnotifications")
            else { return nil }
            return (route.method, parts.dropFirst().joined(separator: "/"))
        }
    }

    /// What is compared of an answer.
    private struct Outcome: Equatable {
        let status: Int
        let number: Int?
        let text: String

        static func == (one: Outcome, other: Outcome) -> Bool {
            (one.status, one.number) == (other.status, other.number)
        }
    }

    private static func ask(
        _ caller: APICaller, _ method: HTTPRequest.Method, _ path: String, _ id: String, version: Int
    ) async throws -> Outcome {
        let target = path.split(separator: "/").map { part in
            part == "{id}" ? id : part.hasPrefix("{") ? "1" : String(part)
        }
        let body = [.get, .head].contains(method) ? nil : "{}"
        let answer = try await caller.call(method, target.joined(separator: "/"), body, version: version)
        let number = method == .head ? nil : try? answer.json()["errorCode"] as? Int
        return Outcome(status: answer.status.code, number: number, text: answer.text)
    }

    @Test func `Nothing of another branch can be told from what never was`() async throws {
        try await SmartGroupWorld.with { world in
            let things = try await Self.things(world)
            let foreign = try await world.console.api(.consoleAdministrator, of: "other")
            let routes = try Self.routes(world.console)
            #expect(routes.count > 100)
            for (method, path) in routes {
                let kind = things.filter { path == $0.prefix || path.hasPrefix($0.prefix + "/") }
                    .max { $0.prefix.count < $1.prefix.count }
                let thing = try #require(kind, "\(path) is about nothing this test knows")
                for version in [1, 2] {
                    let missing = [Self.nobody.id, Self.nobody.uuid]
                    for (id, other) in zip([thing.id.map(String.init) ?? "1", thing.uuid], missing) {
                        let told = try await Self.ask(foreign, method, path, id, version: version)
                        let nothing = try await Self.ask(foreign, method, path, other, version: version)
                        let what = "\(method) \(path) \(version) \(id): \(told) \(nothing)"
                        #expect(told == nothing && told.status >= 400, "\(what)")
                        #expect(id == thing.uuid || !told.text.contains(thing.uuid), "\(what)")
                    }
                }
            }
        }
    }

    @Test func `What a stranger did to things of another branch left them as they were`() async throws {
        try await SmartGroupWorld.with { world in
            let things = try await Self.things(world)
            let foreign = try await world.console.api(.consoleAdministrator, of: "other")
            let before = try await world.console.contents()
            for (method, path) in try Self.routes(world.console) where ![.get, .head].contains(method) {
                let kind = things.filter { path == $0.prefix || path.hasPrefix($0.prefix + "/") }
                    .max { $0.prefix.count < $1.prefix.count }
                guard let thing = kind else { continue }
                _ = try await Self.ask(foreign, method, path, thing.uuid, version: 2)
                if let id = thing.id { _ = try await Self.ask(foreign, method, path, String(id), version: 1) }
            }
            let after = try await world.console.contents()
            for (table, rows) in before { #expect(after[table] == rows, "\(table)") }
        }
    }
}
