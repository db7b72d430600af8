import ArgumentParser
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import Logging
import MockConsole

/// `mockuem backup`: everything a console needs to come back, as one file.
struct BackUp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write everything the console of the data folder needs to come back to one file; it may run.")

    @OptionGroup var options: ConfigurationOptions

    @Argument(help: "The file to write; - for standard output.")
    var file: String

    func run() async throws {
        try await CommandFailure.reporting {
            let backup = Backup(
                try ConsoleConfiguration(options.resolve()), surroundings: .system(logger: Logger(label: "mockuem")))
            guard file == "-" else { return print(try backup.write(to: file)) }
            // An archive on a terminal helps nobody.
            guard isatty(1) == 0 else {
                throw UsageError("Standard output is a terminal: send it to a file, as in mockuem backup - > FILE.")
            }
            let sentence = try backup.write(to: .standardOutput, called: "standard output")
            FileHandle.standardError.write(Data("\(sentence)\n".utf8))
        }
    }
}

/// `mockuem restore`: a backup into the data folder.
struct RestoreBackup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring a console back from a backup, into a data folder that is empty.")

    @OptionGroup var options: ConfigurationOptions

    @Flag(help: "Let what a console keeps in the folder go, journal and snapshots included.")
    var replace = false

    @Argument(help: "The backup; - for standard input.")
    var file: String

    func run() async throws {
        try await CommandFailure.reporting {
            let restore = Restore(try ConsoleConfiguration(options.resolve()), replacing: replace)
            print(try file == "-" ? restore.read(.standardInput, called: "standard input") : restore.read(file))
        }
    }
}
