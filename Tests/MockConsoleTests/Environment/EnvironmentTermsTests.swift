import DeviceProtocol
import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Terms of use in environment files (EnvironmentFile, "Terms of use").
struct EnvironmentTermsTests {
    private static func file(_ terms: String) -> String {
        EnvironmentFixtures.global("termsOfUse: \(terms)")
    }

    private static func versions(_ parts: ConsoleParts) async throws -> [String] {
        try await parts.core.database.read { db in
            try TermsOfUseVersionRecord.order(sql: "id").fetchAll(db).map {
                "\($0.termsId).\($0.version) \($0.content)"
            }
        }
    }

    @Test func `Changed content is a new version, anything else is not`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.file("[{content: one}]"))
            try await parts.importYAML(Self.file("[{content: one}]"))
            let changed = try await parts.importYAML(Self.file("[{content: two}]"))
            #expect(changed.updated == 1)
            try await parts.importYAML(
                Self.file("[{content: two, uuid: 00000000-0000-4000-8000-0000000000AA}]"))
            #expect(try await Self.versions(parts) == ["1.1 one", "1.2 two"])
            let uuid = try await parts.value("SELECT uuid FROM termsOfUse", String.self)
            #expect(uuid == "00000000-0000-4000-8000-0000000000aa")
        }
    }

    @Test func `The apps are the key, in any order and letter case`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.file("[{content: one, applications: [a.b, C.d]}, {content: all}]"))
            let again = try await parts.importYAML(
                Self.file("[{content: one, applications: [c.D, A.b]}]"))
            #expect(again.updated == 1)
            #expect(try await Self.versions(parts) == ["1.1 one", "2.1 all"])
            let export = try await parts.features.environment.exporter.exportText()
            #expect(export.contains("- c.D"))
        }
    }

    @Test func `Skipped and refused terms stay as they are`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.file("[{content: one}]"))
            #expect(try await parts.importYAML(Self.file("[{content: two}]"), .skip).skipped == 1)
            let error = await #expect(throws: ConsoleError.self) {
                try await parts.importYAML(Self.file("[{content: two}]"), .fail)
            }
            #expect(error?.code == .conflict)
            #expect(try await Self.versions(parts) == ["1.1 one"])
        }
    }

    @Test func `Retired terms are not exported, and come back with a file`() async throws {
        try await withConsole { console in
            let terms = try await console.publishTerms("<p>\n\tone</p>")
            let export = try await console.admin(.get, "/_mock/environment").text
            _ = try await console.admin(.delete, "/_mock/groups/demo/terms-of-use/\(terms.uuid)")
            #expect(!(try await console.admin(.get, "/_mock/environment").text.contains("termsOfUse")))
            #expect(try await console.importEnvironment(export).json()["created"] as? Int == 1)
            #expect(try await console.admin(.get, "/_mock/environment").text == export)
        }
    }

    @Test(arguments: [
        ("[{}]", "needs the key \"content\""), ("[{content: }]", "must be a text"),
        ("[{content: ''}]", "1 to 250000 characters"), ("[{content: \"\\0\"}]", "control characters"),
        ("[{content: x, apps: []}]", "has no key \"apps\""), ("[{content: x, applications: [a b]}]", "it must be"),
        ("[{content: x, applications: [a, A]}]", "an app stands here twice"),
        ("[{content: x}, {content: y}]", "for all apps stands here twice"),
        ("[{content: x, uuid: 7}]", "must be a UUID"), ("[{content: [x]}]", "must be a single value"),
        ("{content: x}", "must be a list"),
    ])
    func `What cannot be is named`(terms: String, message: String) async throws {
        try await withParts { parts in
            let error = await #expect(throws: ConsoleError.self) { try await parts.importYAML(Self.file(terms)) }
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        }
    }
}
