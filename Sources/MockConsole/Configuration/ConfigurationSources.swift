import Configuration
import ConsolePlatform
import Foundation
import Yams

/// Where configuration comes from, the strongest first: command line, environment, file, built-in defaults.
package struct ConfigurationSources: Sendable {
    /// The value of a key as a type; nil if a source has none, an error if it cannot be read so.
    typealias Reader = @Sendable (AbsoluteConfigKey, ConfigType) throws -> LookupResult

    /// A place values come from.
    struct Source: Sendable {
        /// What to call it for a key: `environment variable MOCKUEM_HTTP_PORT`.
        let name: @Sendable (ConfigurationKey) -> String
        let value: Reader
    }

    let sources: [Source]
    /// Probable misspellings, each with a sentence.
    let warnings: [String]

    /// Sources of a program start.
    ///
    /// - Parameters:
    ///   - arguments: Values given on the command line, by key.
    ///   - environment: The process's environment variables.
    ///   - file: A configuration file that must exist; nil for the default one, if it exists.
    ///   - defaultFile: The file to read if none is named: `config.yaml` in the working folder.
    /// - Throws: ``ConfigurationError`` for an unknown key, or a file that is missing or cannot be read.
    package init(
        arguments: [String: String], environment: [String: String], file: String?, defaultFile: String = "config.yaml"
    ) throws {
        for key in arguments.keys.sorted() where ConfigurationKey.named(key) == nil {
            throw ConfigurationError(
                "There is no configuration key \"\(key)\", given on the command line."
                    + Self.advice(key))
        }
        let secrets = try SecretFiles(environment)
        var sources = [Self.commandLine(arguments), Self.environment(secrets)].compactMap(\.self)
        if let path = try Self.path(of: file, or: defaultFile), let snapshot = try ConfigurationFile.read(path) {
            sources.append(
                Source(name: { _ in "file \(path)" }, value: { try snapshot.value(forKey: $0, type: $1) }))
        }
        self.sources = sources
        warnings = Self.unknownVariables(environment)
    }

    /// The command line; nil if it says nothing: asking for every key takes time at each start.
    private static func commandLine(_ arguments: [String: String]) -> Source? {
        guard !arguments.isEmpty else { return nil }
        let variables = Dictionary(
            uniqueKeysWithValues: arguments.map { (ConfigurationKey.variableName($0.key), $0.value) })
        let provider = EnvironmentVariablesProvider(environmentVariables: variables)
        return Source(name: { _ in "command line" }, value: { try provider.value(forKey: $0, type: $1) })
    }

    /// The environment; nil if none of its variables can be ours.
    private static func environment(_ secrets: SecretFiles) -> Source? {
        guard secrets.environment.keys.contains(where: { $0.hasPrefix("MOCKUEM_") }) else { return nil }
        let provider = EnvironmentVariablesProvider(environmentVariables: secrets.environment).prefixKeys(
            with: "mockuem")
        return Source(
            name: { key in
                secrets.files[key.name].map { "file \($0), environment variable \(key.environmentName)_FILE" }
                    ?? "environment variable \(key.environmentName)"
            },
            value: { try provider.value(forKey: $0, type: $1) })
    }

    /// What to write in place of an unknown key: the successor of a retired one, or a key that is spelled like it.
    static func advice(_ key: String) -> String {
        let successor = RetiredKeys.advice(key)
        return successor.isEmpty ? Spelling.question(key, among: ConfigurationKey.allCases.map(\.name)) : successor
    }

    /// Variables of the environment that look like ours and are none.
    ///
    /// They are no error: the shell of whoever builds images or publishes ports has more of them.
    private static func unknownVariables(_ environment: [String: String]) -> [String] {
        let ours = environment.keys.filter { $0.hasPrefix("MOCKUEM_") }
        guard !ours.isEmpty else { return [] }
        let known = ConfigurationKey.allCases.map(\.environmentName) + SecretFiles.variables
        let unknown = Set(ours).subtracting(known).subtracting(otherVariables)
        return unknown.filter { !$0.hasPrefix("MOCKUEM_PUBLISHED_") }.sorted().map { name in
            "The environment variable \(name) is none of MockUEM's and is ignored."
                + Spelling.question(name, among: known)
        }
    }

    /// Variables that container files, scripts and tests of the repository read.
    private static let otherVariables = [
        "MOCKUEM_VERSION", "MOCKUEM_REVISION", "MOCKUEM_HOST_GATEWAY", "MOCKUEM_BINARY", "MOCKUEM_BINARY_STAGE",
        "MOCKUEM_KILL_ROUNDS", "MOCKUEM_KILL_SEED", "MOCKUEM_WRITE",
        // What tests of apps read.
        "MOCKUEM_READY_FILE", "MOCKUEM_URL", "MOCKUEM_HTTPS_URL", "MOCKUEM_CA", "MOCKUEM_GROUP_ID", "MOCKUEM_USER",
        "MOCKUEM_PASSWORD", "MOCKUEM_BUNDLE_ID",
    ]

    private static func path(of file: String?, or defaultFile: String) throws -> String? {
        if let file {
            guard FileManager.default.fileExists(atPath: file) else {
                throw ConfigurationError("The configuration file \(file), named on the command line, is missing.")
            }
            return file
        }
        return FileManager.default.fileExists(atPath: defaultFile) ? defaultFile : nil
    }
}

/// Checks a configuration file before its values are read.
enum ConfigurationFile {
    /// The values of a file; nil if it says nothing.
    ///
    /// - Throws: ``ConfigurationError`` naming file, line and key for what is not YAML or no key of ours.
    static func read(_ path: String) throws -> YAMLSnapshot? {
        let text: String
        do {
            text = try TextFile.read(path, called: "configuration file")
        } catch let error as ConsoleError {
            throw ConfigurationError(error.message)
        }
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            throw ConfigurationError("The configuration file \(path) is not YAML: \(error)")
        }
        guard let root, root.scalar.map({ ["", "~", "null"].contains($0.string) }) != true else { return nil }
        guard root.mapping != nil else {
            throw ConfigurationError("The configuration file \(path) has to be a mapping of keys.")
        }
        try check(root, below: "", path)
        do {
            return try YAMLSnapshot(data: Data(text.utf8).bytes, providerName: path, parsingOptions: .default)
        } catch {
            throw ConfigurationError("The configuration file \(path) cannot be read: \(error)")
        }
    }

    private static func check(_ node: Node, below prefix: String, _ path: String) throws {
        for (key, value) in node.mapping ?? [:] {
            let name = prefix + (key.scalar?.string ?? "?")
            let line = key.mark.map { " line \($0.line)," } ?? ""
            if value.mapping != nil {
                guard sections.contains(name) else {
                    throw ConfigurationError(
                        "In \(path),\(line) there is no configuration key \"\(name)\"."
                            + Spelling.question(name, among: sections))
                }
                try check(value, below: name + ".", path)
            } else if ConfigurationKey.named(name) == nil {
                throw ConfigurationError(
                    "In \(path),\(line) there is no configuration key \"\(name)\"."
                        + ConfigurationSources.advice(name))
            }
        }
    }

    /// The sections of a file that contain keys: `http` of `http.port`.
    private static let sections = Set(
        ConfigurationKey.allCases.flatMap { key in
            let words = key.name.split(separator: ".")
            return (1..<max(1, words.count)).map { words.prefix($0).joined(separator: ".") }
        }
    ).sorted()
}

/// Why the configuration is unusable: a sentence for the person who started the program.
package struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    /// Key, value, origin and what is accepted.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
