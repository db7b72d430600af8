import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Who sees, changes and copies which profile, and its secrets (AdminAPI, "SDK profiles").
struct ProfileScopeTests {
    private static let list = "/_mock/profiles"

    @Test func `Profiles of groups above are read, not changed; those beside are not there`() async throws {
        try await withConsole { console in
            let above = try await console.addProfile("Top", group: "global")
            let beside = try await console.profileUUID("App Review")
            let headers = try await console.credentials(.consoleAdministrator, of: "demo")
            let names = try await console.send(.get, Self.list, headers: headers).items().map { $0["name"] as? String }
            #expect(names == ["Review", "Everything", "Top"])
            let shown = try await console.send(.get, "\(Self.list)/\(above)", headers: headers)
            #expect(try shown.json()["isReadOnly"] as? Bool == true)
            for (method, tail) in [
                (HTTPRequest.Method.put, ""), (.patch, ""), (.delete, ""), (.post, "/versions/1/restore"),
            ] {
                let body = #"{"name":"Mine"}"#
                let forbidden = try await console.send(
                    method, "\(Self.list)/\(above)\(tail)", headers: headers, text: body)
                #expect(forbidden.status == .forbidden && forbidden.text.contains("above your groups"))
                let missing = try await console.send(
                    method, "\(Self.list)/\(beside)\(tail)", headers: headers, text: body)
                #expect(missing.status == .notFound)
            }
            for tail in ["", "/versions", "/versions/1", "/versions/1/diff", "/preview"] {
                let missing = try await console.send(.get, "\(Self.list)/\(beside)\(tail)", headers: headers)
                #expect(missing.status == .notFound)
                let readable = try await console.send(.get, "\(Self.list)/\(above)\(tail)", headers: headers)
                #expect(readable.status == .ok)
            }
            let added = try await console.send(
                .post, Self.list, headers: headers, text: Profiles.body(group: "appreview"))
            #expect(added.status == .badRequest)
        }
    }

