import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Custom settings arrive exactly as they were given, whatever they are (SDKProfile, section 3.14).
struct CustomSettingsTests {
    /// A kind of custom settings, and whether XML can hold it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        var isXML = true
    }

    static let samples: [Sample] = [
        Sample(
            testDescription: "XML",
            text: "<?xml version=\"1.0\"?>\n<a b='1 &amp; 2'>\n\t<![CDATA[<x>]]> ]]&gt;<!-- c --></a>\n"),
        Sample(testDescription: "JSON", text: "{\"url\":\"https:\\/\\/h\\/p?a=1&b=2\",\"n\":1.0,\"u\":\"\\u00e9 é\"}"),
        Sample(testDescription: "key-value", text: "# comment\nkey = value\npath=C:\\temp\nempty=\n"),
        Sample(testDescription: "key-value of Windows", text: "key=value\r\nother=1\r\n", isXML: false),
        Sample(testDescription: "CSV", text: "id;name\n1;\"Müller; \"\"Ä\"\"\"\n2;,,,\t\n"),
        Sample(testDescription: "CSV with carriage returns", text: "id,name\r\n1,x\r\n", isXML: false),
        Sample(testDescription: "text", text: "  leading and trailing blanks  \n\n"),
        Sample(testDescription: "emoji", text: "👩‍👩‍👧‍👦 🇳🇴 e\u{301} \u{10FFFF} \u{FEFF}"),
        Sample(testDescription: "control characters", text: "\u{1}\u{7}\u{1B}[0m\u{7F}", isXML: false),
        Sample(testDescription: "line ends of other systems", text: "a\rb\u{85}c\u{2028}d\u{2029}", isXML: false),
        Sample(testDescription: "nothing", text: ""),
        Sample(testDescription: "what looks like a number", text: "007"),
        Sample(testDescription: "one mebibyte", text: String(repeating: "0123456789abcde\n", count: 65_536)),
        Sample(testDescription: "one mebibyte of emoji", text: String(repeating: "🏔", count: 262_144)),
    ]

    /// An environment in JSON, which is YAML: no text needs thought.
    private static func environment(_ text: String) throws -> String {
        let payload = ["PayloadType": "CustomSettingsV2", "CustomSettings": text]
        let group: [String: Any] = [
            "path": "global/demo",
            "profiles": [["name": "Review", "payloads": [payload]]],
        ]
        let data = try JSONSerialization.data(withJSONObject: ["version": 1, "organizationGroups": [group]])
        // YAML takes some characters for line ends or refuses them unless they are escaped.
        return String(
            String.UnicodeScalarView(
                String(decoding: data, as: UTF8.self).unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
                    guard (0x7F...0xFFFF).contains(scalar.value) else { return [scalar] }
                    return Array(("\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()).unicodeScalars)
                }))
    }

    @Test(arguments: samples) func `What was given arrives`(sample: Sample) async throws {
        try await withConsole { console in
            let response = try await console.importEnvironment(try Self.environment(sample.text))
            try #require(response.status == .ok, "\(response.text.prefix(500))")
            let app = try await console.signedInDevice(scheme: .bearer)
            let answer = try await app.sendAuthenticated(
                .init(method: "GET", target: "/deviceservices/iOS/SettingsEndpoint.aspx"))
            #expect(answer.body.starts(with: Data("bplist00".utf8)) != sample.isXML)
            let arrived = try await app.fetchProfile()?.payloads.first?.settings["CustomSettings"]?.stringValue
            #expect(arrived.map { Array($0.utf8) == Array(sample.text.utf8) } == true)
        }
    }

    @Test(arguments: samples) func `An export brings it to another console`(sample: Sample) async throws {
        let export = try await withParts { parts in
            try await parts.importYAML(try EnvironmentFixtures.builtIn())
            try await parts.importYAML(try Self.environment(sample.text))
            return try await parts.features.environment.exporter.exportText()
        }
        let texts = try EnvironmentReader.read(export).groups.flatMap(\.profiles).flatMap(\.payloads)
            .compactMap { $0.settings["CustomSettings"]?.stringValue }
        #expect(texts.contains { Array($0.utf8) == Array(sample.text.utf8) })
    }
}
