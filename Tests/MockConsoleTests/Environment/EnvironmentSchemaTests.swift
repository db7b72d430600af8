import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// The published schema says what the importer does.
struct EnvironmentSchemaTests {
    @Test(.enabled { try await SchemaChecker.isInstalled() })
    func `Files that can be imported meet the schema`() async throws {
        let exports = try await withConsole { console in
            let demo = try await console.admin(.get, "/_mock/environment").text
            _ = try await console.importEnvironment(EnvironmentFixtures.global("name: More"))
            return [demo, try await console.admin(.get, "/_mock/environment").text]
        }
        let rich = try await withParts { parts in
            try await parts.importYAML(EnvironmentFixtures.rich)
            return try await parts.features.environment.exporter.exportText()
        }
        let articles = try ["README.md", "Sources/MockConsole/MockConsole.docc/EnvironmentFile.md"].map(Self.examples)
        let files =
            [try EnvironmentFixtures.builtIn(), EnvironmentFixtures.rich, rich] + exports + Array(articles.joined())
        #expect(files.count >= 7)
        for (file, problems) in zip(files, try await SchemaChecker.problems(of: files)) {
            #expect(problems.isEmpty, "\(problems) in \(file.prefix(500))")
        }
    }

    /// Whole files that an article shows.
    private static func examples(in article: String) throws -> [String] {
        let text = try String(contentsOf: URL(filePath: BinaryConsole.root + article), encoding: .utf8)
        return text.components(separatedBy: "```yaml\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }.filter { $0.hasPrefix("version: 2\n") }
    }

    /// Parts of messages about what a schema cannot say.
    private static let onlyAnImportFinds = [
        "twice", "there is no ", "only the topmost group", "is not before version", "is nested too deeply",
        "has more than 4194304 bytes", "belongs to", "is said elsewhere", "must be a JSON text", "is no model of",
        "given to a smart group twice", "as an export writes it: $scrypt", "must have 1 to 255 characters",
    ]

    @Test(.enabled { try await SchemaChecker.isInstalled() })
    func `Files the importer refuses for their form do not meet the schema`() async throws {
        let bad = [
            EnvironmentProblemTests.groups, EnvironmentProblemTests.settings, EnvironmentProblemTests.people,
            EnvironmentProblemTests.profiles, EnvironmentProblemTests.smartGroups, EnvironmentProblemTests.applications,
            EnvironmentStoreTests.bad, EnvironmentMDMProfileTests.bad,
        ].joined()
        let refused = bad.filter { file in
            // A number nobody can write in JSON is none of a schema's.
            !file.text.contains(".nan")
                && (!Self.onlyAnImportFinds.contains { file.message.contains($0) } || file.text.contains("''"))
        }
        #expect(refused.count >= 70)
        for (file, problems) in zip(refused, try await SchemaChecker.problems(of: refused.map(\.text))) {
            #expect(!problems.isEmpty, "\(file.text.suffix(300)) meets the schema; the importer says \(file.message)")
        }
    }

    /// Settings of payloads, each with a value that is taken and one that is not.
    private static let settings: [(type: String, good: String, bad: String)] = [
        ("LoggingSettingsV2", "LoggingLevel: Debug", "LoggingLevel: loud"),
        ("LoggingSettingsV2", "LoggingLevel: -1", "LoggingLevel: '1'"),
        ("PasscodePoliciesV2", "MinimumPasscodeLength: 255", "MinimumPasscodeLength: 256"),
        ("PasscodePoliciesV2", "AllowSimple: true", "AllowSimple: 1"),
        ("PasscodePoliciesV2", "AllowedSites: [a, '*.b']", "AllowedSites: [5]"),
        ("BrandingSettingsV2", "PrimaryColor: '#a0B1c2'", "PrimaryColor: '#a0B1c'"),
        ("BrandingSettingsV2", "PrimaryColor: 16777215", "PrimaryColor: 16777216"),
        ("CustomSettingsV2", "CustomSettings: \"{}\\n\"", "CustomSettings: {}"),
        ("com.example.unknown", "anything: [1, {a: {$data: AAE=}}]", "anything: [1, {a: {$data: 5}}]"),
        ("com.example.unknown", "when: {$date: 2030-01-31T00:00:00Z}", "when: {$date: tomorrow}"),
    ]

    @Test(.enabled { try await SchemaChecker.isInstalled() })
    func `Settings of payloads are judged as the importer does`() async throws {
        func file(_ type: String, _ setting: String) -> String {
            EnvironmentFixtures.global("profiles: [{name: p, payloads: [{PayloadType: \(type), \(setting)}]}]")
        }
        let good = Self.settings.map { file($0.type, $0.good) }
        let bad = Self.settings.map { file($0.type, $0.bad) }
        for text in good { #expect(throws: Never.self) { try EnvironmentReader.read(text) } }
        for text in bad { #expect(throws: ConsoleError.self, "\(text)") { try EnvironmentReader.read(text) } }
        for problems in try await SchemaChecker.problems(of: good) { #expect(problems.isEmpty, "\(problems)") }
        for (text, problems) in zip(bad, try await SchemaChecker.problems(of: bad)) {
            #expect(!problems.isEmpty, "\(text)")
        }
    }

    /// A mapping of each kind with a key it does not have, and what it is called in the schema.
    @Test(arguments: [
        ("_: 1", "organizationGroup"), ("settings: {_: 1}", "settings"), ("tags: [{_: 1}]", "tag"),
        ("users: [{_: 1}]", "user"), ("users: [{username: a, attributes: {_: 1}}]", "attributes"),
        ("users: [{username: a, tokens: [{_: 1}]}]", "token"), ("userGroups: [{_: 1}]", "userGroup"),
        ("images: [{_: 1}]", "image"), ("geofences: [{_: 1}]", "geofence"), ("profiles: [{_: 1}]", "profile"),
        ("profiles: [{name: a, previousVersions: [{_: 1}]}]", "previousVersion"),
        ("complianceRules: [{_: 1}]", "complianceRule"), ("smartGroups: [{_: 1}]", "smartGroup"),
        ("smartGroups: [{name: a, criteria: {_: 1}}]", "criteria"), ("applications: [{_: 1}]", "application"),
        ("applications: [{bundleId: a, assignments: [{_: 1}]}]", "assignment"), ("termsOfUse: [{_: 1}]", "termsOfUse"),
        ("applications: [{bundleId: a, type: Public, store: {_: 1}}]", "store"),
        ("applications: [{bundleId: a, type: Public, store: {models: [{_: 1}]}}]", "storeModel"),
        ("applications: [{bundleId: a, type: Public, store: {information: {_: 1}}}]", "storeInformation"),
        ("applicationGroups: [{_: 1}]", "applicationGroup"),
        ("applicationGroups: [{name: a, type: Required, applications: [{_: 1}]}]", "applicationGroupItem"),
        ("mdmProfiles: [{_: 1}]", "mdmProfile"),
        ("eventNotifications: [{_: 1}]", "eventNotification"),
    ])
    func `The schema has the keys the importer knows, and asks for those it needs`(line: String, name: String) throws {
        let error = try #require(throws: ConsoleError.self) {
            try EnvironmentReader.read(EnvironmentFixtures.global(line))
        }
        let schema = try #require(EnvironmentSchema.definitions.first { $0.0 == name }).1.value
        let unknown = try #require(error.details.first { $0.contains("has no key \"_\"; it may have ") })
        let known = try #require(unknown.components(separatedBy: "it may have ").last).components(separatedBy: ", ")
        #expect(schema["properties"]?.names == known)
        let needed = error.details.compactMap { $0.components(separatedBy: "needs the key \"").dropFirst().first }
            .compactMap { $0.components(separatedBy: "\"").first }
        let required = schema["required"]?.texts ?? []
        // A group has its path already; of two ways to give a token the importer names the first, and no more.
        if name != "organizationGroup", name != "token" { #expect(Set(needed).isSubset(of: required), "\(needed)") }
    }

    @Test func `Every payload type and setting is there with its meaning`() throws {
        for type in PayloadSchema.all {
            let name = "payload.\(type.type)"
            let schema = try #require(EnvironmentSchema.definitions.first { $0.0 == name }).1.value
            #expect(schema["properties"]?.names == type.keys.map(\.name))
            for key in type.keys {
                #expect(schema["properties"]?[key.name]?["description"] == .string(key.summary))
            }
        }
    }

    @Test func `Everything that is referred to is defined`() throws {
        let text = EnvironmentSchema.text
        let names = text.components(separatedBy: "\"#/$defs/").dropFirst().compactMap {
            $0.components(separatedBy: "\"").first
        }
        let defined = EnvironmentSchema.definitions.map(\.0)
        #expect(Set(names) == Set(defined))
        #expect(Set(defined).count == defined.count)
        #expect(try JSONValue(json: Data(text.utf8)) == EnvironmentSchema.root.value)
    }

    @Test func `A console serves its schema to anyone`() async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, "/environment.schema.json")
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "application/schema+json")
            #expect(answer.text == EnvironmentSchema.text)
        }
    }

    @Test(.enabled(if: Program.isBuilt)) func `The command prints it`() async throws {
        let result = try await Program.run(["schema"], in: "/")
        #expect(result.status == 0)
        #expect(result.output == EnvironmentSchema.text)
    }
}

extension JSONValue {
    /// The value of a member.
    fileprivate subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// Names of the members.
    fileprivate var names: [String]? {
        guard case .object(let members) = self else { return nil }
        return members.map(\.name)
    }

    /// Elements that are texts.
    fileprivate var texts: [String]? {
        guard case .array(let elements) = self else { return nil }
        return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
