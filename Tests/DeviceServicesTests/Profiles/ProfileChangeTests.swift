import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Single payloads and settings are changed, and nobody overwrites what they have not seen (AdminAPI, "SDK profiles").
struct ProfileChangeTests {
    private static func withProfile(
        _ payloads: String = "\(Profiles.logging),\(Profiles.analytics)",
        _ body: @escaping @Sendable (TestConsole, String) async throws -> Void
    ) async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile(payloads: payloads)
            try await body(console, "/_mock/profiles/\(uuid)")
        }
    }

    @Test func `One setting changes, others stay`() async throws {
        try await Self.withProfile { console, path in
            let change = #"{"payloads":{"LoggingSettingsV2":{"LoggingLevel":"debug","note":"x"}}}"#
            let response = try await console.admin(.patch, path, text: change)
            let payloads = try response.payloads()
            #expect(payloads.count == 2 && payloads[0]["LoggingLevel"] as? Int == 3)
            #expect(payloads[0]["SendLogsOverWifi"] as? Bool == false && payloads[0]["note"] as? String == "x")
            #expect(try response.json()["version"] as? Int == 2 && response.json()["name"] as? String == "Field")
        }
    }

    @Test func `Null takes a setting or a payload away, a new payload comes to the end`() async throws {
        try await Self.withProfile { console, path in
            let change = """
                {"payloads":{"CustomSettingsV2":{"CustomSettings":"{}"},"LoggingSettingsV2":{"LoggingLevel":null},
                 "AnalyticsSettingsV2":null,"NoSuch":null}}
                """
            let payloads = try await console.admin(.patch, path, text: change).payloads()
            #expect(payloads.map { $0["PayloadType"] as? String } == ["LoggingSettingsV2", "CustomSettingsV2"])
            #expect(payloads[0]["LoggingLevel"] == nil && payloads[0]["SendLogsOverWifi"] as? Bool == false)
        }
    }

    @Test func `Of a type that occurs twice the last is changed, as clients read that one`() async throws {
        try await Self.withProfile("\(Profiles.logging),\(Profiles.analytics),\(Profiles.logging)") { console, path in
            let response = try await console.admin(
                .patch, path, text: #"{"payloads":{"LoggingSettingsV2":{"LoggingLevel":0}}}"#)
            #expect(try response.payloads().map { $0["LoggingLevel"] as? Int } == [2, nil, 0])
            let warnings = try #require(try response.json()["warnings"] as? [String])
            #expect(warnings.contains { $0.contains("more than once") })
        }
    }

    @Test func `A change that changes nothing makes no version`() async throws {
        try await Self.withProfile { console, path in
            let before = try await console.admin(.get, path)
            console.clock.advance(seconds: 60)
            for change in ["{}", #"{"payloads":{"LoggingSettingsV2":{"LoggingLevel":"information"}}}"#] {
                #expect(try await console.admin(.patch, path, text: change).text == before.text)
            }
            #expect(try await console.parts.count("sdkProfileVersion") == 4)
            #expect(try await console.profileEvents().count == 1)
        }
    }

    @Test(arguments: [
        (#"{"payloads":[]}"#, 400, "an object of payload types"), (#"{"payloads":{"X":1}}"#, 400, "object of settings"),
        (#"{"payloads":{"":{}}}"#, 400, "1 to 255"), (#"{"group":"appreview","colour":1}"#, 400, "no member colour"),
        (#"{"inherits":1}"#, 400, "true or false"), (#"{"version":9}"#, 409, "version 1 now"),
        (#"{"payloads":{"LoggingSettingsV2":{"LoggingLevel":9}}}"#, 422, "one of -1 (off)"),
        (#"{"payloads":{"LoggingSettingsV2":{"PayloadUUID":1}}}"#, 422, "a string"),
        (#"{"payloads":{"BrandingSettingsV2":{"CompanyLogoPhone":"image:no"}}}"#, 422, "an image that demo"),
    ])
    func `A change that cannot be made leaves everything as it is`(
        body: String, status: Int, reason: String
    ) async throws {
        try await Self.withProfile { console, path in
            let before = try await console.admin(.get, path)
            let response = try await console.admin(.patch, path, text: body)
            #expect(response.status.code == status && response.text.contains(reason), "\(response.text)")
            #expect(try await console.admin(.get, path).text == before.text)
        }
    }

    @Test func `A change goes through with the tag or version that is in force, and not with an old one`() async throws
    {
        try await Self.withProfile { console, path in
            let first = try #require(try await console.admin(.get, path).headers[.eTag])
            func change(_ level: Int, _ tag: String) async throws -> Int {
                let body = #"{"payloads":{"LoggingSettingsV2":{"LoggingLevel":\#(level)}}}"#
                return try await console.admin(.patch, path, text: body, headers: ["If-Match": tag]).status.code
            }
            #expect(try await change(0, first) == 200)
            #expect(try await change(1, first) == 412)
            #expect(try await change(1, "\"2\"") == 200)
            #expect(try await change(1, "\"2\"") == 412)
            #expect(try await change(2, "*") == 200)
            #expect(try await change(3, "\"x\", \"4\"") == 200)
            let deleted = try await console.admin(.delete, path, text: "", headers: ["If-Match": first])
            #expect(deleted.status == .preconditionFailed)
            #expect(try deleted.json()["errorCode"] as? Int == 412)
            let replaced = try await console.admin(.put, path, text: #"{"name":"x","version":1}"#)
            #expect(replaced.status == .conflict && replaced.text.contains("version 5 now"))
            let renamed = try await console.admin(.put, path, text: #"{"name":"x","version":5}"#)
            #expect(renamed.status == .ok)
        }
    }

    @Test func `A rename moves the tag but not the version`() async throws {
        try await Self.withProfile { console, path in
            let first = try #require(try await console.admin(.get, path).headers[.eTag])
            _ = try await console.admin(.patch, path, text: #"{"description":"new"}"#)
            let stale = try await console.admin(
                .patch, path, text: #"{"description":"newer"}"#, headers: ["If-Match": first])
            #expect(stale.status == .preconditionFailed && stale.text.contains("of version 1"))
        }
    }
}
