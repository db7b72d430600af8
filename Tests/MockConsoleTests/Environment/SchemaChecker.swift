import DeviceProtocol
import Foundation
import Testing
import Yams

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Holds files against the schema with a validator that is not ours: `jsonschema` of Python.
enum SchemaChecker {
    private static let script = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema, files = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        print(json.dumps([[f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(file)] for file in files]))
        """

    /// Whether Python has it.
    static func isInstalled() async throws -> Bool {
        try await RunningProgram("/usr/bin/env", ["python3", "-c", "import jsonschema"], folder: "/").outcome().status
            == 0
    }

    /// What is wrong with each of some files; nothing for a good one.
    static func problems(of files: [String]) async throws -> [[String]] {
        try await withTemporaryFolder { folder in
            let documents = try files.map { file in
                try JSONValue(yaml: #require(try Yams.compose(yaml: file, .basic), "the file is empty"))
            }
            try Data(EnvironmentSchema.text.utf8).write(to: URL(filePath: "\(folder)/schema.json"))
            try JSONValue.array(documents).encoded().write(to: URL(filePath: "\(folder)/files.json"))
            let outcome = try await RunningProgram(
                "/usr/bin/env", ["python3", "-c", script, "schema.json", "files.json"], folder: folder
            ).outcome()
            try #require(outcome.status == 0, "\(outcome.errors)")
            return try JSONDecoder().decode([[String]].self, from: Data(outcome.output.utf8))
        }
    }
}

extension JSONValue {
    /// What an editor takes a YAML node for: YAML 1.2, as the reader of environment files does.
    init(yaml node: Node) throws {
        switch node {
        case .scalar(let scalar): self = Self.scalar(YAMLScalar(scalar))
        case .sequence(let sequence): self = .array(try sequence.map { try JSONValue(yaml: $0) })
        case .mapping(let mapping):
            self = .object(
                try mapping.map { key, value in
                    JSONMember(name: key.scalar?.string ?? "", value: try JSONValue(yaml: value))
                })
        case .alias: throw SchemaCheckerError()
        }
    }

    private static func scalar(_ scalar: YAMLScalar) -> JSONValue {
        switch scalar.kind {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .integer(let number): .number("\(number)")
        case .real(let number): .number(number.isNaN ? "NaN" : "\(number)")
        case .text: .string(scalar.text)
        }
    }
}

/// A test file uses what the checker cannot convert.
struct SchemaCheckerError: Error {}
