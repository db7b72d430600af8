import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// What holds on every route of the admin REST API (AdminAPI, "Conventions").
struct AdminConventionTests {
    @Test(arguments: [
        "system/info", "SYSTEM/Info", "/system//info/", "v1/system/info", "V2//system/info", "system/info/?x=1&X=2",
    ])
    func `A path is found in any letter case, with doubled and trailing slashes, and with a version`(
        path: String
    ) async throws {
        try await withConsole { console in
            let response = try await console.api.call(.get, path)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/json; charset=utf-8")
            #expect(response.headers[.apiVersion] == "v1")
            #expect(response.headers[.supportedVersions] == "1")
            let correlation = try #require(response.headers[.correlationID])
            #expect(UUID(uuidString: correlation) != nil)
        }
    }

    @Test func `A route that is not there answers a page, one of ours JSON`() async throws {
        try await withConsole { console in
            let page = try await console.api.call(.get, "mdm/nothing")
            #expect(page.status == .notFound && page.text.hasPrefix("<!DOCTYPE html"))
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            try expectRefusal(try await console.admin(.get, "/_mock/nothing"), 404, number: 404)
            let method = try await console.api.call(.delete, "system/info")
            try expectRefusal(method, 405, number: 405, saying: "GET")
            #expect(method.headers[.allow] == "GET")
        }
    }

    @Test func `XML is answered when it is asked for, errors too`() async throws {
        try await withConsole { console in
            let response = try await console.api.call(
                .get, "system/info", headers: ["Accept": "application/xml"])
            #expect(response.headers[.contentType] == "application/xml; charset=utf-8")
            #expect(response.text.contains("<AirWatchServiceInfo xmlns=\"\(AdminAnswer.namespace)\">"))
            #expect(response.text.contains("<Workspaces><location>http"))
            let refusal = try await console.send(.get, "/api/system/info", headers: ["Accept": "text/xml"])
            #expect(refusal.status == .unauthorized && refusal.text.contains("<errorCode>1005</errorCode>"))
            let none = try await console.api.call(.get, "system/info", headers: ["Accept": "image/png"])
            try expectRefusal(none, 406, number: 406)
        }
    }

    @Test func `The activity of a refusal is the id in its header`() async throws {
        try await withConsole { console in
            let response = try await console.send(.get, "/api/system/info")
            try expectRefusal(response, 401, number: 1005)
            #expect(try response.json()["activityId"] as? String == response.headers[.correlationID])
        }
    }

    @Test(arguments: ["help", "system/help", "system/help/localjson"])
    func `Clients find where they test their connection`(path: String) async throws {
        try await withConsole { console in
            let response = try await console.api.call(.get, path)
            #expect(response.status == .ok)
            if path.hasSuffix("localjson") {
                let apis = try #require(try response.json()["apis"] as? [[String: Any]])
                let products = try #require(apis.first?["products"] as? [String])
                #expect(products.first?.contains("24.10.0.0") == true)
            }
        }
    }

    @Test func `Every role reads what the console is`() async throws {
        try await withConsole { console in
            for role in AdministratorRole.allCases {
                let caller = try await console.api(role)
                #expect(try await caller.call(.get, "system/info").status == .ok, "\(role)")
            }
        }
    }
}
