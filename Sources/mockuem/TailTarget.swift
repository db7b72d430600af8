import ArgumentParser
import ConsolePlatform
import Foundation
import MockConsole

/// Which console `mockuem tail` listens to, and as whom.
struct TailTarget: ParsableArguments {
    @OptionGroup var options: ConfigurationOptions

    @Option(help: "Origin of the console; by default that of the console in the data folder.")
    var url: String?

    @Option(help: "PEM file of the authority to trust; by default that of the console in the data folder.")
    var ca: String?

    @Option(help: "Name of an administrator.")
    var user: String?

    @Option(help: "The administrator's password.")
    var password: String?

    @Option(help: "Bearer token, in place of name and password.")
    var token: String?

    @Option(help: "Ready file that says all of this.")
    var readyFile: String?

    /// Everything that is needed to ask.
    struct Resolved {
        let origin: String
        let authorization: String
        let ca: String?
    }

    /// Finds the console and the credentials.
    ///
    /// - Throws: ``UsageError`` or ``ConsoleError`` with a sentence that says what is missing.
    func resolve() throws -> Resolved {
        let configuration = try ConsoleConfiguration(options.resolve())
        let path = readyFile ?? "\(configuration.dataFolder)/\(ReadyFile.running)"
        let ready = ReadyFile.values(at: path)
        if let readyFile, ready == nil { throw UsageError("The ready file \(readyFile) cannot be read.") }
        guard let origin = url.map(Self.origin) ?? ready?["http"] else {
            throw ConsoleError(
                .unavailable,
                "No console runs in the data folder \(configuration.dataFolder); start one, or give --url or --ready-file."
            )
        }
        // Credentials of one console are no business of another.
        let isOwn = [ready?["http"], ready?["https"]].contains(origin)
        let authorization = try authorization(token: isOwn || readyFile != nil ? ready?["adminToken"] : nil)
        return Resolved(origin: origin, authorization: authorization, ca: ca ?? (isOwn ? ready?["ca"] : nil))
    }

    private func authorization(token known: String?) throws -> String {
        if let token { return "Bearer \(token)" }
        if let user {
            guard let password else { throw UsageError("--user needs --password.") }
            return "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
        }
        if password != nil { throw UsageError("--password needs --user.") }
        guard let known else {
            throw UsageError("Give --token, or --user and --password: nothing is known of the console at this URL.")
        }
        return "Bearer \(known)"
    }

    private static func origin(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }
}

/// Which messages `mockuem tail` shows.
struct TailFilters: ParsableArguments {
    @Option(help: "Only requests with this method, or one of several with commas.")
    var method: String?

    @Option(help: "Only requests with this path, such as /deviceservices/**, or a part of it.")
    var path: String?

    @Option(help: "Only answers with this status, such as 404 or 4xx; several with commas.")
    var status: String?

    @Option(help: "Only what concerns the device with this identifier.")
    var device: String?

    @Option(help: "Only requests of the app with this bundle identifier.")
    var bundle: String?

    @Option(help: "Only what concerns the user, or the administrator, with this name.")
    var username: String?

    @Option(help: "Only what belongs to this organization group and those below it.")
    var group: String?

    @Option(help: "Only requests that changed such a row, such as devices/12.")
    var changed: String?

    @Option(help: "Only what has this text.")
    var text: String?

    @Option(help: "request, connection or event: only these.")
    var kind: String?

    /// The query that says so.
    var query: [URLQueryItem] {
        let all: [(String, String?)] = [
            ("method", method), ("path", path), ("status", status), ("device", device), ("bundleId", bundle),
            ("user", username), ("group", group), ("changed", changed), ("text", text), ("kind", kind),
        ]
        return all.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
    }
}
