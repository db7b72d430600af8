import ArgumentParser
import ConsolePlatform
import DeviceSimulator
import Foundation
import MockConsole

/// How a report is printed.
enum LintOutput: String, CaseIterable, ExpressibleByArgument {
    case text, json, sarif, junit
}

/// From which severity on a finding fails.
enum LintLimit: String, CaseIterable, ExpressibleByArgument {
    case error, warning, note
}

/// `mockuem lint`: what rules have to say about the clients of a running console.
struct Lint: AsyncParsableCommand {
    /// Exit codes beside 0.
    private enum Code {
        static let findings: Int32 = 1
        static let cannotAsk: Int32 = 2
    }

    static let configuration = CommandConfiguration(
        abstract: "Lint what clients have done on a running console.",
        discussion: """
            Exit 0 if nothing was found, 1 if something was, 2 if the console could not be asked, 64 if the command line \
            is wrong.
            """)

    @OptionGroup var options: ConfigurationOptions

    @OptionGroup(title: "Console and administrator") var target: LintTarget

    @Option(help: "How the report is printed.")
    var format = LintOutput.text

    @Option(help: "From which severity on a finding makes it exit 1.")
    var failOn = LintLimit.warning

    @Option(help: "Only these rules, separated by commas.")
    var rules: String?

    @Option(help: "None of these rules.")
    var ignore: String?

    @Option(help: "Only requests of this device.")
    var device: String?

    @Option(help: "Only requests of the app with this bundle identifier.")
    var bundle: String?

    @Option(help: "Only requests of this organization group and those below it.")
    var group: String?

    @Option(help: "Only requests since this time (ISO 8601), or after the journal entry with this id.")
    var after: String?

    func run() async throws {
        let answer: (report: String, failures: Int)
        do {
            answer = try await ask()
        } catch {
            let message = (error as? ConsoleError)?.message ?? (error as? UsageError)?.message ?? "\(error)"
            FileHandle.standardError.write(Data("mockuem: \(message)\n".utf8))
            throw ExitCode(Code.cannotAsk)
        }
        print(format == .text ? LintColours.coloured(answer.report) : answer.report, terminator: "")
        if answer.failures > 0 { throw ExitCode(Code.findings) }
    }

    /// The report and how many findings fail.
    private func ask() async throws -> (report: String, failures: Int) {
        let console = try target.console(ReadyFile.path(inFolder: ConsoleConfiguration(options.resolve()).dataFolder))
        let request = ClientRequest(
            method: "GET", target: "/_mock/lint?\(query)", headers: [("Authorization", console.authorization)])
        let response = try await Self.send(request, to: console)
        let text = String(decoding: response.body, as: UTF8.self)
        guard response.status == 200, let failures = response.headers["x-lint-failures"].flatMap({ Int($0) }) else {
            let members = (try? JSONSerialization.jsonObject(with: response.body)) as? [String: Any]
            let reason = members?["message"] as? String ?? "It answers \(response.status) there."
            throw ConsoleError(.unavailable, "The console at \(console.origin) cannot be asked: \(reason)")
        }
        return (text.hasSuffix("\n") ? text : text + "\n", failures)
    }

    private static func send(_ request: ClientRequest, to console: LintTarget.Console) async throws -> ClientResponse {
        do {
            return try await NetworkTransport.with(origin: console.origin, trustAnchor: console.authority) {
                try await $0(request)
            }
        } catch {
            throw ConsoleError(.unavailable, "No console answers at \(console.origin): \(error)")
        }
    }

    private var query: String {
        let values: [(String, String?)] = [
            ("format", format.rawValue), ("failOn", failOn.rawValue), ("rules", rules), ("ignore", ignore),
            ("device", device), ("bundleId", bundle), ("group", group), ("after", after),
        ]
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~,:"))
        return values.compactMap { name, value in
            value?.addingPercentEncoding(withAllowedCharacters: allowed).map { "\(name)=\($0)" }
        }.joined(separator: "&")
    }
}

/// Which console `mockuem lint` asks, and as whom.
struct LintTarget: ParsableArguments {
    /// Where to ask, and with which credential.
    struct Console {
        let origin: String
        let authorization: String
        /// PEM file of the authority to trust; nil for those of the system.
        let authority: String?
    }

    @Option(help: "Origin of the console; by default that of the ready file.")
    var url: String?

    @Option(help: "PEM file of the authority to trust; by default that of the ready file.")
    var ca: String?

    @Option(help: "File a start has written for programs; by default that of the data folder.")
    var readyFile: String?

    @Option(help: "Name of an administrator; by default the token of the ready file is sent.")
    var user: String?

    @Option(help: "The administrator's password.")
    var password: String?

    /// The console that is meant.
    ///
    /// - Parameter usual: The ready file if none is named.
    /// - Returns: The console.
    /// - Throws: ``ConsoleError`` if it is not known where, or as whom.
    func console(_ usual: String) throws -> Console {
        let ready = ReadyFile.values(at: readyFile ?? usual)
        if let readyFile, ready == nil {
            throw ConsoleError(.unavailable, "The ready file \(readyFile) cannot be read.")
        }
        guard let origin = url ?? ready?["http"] else {
            throw ConsoleError(.unavailable, "No console runs in the data folder; name one with --url or --ready-file.")
        }
        let trimmed = origin.hasSuffix("/") ? String(origin.dropLast()) : origin
        let authorization: String
        if let user {
            authorization = "Basic " + Data("\(user):\(password ?? "")".utf8).base64EncodedString()
        } else if let token = ready?["adminToken"], url == nil || [ready?["http"], ready?["https"]].contains(trimmed) {
            // The token of one console is not for another one.
            authorization = "Bearer \(token)"
        } else {
            throw ConsoleError(.unavailable, "Name an administrator with --user and --password, or --ready-file.")
        }
        let isSecure = origin.lowercased().hasPrefix("https")
        return Console(origin: trimmed, authorization: authorization, authority: ca ?? (isSecure ? ready?["ca"] : nil))
    }
}

/// Colours for reports on a terminal.
enum LintColours {
    private static let codes = ["error:": "31;1", "warning:": "33;1", "note:": "36;1"]

    /// The text with its severities in colour, if somebody looks at it who sees colours.
    static func coloured(_ text: String) -> String {
        let environment = ProcessInfo.processInfo.environment
        guard isatty(1) == 1, environment["NO_COLOR"] == nil, environment["TERM"] != "dumb" else { return text }
        return paint(text)
    }

    /// The text with its severities in colour.
    static func paint(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let word = codes.keys.first(where: line.hasPrefix), let code = codes[word] else {
                return String(line)
            }
            return "\u{1B}[\(code)m\(word)\u{1B}[0m\(line.dropFirst(word.count))"
        }.joined(separator: "\n")
    }
}
