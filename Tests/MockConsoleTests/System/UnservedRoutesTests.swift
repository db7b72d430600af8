import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// What addresses answer that are not served (AdminNotServed).
struct UnservedRoutesTests {
    /// Families of which nothing is served.
    private static let families = ["mdm/products", "mdm/devicesensors", "mdm/dep", "mcm", "mem", "system/scim"]

    @Test(arguments: families)
    func `Every path and method of a family says that it is not served`(path: String) async throws {
        try await withConsole { console in
            for below in ["", "/", "/search", "/12", "/7caa/%00/..//x?page=1", "/Groups/1/Devices"] {
                for version in [nil, 1, 3] as [Int?] {
                    let answer = try await console.api.call(.get, path + below, version: version)
                    try expectRefusal(answer, 501, number: 501, saying: "not served: ")
                }
            }
            for method in [HTTPRequest.Method.post, .put, .patch, .delete, .options] {
                for body in [nil, "", "{", "{\"a\":1}"] as [String?] {
                    let answer = try await console.api.call(method, path + "/1/x", body)
                    try expectRefusal(answer, 501, number: 501, saying: "not served: ")
                }
            }
            #expect(try await console.api.call(.head, path).status == .notImplemented)
            let shouted = try await console.api.call(.get, "V2/\(path.uppercased())/Search")
            try expectRefusal(shouted, 501, number: 501)
        }
    }

    @Test(
        arguments: [
            ("mdm/products", "devices"), ("mcm/awcontents", "applications"), ("system/users/batches", "users"),
            ("mdm/profiles/certificatemap", "profiles"), ("system/groups/7/apns", "organizationGroups"),
        ])
    func `An address asks for credentials and permission before it refuses`(path: String, area: String) async throws {
        try await withConsole { console in
            let nobody = try await console.send(.post, "/api/\(path)")
            try expectRefusal(nobody, 401, number: 1005)
            #expect(nobody.headers[.wwwAuthenticate] != nil)
            let reader = try await console.api(.readOnly)
            try expectRefusal(
                try await reader.call(.post, path), 403, number: 1011, saying: "Read Only lacks \(area).write.")
            let writer = try await console.api.call(.post, path)
            #expect(writer.status == .notImplemented && writer.headers[.rateLimitRemaining] != nil)
        }
    }

    @Test func `Who only reads is told that an address is not served`() async throws {
        try await withConsole { console in
            let reader = try await console.api(.readOnly)
            for path in ["mdm/products", "mdm/profiles/certificatemap", "system/users/batches"] {
                #expect(try await reader.call(.get, path).status == .notImplemented, "\(path)")
            }
        }
    }

    @Test(
        arguments: [
            (.get, "mdm/profiles/certificatemap", "Profile details"), (.get, "system/users/batches", "User batches"),
            (.post, "mdm/devices/commands/RemoteView", "Remote management"),
            (.post, "mdm/profiles/platforms/qnx/create", "Profiles of rare platforms"),
            (.get, "mam/apps/windowsstore/search", "Windows apps"),
            (.post, "system/groups/7/apns", "APNs certificates"),
        ] as [(HTTPRequest.Method, String, String)])
    func `No placeholder and no other method takes an address for its own`(
        method: HTTPRequest.Method, path: String, name: String
    ) async throws {
        try await withConsole { console in
            let answer = try await console.api.call(method, path, version: 2)
            try expectRefusal(answer, 501, number: 501, saying: name)
            let nobody = try await console.send(method, "/api/\(path)")
            try expectRefusal(nobody, 401, number: 1005)
        }
    }

    @Test func `Another method of an address that is not served is 405`() async throws {
        try await withConsole { console in
            let answer = try await console.api.call(.delete, "mdm/profiles/sso/status")
            try expectRefusal(answer, 405, number: 405)
            #expect(answer.headers[.allow] == "GET")
        }
    }

    @Test func `What merely begins like an address is unknown, and unknown is a page`() async throws {
        try await withConsole { console in
            for path in ["mdm/productsx", "mcmx/awcontents", "mdm", "mdm/nothing/at/all", "memory"] {
                let answer = try await console.api.call(.get, path)
                #expect(answer.status == .notFound && answer.text.hasPrefix("<!DOCTYPE html>"), "\(path)")
            }
        }
    }

    @Test func `The journal names the address`() async throws {
        try await withConsole { console in
            _ = try await console.api.call(.get, "system/users/batches")
            _ = try await console.api.call(.get, "mdm/products/7")
            let page = try await console.api.mock(.get, "journal?status=501").json()
            let items = try #require(page["items"] as? [[String: Any]])
            #expect(items.map { $0["route"] as? String } == ["/api/mdm/products/**", "/api/system/users/batches"])
        }
    }
}
