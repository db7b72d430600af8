import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Yams

/// Reads environment files (EnvironmentFile): YAML 1.2, every problem named with its line and field.
enum EnvironmentReader {
    /// The version of the file's form this console writes.
    static let formatVersion: Int64 = 2
    /// The versions it reads; in version 1 a topmost group requires MDM enrollment only if it says so.
    static let formatVersions: ClosedRange<Int64> = 1...formatVersion

    /// Reads a file's text.
    ///
    /// - Parameter text: YAML, or JSON, which is YAML too.
    /// - Returns: The contents; references are not resolved yet.
    /// - Throws: ``ConsoleError`` `unprocessable` with every problem as a detail.
    static func read(_ text: String) throws -> EnvironmentDocument {
        try DeepStack.run { try readHere(text) }
    }

    /// Reads a file's text on a thread whose stack is large enough, such as one of ``LowPriorityThreads``.
    ///
    /// - Throws: As ``read(_:)``.
    static func readHere(_ text: String) throws -> EnvironmentDocument {
        guard let root = try root(of: text) else { return EnvironmentDocument() }
        return try document(of: root)
    }

    /// Reads a text of YAML, or JSON, as a value, on a thread whose stack is large enough, such as one of
    /// ``LowPriorityThreads``.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limits: How much it may hold.
    ///   - what: What it is, as errors begin.
    /// - Returns: The value.
    /// - Throws: ``ConsoleError`` `badRequest` with the line and what is wrong there.
    static func value(
        _ text: String, _ limits: YAMLSize.Limits = .body, called what: String = "The body"
    ) throws -> JSONValue {
        let problems = EnvironmentProblems()
        let root: Node?
        do {
            root = try compose(text, limits, problems)
        } catch {
            throw ConsoleError(.badRequest, "\(what) cannot be read: \(problems.first ?? "it is no YAML").")
        }
        guard let root else { throw ConsoleError(.badRequest, "\(what) is empty.") }
        let value = EnvironmentNode(node: root, field: "", problems: problems).json()
        if let problem = problems.first { throw ConsoleError(.badRequest, "\(what) cannot be read: \(problem).") }
        return value ?? .null
    }

    /// The tree of a file's text.
    static func root(of text: String) throws -> Node? {
        let problems = EnvironmentProblems()
        let root = try compose(text, .environment, problems)
        if root == nil { problems.add("the file is empty", at: nil, field: "") }
        try problems.throwIfAny()
        return root
    }

    /// Reads the contents of a tree.
    static func document(of root: Node) throws -> EnvironmentDocument {
        let problems = EnvironmentProblems()
        var document = EnvironmentDocument()
        let node = EnvironmentNode(node: root, field: "", problems: problems)
        if let mapping = node.mapping(["version", "organizationGroups"]) {
            document.version = mapping.required("version")?.integer(formatVersions) ?? formatVersion
            document.groups = mapping.required("organizationGroups")?.list.compactMap(EnvironmentGroupReader.read) ?? []
            checkPaths(document, problems)
        }
        try problems.throwIfAny()
        return document
    }

    private static func compose(
        _ text: String, _ limits: YAMLSize.Limits, _ problems: EnvironmentProblems
    ) throws -> Node? {
        if let problem = YAMLSize.problem(in: text, limits) {
            problems.add(problem.message, at: problem.position, field: "")
            try problems.throwIfAny()
        }
        do {
            return try Yams.compose(yaml: text, .basic)
        } catch let error as YamlError {
            let (message, position) = describe(error)
            problems.add("is not YAML: \(message)", at: position, field: "")
            try problems.throwIfAny()
            return nil
        }
    }

    private static func describe(_ error: YamlError) -> (String, EnvironmentPosition?) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            (problem, EnvironmentPosition(line: mark.line, column: mark.column))
        case .reader(let problem, _, _, _): (problem, nil)
        case .duplicatedKeysInMapping(let duplicates, let context):
            (
                "a mapping has the key \(duplicates.sorted().joined(separator: ", ")) twice",
                EnvironmentPosition(line: context.mark.line, column: context.mark.column)
            )
        default: ("it cannot be read", nil)
        }
    }

    private static func checkPaths(_ document: EnvironmentDocument, _ problems: EnvironmentProblems) {
        var seen: Set<String> = []
        for group in document.groups where !seen.insert(group.pathText.lowercased()).inserted {
            problems.add(
                "the group \(group.pathText) stands in the file twice", at: group.position, field: "organizationGroups")
        }
    }
}
