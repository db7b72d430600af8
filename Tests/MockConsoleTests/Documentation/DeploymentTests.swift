import DeviceSimulator
import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleResources
@testable import ConsoleTestSupport
@testable import MockConsole

/// What the pages about deployment tell people to write works, and names what there is.
struct DeploymentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false)

    private static func article(_ name: String) throws -> String {
        try EmbeddedFile.required("Sources/MockConsole/MockConsole.docc/\(name).md").text
    }

    @Test func `The environment of the page about App Review lets a reviewer's app start`() async throws {
        let text = try Self.article("DeployForAppReview")
        let start = try #require(text.range(of: "version: 2\norganizationGroups:"))
        let end = try #require(text[start.lowerBound...].range(of: "\nEND\n"))
        let yaml = text[start.lowerBound..<end.lowerBound].replacing("$reviewer", with: "3f9a1c7be2d4")
        try await withTemporaryFolder { folder in
            let file = "\(folder)/environment.yaml"
            try Data(yaml.utf8).write(to: URL(filePath: file))
            try await withConsole([\.environmentFile: file]) { console in
                var device = try console.device(bundle: "com.example.app")
                try await device.logIn(
                    username: "reviewer", password: "3f9a1c7be2d4", organizationGroup: "appreview")
                let profile = try #require(try await device.fetchProfile())
                #expect("\(profile)".contains("PasscodePoliciesV2"))
            }
        }
    }

    @Test func `Every key in the table of limits is declared`() throws {
        let text = try String(contentsOfFile: "\(Self.root)SECURITY.md", encoding: .utf8)
        let table = try #require(text.components(separatedBy: "| What | Key | Local | Public |").last)
        let rows = table.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("|") }
        #expect(rows.count > 20)
        for row in rows {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            let names = cells[2].split(separator: "`").map(String.init).filter { $0.contains(".") }
            #expect(cells.count == 6 && !names.isEmpty, "\(row)")
            for name in names where !name.hasSuffix("…") {
                #expect(ConfigurationKey.named(name) != nil, "\(name)")
            }
        }
    }

    @Test func `Files that the pages name are in the repository`() throws {
        for article in ["DeployForAppReview", "Operations"] {
            for path in try Self.article(article).matches(of: /`((?:Examples|Scripts)\/[A-Za-z0-9.\/_-]+)/).map(\.1) {
                #expect(FileManager.default.fileExists(atPath: "\(Self.root)\(path)"), "\(article): \(path)")
            }
        }
    }
}
