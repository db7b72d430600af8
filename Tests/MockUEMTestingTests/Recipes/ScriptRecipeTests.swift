import Foundation
import HummingbirdTesting
import MockUEMTesting
import Testing

/// The recipes that are programs, run as they are (TestingYourApp).
struct ScriptRecipeTests {
    /// Lends a ready file of a console.
    private static func withReadyFile<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let access = try await MockUEM.shared.access
        let path = FileManager.default.temporaryDirectory.appending(path: "recipe-\(UUID().uuidString).json").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let encoder = JSONEncoder()
        // Shells read one key a line.
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
        try encoder.encode(access.values).write(to: URL(filePath: path))
        return try await body(path)
    }

    private static let hasPytest =
        FileManager.default.fileExists(atPath: "/usr/bin/env")
        && system("python3 -c 'import pytest' 2> /dev/null") == 0

    @Test(.enabled(if: hasPytest, "pytest is not installed"))
    func `The pytest fixture lends a sandbox to each test`() async throws {
        let result = try await Self.withReadyFile { file in
            try await RecipeTests.run(
                "python3 -m pytest -q -p no:cacheprovider", in: "Examples/pytest",
                ["MOCKUEM_READY_FILE": file, "PYTHONDONTWRITEBYTECODE": "1"])
        }
        #expect(result.status == 0 && result.output.contains("7 passed"), "\(result.output)")
    }

    @Test(.enabled(if: hasPytest, "pytest is not installed"))
    func `The pytest fixture starts a console of its own`() async throws {
        let result = try await RecipeTests.run(
            "python3 -m pytest -q -p no:cacheprovider -k signs_in", in: "Examples/pytest",
            ["MOCKUEM_BINARY": MockUEMTests.command, "PYTHONDONTWRITEBYTECODE": "1"])
        #expect(result.status == 0 && result.output.contains("1 passed"), "\(result.output)")
    }

    @Test func `The pytest fixture is Python`() async throws {
        let files = "mockuem_fixture.py conftest.py test_launch.py"
        let check = "python3 -c 'import ast, sys; [ast.parse(open(name).read()) for name in sys.argv[1:]]' \(files)"
        let result = try await RecipeTests.run(check, in: "Examples/pytest")
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func `The script with curl runs to its end`() async throws {
        let mock = try await MockUEM.shared
        let result = try await Self.withReadyFile { file in
            try await RecipeTests.run("bash mock-control.sh \(file)", in: "Examples")
        }
        #expect(result.status == 0 && result.output.hasSuffix("passed: a day\n"), "\(result.output)")
        let group = try #require(result.output.firstMatch(of: /organization group ([\w-]+)/)?.1)
        let left = try await mock.journal(RequestMatch.any.text(String(group)))
        #expect(left.isEmpty, "nothing of the sandbox stays")
    }
}
