import ConsolePlatform

/// A problem in an environment file.
struct EnvironmentProblem: Hashable, Sendable, CustomStringConvertible {
    let position: EnvironmentPosition?
    /// Which field: `organizationGroups[1].users[0].username`.
    let field: String
    /// What is wrong, and what would be accepted.
    let message: String

    /// As people read it: `line 12, column 7: organizationGroups[1].name: must be a text`.
    var description: String {
        let place = position.map { "line \($0.line), column \($0.column): " } ?? ""
        return field.isEmpty ? place + message : "\(place)\(field): \(message)"
    }
}

/// Collects problems, so that one run reports all of them.
package final class EnvironmentProblems {
    /// More are not worth reading.
    private static let limit = 100
    /// Nodes an environment file may have, aliases followed.
    private static let nodeLimit = 500_000

    /// The problems so far.
    private(set) var all: [EnvironmentProblem] = []

    /// The first problem as people read it; nil if there is none.
    package var first: String? { all.first?.description }

    private var nodes = 0

    /// Nothing yet.
    package init() {}

    /// Notes a problem.
    package func add(_ message: String, at position: EnvironmentPosition?, field: String) {
        if all.count < Self.limit {
            all.append(EnvironmentProblem(position: position, field: field, message: message))
        }
    }

    /// Counts a node.
    ///
    /// - Returns: Whether reading may go on; this stops aliases that multiply.
    func countNode() -> Bool {
        nodes += 1
        if nodes == Self.nodeLimit { add("the file is too large once its aliases are followed", at: nil, field: "") }
        return nodes < Self.nodeLimit
    }

    /// Throws if anything was noted.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` with every problem as a detail.
    package func throwIfAny() throws {
        guard let first = all.first else { return }
        let more = all.count > 1 ? " (and \(all.count - 1) more)" : ""
        throw ConsoleError(
            .unprocessable, "The environment is not valid: \(first)\(more)", details: all.map(\.description))
    }
}
