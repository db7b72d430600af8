import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// The configuration file in the repository shows every key as the program knows it.
struct ConfigurationFileTests {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "config.yaml")
        .path(percentEncoded: false)

    private static func values() throws -> ResolvedConfiguration {
        try ResolvedConfiguration(ConfigurationSources(arguments: [:], environment: [:], file: path))
    }

    @Test(arguments: ConfigurationKey.allCases)
    func `The file has every key, at its default`(key: ConfigurationKey) throws {
        let values = try Self.values()
        #expect(values.origin(key) != "default")
        #expect(values.text(key) == key.defaultText)
    }

    @Test func `The file says of every key what the program says`() throws {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        let sections = text.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
        #expect(sections == Self.sections())
    }

    /// What follows the file's opening comment: keys by section, in the program's order.
    private static func sections() -> String {
        var names: [String] = []
        var lines: [String: String] = [:]
        for key in ConfigurationKey.allCases {
            let parts = key.name.split(separator: ".").map(String.init)
            if lines[parts[0]] == nil { names.append(parts[0]) }
            if parts.count == 1 {
                lines[parts[0]] = "# \(key.summary)\n\(parts[0]): \(written(key))\n"
            } else {
                lines[parts[0], default: "\(parts[0]):\n"] += "  # \(key.summary)\n  \(parts[1]): \(written(key))\n"
            }
        }
        return names.map { lines[$0, default: ""] }.joined(separator: "\n")
    }

    private static func written(_ key: ConfigurationKey) -> String {
        if case .list = key.form { return "[\(key.defaultText)]" }
        return key.defaultText.isEmpty ? "\"\"" : key.defaultText
    }
}
