import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOFoundationCompat
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// A profile as an app would get it, without a fetch (AdminAPI, "Profile preview").
struct ProfilePreviewTests {
    private static let target = "/deviceservices/iOS/SettingsEndpoint.aspx"

    private static func path(_ app: SimulatedClient, _ query: String = "bundleId=com.example.demo") -> String {
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
            let body = try await console.adminJSON(Self.path(app, "bundleId=com.example.demo&format=JSON"))
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
            let xml = try await console.admin(.get, Self.path(app, "bundleId=no.such.app"))
            #expect(xml.status == .notFound && xml.text.contains("noApplication"))
            let json = try await console.adminJSON(Self.path(app, "bundleId=no.such.app&format=json"))
            #expect(json["outcome"] as? String == "noApplication" && json["propertyList"] == nil)
        }
    }

    @Test(arguments: [("", 400), ("bundleId=a%20b", 400), ("bundleId=com.example.demo&format=yaml", 400)])
    func `A question that cannot be answered is refused`(query: String, status: Int) async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let response = try await console.admin(.get, Self.path(app, query))
            #expect(response.status.code == status)
            let missing = try await console.admin(.get, "/_mock/devices/ffff/profile?bundleId=com.example.demo")
            #expect(missing.status == .notFound)
            let headers = try await console.administrator(of: "appreview")
            let outside = try await console.send(.get, Self.path(app), headers: headers)
            #expect(outside.status == .notFound)
        }
    }
}

/// A profile by itself, rendered without a device (AdminAPI, "Profile preview").
struct ProfileAlonePreviewTests {
    @Test func `It is what an app gets that is given it`() async throws {
        try await withConsole { console in
            let uuid = try await console.profileUUID("Everything")
            let app = try await console.signedInDevice(bundle: "com.example.everything")
            let fetched = try await app.sendAuthenticated(
                .init(method: "GET", target: "/deviceservices/iOS/SettingsEndpoint.aspx"))
            let preview = try await console.admin(.get, "/_mock/profiles/\(uuid)/preview")
            #expect(Data(buffer: preview.body) == fetched.body)
            #expect(preview.headers[.contentType] == "text/xml; charset=utf-8")
            let binary = try await console.admin(.get, "/_mock/profiles/\(uuid)/preview?format=Binary")
            #expect(binary.headers[.contentType] == "application/x-plist")
            let both = [preview, binary].map { try? PropertyListValue(parsing: Data(buffer: $0.body)) }
            #expect(both[0] != nil && both[0] == both[1])
            let json = try await console.adminJSON("/_mock/profiles/\(uuid)/preview?format=json")
            #expect(json["profile"] as? String == "Everything" && (json["problems"] as? [Any])?.isEmpty == true)
            #expect((json["propertyList"] as? [String: Any])?["PayloadVersion"] as? Int == 1)
        }
    }

    @Test func `What XML cannot hold is shown in binary or JSON`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile(
                payloads: #"{"PayloadType":"CustomSettingsV2","CustomSettings":"a\u0001b"}"#)
            let path = "/_mock/profiles/\(uuid)/preview"
            #expect(try await console.admin(.get, path).headers[.contentType] == "application/x-plist")
            let xml = try await console.admin(.get, "\(path)?format=xml")
            #expect(xml.status == .unprocessableContent && xml.text.contains("clients get it in binary"))
            #expect(try await console.adminJSON("\(path)?format=json")["mediaType"] as? String == "application/x-plist")
        }
    }

    @Test func `Images are those of the group that is asked for`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile(
                "Top", group: "global",
                payloads: #"{"PayloadType":"BrandingSettingsV2","CompanyLogoPhone":"image:logo"}"#)
            let path = "/_mock/profiles/\(uuid)/preview?format=json"
            let above = try await console.adminJSON(path)
            #expect((above["problems"] as? [String])?.first?.contains("no image logo in global") == true)
            let below = try await console.admin(.get, "\(path)&group=demo")
            #expect(below.text.contains("/deviceservices/branding/"))
            let headers = try await console.credentials(.consoleAdministrator, of: "demo")
            let own = try await console.send(.get, path, headers: headers)
            #expect(own.text.contains("/deviceservices/branding/"))
            let review = try await console.profileUUID("Review")
            for query in ["group=appreview", "group=nobody", "group=a%2Fb", "format=yaml"] {
                let response = try await console.admin(.get, "/_mock/profiles/\(review)/preview?\(query)")
                #expect(response.status == .badRequest, "\(query)")
            }
        }
    }
}
