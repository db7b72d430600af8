import ArgumentParser
import Foundation
import Logging
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import MockConsole

/// Options every command that reads configuration has.
struct ConfigurationOptions: ParsableArguments {
    @Option(help: "Configuration file; config.yaml in the working folder if there is one.")
    var config: String?

    @Option(help: "Folder for database, keys and certificates.")
    var data: String?

    @Option(name: .customLong("set"), help: ArgumentHelp("Any configuration key.", valueName: "key=value"))
    var settings: [String] = []

    /// Values from the command line, by key.
    func arguments() throws -> [String: String] {
        var arguments: [String: String] = [:]
        for setting in settings {
            guard let equals = setting.firstIndex(of: "=") else {
                throw ValidationError("--set takes key=value, not \"\(setting)\".")
            }
            arguments[String(setting[..<equals])] = String(setting[setting.index(after: equals)...])
        }
        if let data { arguments[ConfigurationKey.dataFolder.name] = data }
        return arguments
    }

    /// Resolves every key, with more values of the command's own.
    func resolve(adding more: ConfigurationSettings = [:]) throws -> ResolvedConfiguration {
        let arguments = try arguments().merging(more.texts) { $1 }
        return try ResolvedConfiguration(
            ConfigurationSources(
                arguments: arguments, environment: ProcessInfo.processInfo.environment, file: config))
    }
}

/// An option with an impossible value.
struct UsageError: Error {
    /// What the option takes, as a sentence.
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// How a command ends when it cannot do its work.
enum CommandFailure {
    /// Wrong use or configuration.
    static let usage: Int32 = 2
    /// An obstacle, such as a port in use or a damaged database.
    static let environment: Int32 = 1

    /// Runs a command's work; prints one sentence, and each finding, if it fails.
    static func reporting(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as ConfigurationError {
            throw exit(error.description, usage)
        } catch let error as UsageError {
            throw exit(error.message, usage)
        } catch let error as ConsoleError {
            for detail in error.details { FileHandle.standardError.write(Data("  \(detail)\n".utf8)) }
            throw exit(error.message, environment)
        }
    }

    private static func exit(_ message: String, _ code: Int32) -> ExitCode {
        FileHandle.standardError.write(Data("mockuem: \(message)\n".utf8))
        return ExitCode(code)
    }
}
