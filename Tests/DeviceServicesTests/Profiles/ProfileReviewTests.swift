import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Payloads are checked with every finding at once, with or without keeping them (AdminAPI, "Validation").
struct ProfileReviewTests {
    private static func validate(_ payloads: String, _ console: TestConsole, group: String = "demo") async throws
        -> [String: Any]
    {
        let response = try await console.admin(
            .post, "/_mock/profiles/validate", text: #"{"group":"\#(group)","payloads":[\#(payloads)]}"#)
        #expect(response.status == .ok, "\(response.text)")
        return try response.json()
    }

    @Test func `Everything that is wrong is said at once, with payload, key, value and range`() async throws {
        try await withConsole { console in
            let payloads = """
                \(Profiles.logging),
                {"PayloadType":"LoggingSettingsV2","LoggingLevel":9,"SendLogsOverWifi":"yes"},
                {"PayloadType":"NetworkAccessV2","AllowedSSIDs":["a",1],"AllowCellularConnection":null},
                {"PayloadType":""},{"LoggingLevel":1},7,
                {"PayloadType":"BrandingSettingsV2","CompanyLogoPhone":"image:nobody"}
                """
            let response = try await console.admin(
                .post, "/_mock/profiles", text: Profiles.body(payloads: payloads))
            #expect(response.status == .unprocessableContent)
            #expect(try response.json()["errorCode"] as? Int == 422)
            let details = try response.details()
            #expect(details.count == 8)
            for sentence in [
                "payloads[1]: LoggingSettingsV2.LoggingLevel must be one of -1 (off), 0 (error), 1 (warning), 2 (information), 3 (debug or verbose), not 9.",
                "payloads[1]: LoggingSettingsV2.SendLogsOverWifi must be true or false, not yes.",
                "payloads[2]: NetworkAccessV2.AllowedSSIDs must be an array of strings, not an array of 2.",
                "payloads[5] must be an object, not number.",
                "payloads[6]: BrandingSettingsV2.CompanyLogoPhone must be an image that demo or a group above or below it has, not image:nobody.",
            ] {
                #expect(details.contains(sentence), "\(details)")
            }
            #expect(details.contains { $0.hasPrefix("payloads[2]: NetworkAccessV2.AllowCellularConnection") })
            #expect(details.filter { $0.contains("a payload type of 1 to 255 characters") }.count == 2)
            #expect(try await console.parts.count("sdkProfile") == 3)
        }
    }

    @Test func `A dry run answers what would be kept, and keeps nothing`() async throws {
        try await withConsole { console in
            let body = try await Self.validate(
                ##"{"PayloadType":"BrandingSettingsV2","PrimaryColor":"#336699","CompanyLogoPhone":"image:logo"}"##,
                console)
            #expect(body["isValid"] as? Bool == true && (body["findings"] as? [Any])?.isEmpty == true)
            let payloads = try #require(body["payloads"] as? [[String: Any]])
            #expect(payloads[0]["PrimaryColor"] as? Int == 0x336699)
            #expect(try await console.parts.count("sdkProfile") == 3)
            let wrong = try await Self.validate(
                #"{"PayloadType":"PasscodePoliciesV2","MinimumPasscodeLength":256}"#, console)
            #expect(wrong["isValid"] as? Bool == false)
            let finding = try #require((wrong["findings"] as? [[String: Any]])?.first)
            #expect(finding["position"] as? Int == 0 && finding["payload"] as? String == "PasscodePoliciesV2")
            #expect(finding["key"] as? String == "MinimumPasscodeLength" && finding["value"] as? String == "256")
            #expect(finding["allowed"] as? String == "an integer from 0 to 255")
        }
    }

    @Test func `Without a group images are not looked for, and an unknown group is refused`() async throws {
        try await withConsole { console in
            let image = #"{"PayloadType":"BrandingSettingsV2","CompanyLogoPhone":"image:nobody"}"#
            let open = try await console.admin(
                .post, "/_mock/profiles/validate", text: #"{"payloads":[\#(image)]}"#)
            #expect(try open.json()["isValid"] as? Bool == true)
            let closed = try await Self.validate(image, console)
            #expect(closed["isValid"] as? Bool == false)
            let nobody = try await console.admin(
                .post, "/_mock/profiles/validate", text: #"{"group":"nobody","payloads":[]}"#)
            #expect(nobody.status == .badRequest)
        }
    }

    @Test(arguments: [
        (Profiles.logging + "," + Profiles.logging, "LoggingSettingsV2 stands in the profile more than once"),
        (#"{"PayloadType":"loggingsettings"}"#, "no type clients know, unlike LoggingSettingsV2"),
        (#"{"PayloadType":"LoggingSettingsV2","logginglevel":1}"#, "no setting clients know, unlike LoggingLevel"),
        (#"{"PayloadType":"LoggingSettingsV2","Level":1}"#, "LoggingSettingsV2.Level is no setting clients know: it"),
        (#"{"PayloadType":"PasscodePoliciesV2","PasscodeMode":1}"#, "no effect while AuthenticationType is disabled"),
        (#"{"PayloadType":"OfflineAccessPoliciesV2"}"#, "blocks the app as soon as it is offline"),
        (
            #"{"PayloadType":"CertificateSettingsV2","CertificateIssuer":"i","IssuerToken":"t"}"#,
            "cannot fetch the certificate"
        ),
    ])
    func `What is allowed but probably a mistake is a warning`(payloads: String, warning: String) async throws {
        try await withConsole { console in
            let body = try await Self.validate(payloads, console)
            #expect(body["isValid"] as? Bool == true)
            let warnings = body["warnings"] as? [String] ?? []
            #expect(warnings.contains { $0.contains(warning) }, "\(warnings)")
        }
    }

    @Test func `The profiles of a first start deserve no warning`() async throws {
        try await withConsole { console in
            for name in ["Review", "Everything", "App Review"] {
                let body = try await console.adminJSON("/_mock/profiles/\(try await console.profileUUID(name))")
                #expect((body["warnings"] as? [String])?.isEmpty == true, "\(name): \(body["warnings"] ?? "")")
            }
        }
    }

    @Test func `What a property list or an environment file cannot hold is a finding`() async throws {
        try await withConsole { console in
            let deep = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)
            let body = try await Self.validate(
                #"{"PayloadType":"x","a":{"$real":"nan"},"b":\#(deep),"c":{"$data":"*"},"d":99999999999999999999}"#,
                console)
            let keys = (body["findings"] as? [[String: Any]])?.compactMap { $0["key"] as? String }
            #expect(keys == ["a", "b", "c", "d"])
        }
    }

    @Test func `Data, dates and reals come back in the form they are written in`() async throws {
        try await withConsole { console in
            let payload = """
                {"PayloadType":"x","data":{"$data":"AAEC"},"date":{"$date":"2026-03-05T10:20:30Z"},"real":{"$real":3},
                 "nested":{"list":[1,true,"x"]}}
                """
            let uuid = try await console.addProfile(payloads: payload)
            let shown = try await console.admin(.get, "/_mock/profiles/\(uuid)")
            let kept = try shown.payloads()
            let sent = try #require(
                try JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any])
            #expect(kept[0] as NSDictionary == sent as NSDictionary)
            let environment = try await console.parts.features.environment.exporter.exportText()
            try await withConsole { other in
                #expect(try await other.importEnvironment(environment).status == .ok)
                let copied = try await other.admin(.get, "/_mock/profiles/\(uuid)")
                #expect(try copied.payloads() as NSArray == (try shown.payloads()) as NSArray)
            }
        }
    }
}