    @Test func `Whoever only reads changes nothing`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile()
            for role in [AdministratorRole.readOnly, .deviceManager] {
                let headers = try await console.credentials(role, of: "demo")
                let shown = try await console.send(.get, "\(Self.list)/\(uuid)", headers: headers)
                #expect(try shown.json()["isReadOnly"] as? Bool == true)
                for (method, path) in [
                    (HTTPRequest.Method.post, Self.list), (.put, "\(Self.list)/\(uuid)"),
                    (.patch, "\(Self.list)/\(uuid)"), (.delete, "\(Self.list)/\(uuid)"),
                    (.post, "\(Self.list)/\(uuid)/copy"), (.post, "\(Self.list)/\(uuid)/versions/1/restore"),
                    (.put, "/_mock/applications/1/profile"), (.put, "/_mock/groups/demo/images/x"),
                ] {
                    let response = try await console.send(method, path, headers: headers, text: "{}")
                    #expect(response.status == .forbidden, "\(role) \(method) \(path)")
                    #expect(try response.json()["errorCode"] as? Int == 1011)
                }
            }
        }
    }

    @Test func `Secrets are shown to those who may change the profile, and nowhere else`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile(payloads: Profiles.credentials)
            let path = "\(Self.list)/\(uuid)"
            let open = try await console.admin(.get, path).payloads()[0]
            #expect(open["Password"] as? String == "hunter2" && open["PayloadContent"] as? [String: String] != nil)
            _ = try await console.admin(
                .patch, path, text: #"{"payloads":{"CredentialsSettingsV2":{"Password":"hunter3"}}}"#)
            let headers = try await console.credentials(.readOnly, of: "demo")
            for tail in ["", "/versions/1", "/versions/1/diff", "/preview", "/preview?format=json"] {
                let shown = try await console.send(.get, "\(path)\(tail)", headers: headers)
                #expect(
                    shown.status == .ok && !shown.text.contains("hunter")
                        && !shown.text.contains(CertificateFixtures.identity))
                #expect(shown.text.contains(ProfilePayload.hidden))
            }
            let events = try await console.profileEvents()
            #expect(events.count == 2 && events.allSatisfy { !$0.contains("hunter") })
            #expect(events[1].contains(#""CredentialsSettingsV2.Password":"(hidden)""#))
        }
    }

    @Test func `A preview for a device hides secrets from those who only read`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice(bundle: "com.example.everything")
            let path = "/_mock/devices/\(app.device)/profile?bundleId=com.example.everything"
            let open = try await console.admin(.get, path)
            #expect(open.text.contains("sample-only"))
            let headers = try await console.credentials(.readOnly, of: "demo")
            for format in ["", "&format=json"] {
                let shown = try await console.send(.get, path + format, headers: headers)
                #expect(shown.status == .ok && !shown.text.contains("sample-only"))
            }
        }
    }

    @Test func `What stands for a secret is not taken for one`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile(payloads: Profiles.credentials)
            let headers = try await console.credentials(.readOnly, of: "demo")
            let shown = try await console.send(.get, "\(Self.list)/\(uuid)", headers: headers)
            let back = try await console.admin(.put, "\(Self.list)/\(uuid)", text: shown.text)
            #expect(back.status == .unprocessableContent)
            #expect(try back.details().allSatisfy { $0.contains("the secret itself, or left out") })
        }
    }

    @Test func `A free text is not told in the event log`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile(
                payloads: #"{"PayloadType":"CustomSettingsV2","CustomSettings":"a"}"#)
            _ = try await console.admin(
                .patch, "\(Self.list)/\(uuid)",
                text: #"{"payloads":{"CustomSettingsV2":{"CustomSettings":"key=4711"}}}"#)
            let events = try await console.events("sdkProfile.updated")
            #expect(events[0].contains("a string of 8 characters") && !events[0].contains("4711"))
        }
    }

    @Test func `A profile is copied within its group and to another`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile(payloads: Profiles.credentials)
            let path = "\(Self.list)/\(uuid)/copy"
            let near = try await console.admin(.post, path)
            #expect(near.status == .created)
            #expect(try near.json()["name"] as? String == "Field copy" && near.json()["group"] as? String == "demo")
            #expect(try near.json()["uuid"] as? String != uuid && near.json()["version"] as? Int == 1)
            #expect(try near.payloads()[0]["Password"] as? String == "hunter2")
            let far = try await console.admin(.post, path, text: #"{"group":"appreview"}"#)
            #expect(try far.json()["name"] as? String == "Field" && far.json()["group"] as? String == "appreview")
            let taken = try await console.admin(.post, path, text: #"{"group":"appreview","name":"field"}"#)
            #expect(taken.status == .conflict)
            let nobody = try await console.admin(.post, path, text: #"{"group":"nobody"}"#)
            #expect(nobody.status == .badRequest)
            let unknown = try await console.admin(.post, path, text: #"{"payloads":[]}"#)
            #expect(unknown.status == .badRequest && unknown.text.contains("only group, name"))
        }
    }

    @Test func `A copy to a group that lacks an image is refused`() async throws {
        try await withConsole { console in
            let uuid = try await console.profileUUID("Everything")
            let response = try await console.admin(
                .post, "\(Self.list)/\(uuid)/copy", text: #"{"group":"appreview"}"#)
            #expect(response.status == .unprocessableContent)
            #expect(try response.details().count == 2)
        }
    }

    @Test func `A copy of a profile from above comes without its secrets, and says so`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile("Top", group: "global", payloads: Profiles.credentials)
            let headers = try await console.credentials(.consoleAdministrator, of: "demo")
            let path = "\(Self.list)/\(uuid)/copy"
            let there = try await console.send(.post, path, headers: headers)
            #expect(there.status == .forbidden)
            let response = try await console.send(.post, path, headers: headers, text: #"{"group":"demo"}"#)
            #expect(response.status == .created)
            let payload = try response.payloads()[0]
            #expect(payload["Password"] == nil && payload["PayloadContent"] == nil)
            #expect(payload["CertificateName"] as? String == "Services")
            let warnings = try #require(try response.json()["warnings"] as? [String])
            #expect(warnings.contains("CredentialsSettingsV2.Password is a secret of global and was left out."))
        }
    }
}
