import ArgumentParser
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
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
            Schema.self, Simulate.self,
            Bare.self,
        ],
        defaultSubcommand: Serve.self)
}
