import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOFoundationCompat
import Testing

@testable import MockConsole

/// A profile as an app would get it, without a fetch (AdminAPI, "Profile preview").
@Suite struct ProfilePreviewTests {
    private static let target = "/deviceservices/iOS/SettingsEndpoint.aspx"

    private static func path(_ app: SimulatedClient, _ query: String = "bundle=com.example.demo") -> String {
        "/_mock/devices/\(app.device)/profile?\(query)"
    }

    @Test func `The preview is what the client gets, and nothing is noted`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let preview = try await console.admin(.get, Self.path(app))
            #expect(try await console.parts.value("SELECT profileAt FROM installation", Int64.self) == nil)
            let fetched = try await app.sendAuthenticated(.init(method: "GET", target: Self.target))
            #expect(Data(buffer: preview.body) == fetched.body)
            #expect(preview.headers[.contentType] == fetched.headers["content-type"])
        }
    }

    @Test func `As JSON it says where every payload comes from`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let body = try await console.adminJSON(Self.path(app, "bundle=com.example.demo&format=JSON"))
            #expect(body["outcome"] as? String == "profile" && body["profile"] as? String == "Review")
            #expect(body["mediaType"] as? String == "text/xml; charset=utf-8")
            #expect((body["problems"] as? [String])?.isEmpty == true)
            let list = try #require(body["propertyList"] as? [String: Any])
            #expect((list["PayloadContent"] as? [[String: Any]])?.count == (body["payloads"] as? [Any])?.count)
        }
    }

    @Test func `An app that gets none says why`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let xml = try await console.admin(.get, Self.path(app, "bundle=no.such.app"))
            #expect(xml.status == .notFound && xml.text.contains("noApplication"))
            let json = try await console.adminJSON(Self.path(app, "bundle=no.such.app&format=json"))
            #expect(json["outcome"] as? String == "noApplication" && json["propertyList"] == nil)
        }
    }

    @Test(arguments: [("", 400), ("bundle=a%20b", 400), ("bundle=com.example.demo&format=yaml", 400)])
    func `A question that cannot be answered is refused`(query: String, status: Int) async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let response = try await console.admin(.get, Self.path(app, query))
            #expect(response.status.code == status)
            let missing = try await console.admin(.get, "/_mock/devices/ffff/profile?bundle=com.example.demo")
            #expect(missing.status == .notFound)
            let headers = try await console.administrator(of: "appreview")
            let outside = try await console.send(.get, Self.path(app), headers: headers)
            #expect(outside.status == .notFound)
        }
    }
}
