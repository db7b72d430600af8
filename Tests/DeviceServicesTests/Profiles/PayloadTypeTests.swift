import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// The catalogue of payload types comes from the tables payloads are validated by (AdminAPI, "Payload types").
struct PayloadTypeTests {
    private static func types(_ console: TestConsole) async throws -> [[String: Any]] {
        try await console.admin(.get, "/_mock/profiles/payload-types").items()
    }

    private static func key(_ type: String, _ name: String, _ console: TestConsole) async throws -> [String: Any] {
        let types = try await types(console)
        let keys = types.first { $0["type"] as? String == type }?["keys"] as? [[String: Any]]
        return try #require(keys?.first { $0["name"] as? String == name })
    }

    @Test func `Every type and every setting is there, described`() async throws {
        try await withConsole { console in
            let types = try await Self.types(console)
            #expect(types.compactMap { $0["type"] as? String } == PayloadSchema.all.map(\.type))
            for (type, schema) in zip(types, PayloadSchema.all) {
                let keys = try #require(type["keys"] as? [[String: Any]])
                #expect(keys.compactMap { $0["name"] as? String } == schema.keys.map(\.name))
                #expect(keys.compactMap { $0["allowed"] as? String } == schema.keys.map(\.kind.allowed))
                #expect(keys.allSatisfy { ($0["summary"] as? String)?.isEmpty == false && $0["kind"] is String })
                #expect(type["summary"] as? String == schema.summary)
            }
        }
    }

    @Test func `Ranges, choices, defaults and secrets are told`() async throws {
        try await withConsole { console in
            let length = try await Self.key("PasscodePoliciesV2", "MinimumPasscodeLength", console)
            #expect(length["minimum"] as? Double == 0 && length["maximum"] as? Double == 255)
            #expect(length["default"] as? Int == 0 && length["isSecret"] as? Bool == false)
            let period = try await Self.key("OfflineAccessPoliciesV2", "MaximumPeriodAllowedOffline", console)
            #expect(period["orExactly"] as? Double == -1 && period["kind"] as? String == "real")
            let level = try await Self.key("LoggingSettingsV2", "LoggingLevel", console)
            #expect((level["choices"] as? [[String: Any]])?.count == 5 && level["default"] as? Int == -1)
            let words = (level["choices"] as? [[String: Any]])?.compactMap { $0["synonyms"] as? [String] }
            #expect(words == [["verbose"]])
            let paste = try await Self.key("DataLossPreventionV2", "EnableCopyPaste", console)
            #expect(paste["label"] == nil)
            #expect(paste["default"] as? Bool == true)
            let password = try await Self.key("CredentialsSettingsV2", "Password", console)
            #expect(password["isSecret"] as? Bool == true && password["default"] == nil)
            #expect(password["maximumLength"] as? Int == 1024)
        }
    }

    @Test(arguments: [
        ("EnableCopyPasteOut", "Enable Copy and Paste Out"), ("EnableCopyPasteInto", "Enable Copy and Paste Into"),
        ("EnableThirdPartyKeyboards", "Enable Third Party Keyboards"),
    ])
    func `Restrictions have the labels of the product guides`(name: String, label: String) async throws {
        try await withConsole { console in
            let key = try await Self.key("DataLossPreventionV2", name, console)
            #expect(key["label"] as? String == label && key["kind"] as? String == "boolean")
            #expect(key["default"] as? Bool == true)
        }
    }

    @Test func `Every default in the catalogue is taken when it is sent`() async throws {
        try await withConsole { console in
            let payloads = try await Self.types(console).map { type in
                var payload: [String: Any] = ["PayloadType": try #require(type["type"] as? String)]
                for key in try #require(type["keys"] as? [[String: Any]]) {
                    if let name = key["name"] as? String { payload[name] = key["default"] }
                }
                return payload
            }
            let data = try JSONSerialization.data(withJSONObject: ["payloads": payloads])
            let response = try await console.admin(
                .post, "/_mock/profiles/validate", text: String(decoding: data, as: UTF8.self))
            #expect(try response.json()["isValid"] as? Bool == true, "\(response.text)")
        }
    }
}
