import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// A group chooses the generation of the SDK that it tests with (SDKProfile, section 6).
struct SDKGenerationTests {
    private static let compliance = #"{"PayloadType":"SDKAppComplianceV2","EnableOSVersion":false}"#

    private static func choose(_ generation: String, _ console: TestConsole, of group: String = "demo") async throws {
        let answer = try await console.admin(
            .patch, "/_mock/groups/\(group)/settings", text: "{\"sdkGeneration\":\(generation)}")
        #expect(answer.status == .ok, "\(answer.text)")
    }

    private static func version(_ console: TestConsole) async throws -> String? {
        let status = "/deviceservices/awmdmsdk/v1/platform/2/uid/3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c/status"
        return try await console.send(ClientRequest(method: "GET", target: status)).headers["x-aw-version"]
    }

    @Test func `Devices of a group see the console version of its generation, others that of the console`()
        async throws
    {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            #expect(try await Self.version(console) == "24.10.0.0")
            for (generation, version) in [("\"18.5.2\"", "9.1.1.0"), ("19.8", "9.3.0.0"), ("null", "24.10.0.0")] {
                try await Self.choose(generation, console)
                #expect(try await Self.version(console) == version)
                let answer = try await device.sendAuthenticated(
                    .init(method: "GET", target: "/deviceservices/iOS/SettingsEndpoint.aspx"))
                #expect(answer.headers["x-aw-version"] == version)
                let unknown = try await console.send(
                    ClientRequest(method: "HEAD", target: "/deviceservices/AuthenticationEndpoint.aws"))
                #expect(unknown.headers["x-aw-version"] == "24.10.0.0")
                let information = try await console.adminJSON("/api/system/info")
                #expect(information["ProductVersion"] as? String == "24.10.0.0")
            }
        }
    }

    @Test func `A generation is inherited, and an unknown one is refused`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            try await Self.choose("\"19.8\"", console, of: "Global")
            #expect(try await Self.version(console) == "9.3.0.0")
            let refused = try await console.admin(
                .patch, "/_mock/groups/demo/settings", text: #"{"sdkGeneration":"17"}"#)
            #expect(
                refused.status == .badRequest && refused.text.contains("one of any, 18.5.2, 19.8"), "\(refused.text)")
        }
    }

    @Test func `An environment file has it as a text or a number, and an export brings it back`() async throws {
        try await withConsole { console in
            for written in ["19.8", "'19.8'", "18.5.2"] {
                let answer = try await console.importEnvironment(
                    """
                    version: 2
                    organizationGroups: [{path: global/demo, settings: {sdkGeneration: \(written)}}]
                    """)
                #expect(answer.status == .ok, "\(answer.text)")
                let exported = try await console.admin(.get, "/_mock/environment").text
                #expect(exported.contains("sdkGeneration: "), "\(exported)")
                #expect(try await console.importEnvironment(exported, onConflict: "fail").status == .ok)
            }
        }
    }

    @Test func `Payload types of a later generation are not offered`() async throws {
        try await withConsole { console in
            func types(_ group: String) async throws -> [String: [String]] {
                let items = try await console.admin(.get, "/_mock/profiles/payload-types\(group)").items()
                return Dictionary(
                    uniqueKeysWithValues: items.map { type in
                        let keys = type["keys"] as? [[String: Any]] ?? []
                        return (type["type"] as? String ?? "", keys.compactMap { $0["name"] as? String })
                    })
            }
            for (generation, isOffered) in [("\"18.5.2\"", false), ("\"19.8\"", true), ("\"any\"", true)] {
                try await Self.choose(generation, console)
                let offered = try await types("?group=demo")
                #expect(offered.keys.contains("SDKAppComplianceV2") == isOffered)
                #expect(offered["CredentialsSettingsV2"]?.contains("RootCertificates") == isOffered)
                #expect(offered["CredentialsSettingsV2"]?.contains("PayloadContent") == true)
                #expect(try await types("").keys.contains("SDKAppComplianceV2"))
            }
            #expect(
                try await console.admin(.get, "/_mock/profiles/payload-types?group=nowhere").status == .badRequest)
        }
    }

    @Test func `A profile with payloads of a later generation brings a warning`() async throws {
        try await withConsole { console in
            try await Self.choose("\"18.5.2\"", console)
            let review = try await console.admin(
                .post, "/_mock/profiles/validate",
                text: #"{"group":"demo","payloads":[\#(Self.compliance)]}"#
            ).json()
            let warning = "SDKAppComplianceV2 is of SDK 19.8"
            #expect((review["warnings"] as? [String])?.contains { $0.hasPrefix(warning) } == true)
            let uuid = try await console.addProfile(payloads: Self.compliance)
            func warnings() async throws -> [String] {
                try await console.adminJSON("/_mock/profiles/\(uuid)")["warnings"] as? [String] ?? []
            }
            #expect(try await warnings().contains { $0.hasPrefix(warning) })
            try await Self.choose("\"19.8\"", console)
            #expect(try await warnings().isEmpty)
        }
    }

    @Test func `Clients of 18_5_2 get the names that they read, whatever is configured`() async throws {
        try await withConsole([\.wireCopyPasteOut: "copyOut"]) { console in
            try await console.giveProfile("[{PayloadType: DataLossPreventionV2, EnableCopyPasteOut: false}]")
            let app = try await console.signedInDevice()
            for (generation, name) in [("\"18.5.2\"", "EnableCopyPaste"), ("\"19.8\"", "copyOut"), ("null", "copyOut")]
            {
                try await Self.choose(generation, console)
                let settings = try await app.fetchProfile()?.payloads.first { $0.type == "DataLossPreventionV2" }?
                    .settings
                #expect(settings == [name: .bool(false)])
            }
        }
    }
}
