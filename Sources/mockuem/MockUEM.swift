import ArgumentParser
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import MockConsole

/// The command: a shell around the library, so that everything can be tested without it.
@main
struct MockUEM: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mockuem",
        abstract: "A Workspace ONE UEM console for tests.",
        version: MockUEMVersion.current,
        subcommands: [
            Serve.self, ShowConfiguration.self, HealthCheck.self, Import.self, Export.self, Validate.self,
            BackUp.self, RestoreBackup.self, Schema.self, Simulate.self, Tail.self, Lint.self,
            Bare.self,
        ],
        defaultSubcommand: Serve.self)

    /// Runs the command that the arguments name.
    ///
    /// An unknown word would be taken for an argument of the default command, which accepts none: this message says it
    /// better.
    static func main() async {
        if let word = CommandLine.arguments.dropFirst().first, let refusal = refusal(of: word) {
            FileHandle.standardError.write(Data("mockuem: \(refusal)\n".utf8))
            exit(withError: ExitCode.validationFailure)
        }
        await main(nil)
    }

    /// Why the first argument is no command; nil if it is one, or an option.
    static func refusal(of word: String) -> String? {
        let commands = configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        guard !word.hasPrefix("-"), !(commands + ["help", "bare"]).contains(word) else { return nil }
        return "There is no command \"\(word)\".\(Spelling.question(word, among: commands))"
            + " mockuem --help lists the commands."
    }
}
