import ArgumentParser
import Foundation
import Logging
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import MockConsole

/// A logger that only speaks of failures, for commands whose output is their result.
private let quietLogger: Logger = {
    var logger = Logger(label: "mockuem")
    logger.logLevel = .error
    return logger
}()

/// `mockuem config`: prints every setting, and where it comes from.
struct ShowConfiguration: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Print every configuration value with its origin; secrets are redacted.")

    @OptionGroup var options: ConfigurationOptions

    func run() async throws {
        try await CommandFailure.reporting {
            let values = try options.resolve()
            _ = try ConsoleConfiguration(values)
            for warning in values.warnings { FileHandle.standardError.write(Data("mockuem: \(warning)\n".utf8)) }
            let width = values.all.map(\.key.name.count).max() ?? 0
            for entry in values.all {
                let name = entry.key.name.padding(toLength: width, withPad: " ", startingAt: 0)
                print("\(name)  \(entry.shown.isEmpty ? "-" : entry.shown)  (\(entry.origin))")
            }
        }
    }
}

/// What to do with existing objects that differ, as the command line says it.
enum ConflictOption: String, CaseIterable, ExpressibleByArgument {
    case skip, overwrite, fail
}

/// `mockuem import`: an environment file into the data folder.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Import an environment file into the data folder.")

    @OptionGroup var options: ConfigurationOptions

    @Option(help: "What to do with objects that exist and differ.")
    var onConflict = ConflictOption.overwrite

    @Argument(help: "The environment file.")
    var file: String

    func run() async throws {
        try await CommandFailure.reporting {
            let offline = OfflineConsole(
                try ConsoleConfiguration(options.resolve()), surroundings: .system(logger: quietLogger))
            print(
                try await offline.importFile(file, onConflict: onConflict.rawValue) { warning in
                    FileHandle.standardError.write(Data("\(file): warning: \(warning)\n".utf8))
                })
        }
    }
}

/// `mockuem export`: the environment of the data folder as a file.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Write the environment of the data folder to a file.")

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The file to write; - for standard output.")
    var file: String

    func run() async throws {
        try await CommandFailure.reporting {
            let offline = OfflineConsole(
                try ConsoleConfiguration(options.resolve()), surroundings: .system(logger: quietLogger))
            let text = try await offline.export()
            if file == "-" {
                print(text, terminator: "")
            } else {
                let type = try? FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
                guard type == nil || type == .typeRegular else {
                    throw ConsoleError(.conflict, "\(file) is no plain file; use - for standard output.")
                }
                try DataFolder.write(Data(text.utf8), to: file, permissions: 0o600)
            }
        }
    }
}

/// `mockuem validate`: whether an environment file is right.
struct Validate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check an environment file and name every problem with its line and field.")

    @Argument(help: "The environment file.")
    var file: String

    func run() async throws {
        do {
            for warning in try await OfflineConsole.validate(file, surroundings: .system(logger: quietLogger)) {
                FileHandle.standardError.write(Data("\(file): warning: \(warning)\n".utf8))
            }
            print("\(file) is valid.")
        } catch let error as ConsoleError {
            for problem in error.details.isEmpty ? [error.message] : error.details {
                FileHandle.standardError.write(Data("\(file): \(problem)\n".utf8))
            }
            throw ExitCode(CommandFailure.environment)
        }
    }
}

/// `mockuem schema`: what environment files look like, for editors and other programs.
struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print the JSON Schema of environment files.")

    func run() {
        print(EnvironmentSchema.text, terminator: "")
    }
}
