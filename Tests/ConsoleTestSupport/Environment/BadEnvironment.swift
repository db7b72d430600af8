import Testing

@testable import ConsolePlatform
@testable import MockConsole

/// A bad file, and what has to be said of it.
struct BadEnvironment: CustomTestStringConvertible, Sendable {
    let text: String
    /// Line of the problem.
    let line: Int
    /// Field of the problem, below `organizationGroups[0].` unless it is absolute.
    let field: String
    /// A part of the message.
    let message: String

    /// A file whose only group has one bad line, the fourth.
    init(_ line: String, _ field: String, _ message: String) {
        text = EnvironmentFixtures.global(line)
        self.line = 4
        self.field = field.isEmpty ? "organizationGroups[0]" : "organizationGroups[0].\(field)"
        self.message = message
    }

    /// A whole file.
    init(file: String, line: Int, _ field: String, _ message: String) {
        text = file
        self.line = line
        self.field = field
        self.message = message
    }

    var testDescription: String { "\(field): \(message)" }

    /// What importing it into an empty console is refused with.
    func refusal() async throws -> ConsoleError? {
        try await withParts { parts in
            do {
                try await parts.importYAML(text)
                return nil
            } catch let error as ConsoleError {
                #expect(try await parts.count("organizationGroup") == 0)
                #expect(try await parts.count("eventLog") == 0)
                return error
            }
        }
    }

    /// Whether a detail names line, field and message.
    func isNamed(in error: ConsoleError) -> Bool {
        error.details.contains { detail in
            detail.hasPrefix("line \(line), column ") && detail.contains(": \(field): ") && detail.contains(message)
        }
    }
}
