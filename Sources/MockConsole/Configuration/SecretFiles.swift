import ConsolePlatform

/// Secrets that the environment gives by the name of a file, as container engines do: `MOCKUEM_ADMIN_PASSWORD_FILE`.
struct SecretFiles: Sendable {
    /// The variables, with those secrets in them.
    let environment: [String: String]
    /// The files that secrets came from, by the names of their keys.
    let files: [String: String]

    /// The variables that name a file.
    static let variables = ConfigurationKey.allCases.filter(\.isSecret).map(variable)

    private static func variable(_ key: ConfigurationKey) -> String { "\(key.environmentName)_FILE" }

    /// Reads the files; a line break at the end of one is no part of the secret.
    ///
    /// - Throws: ``ConfigurationError`` for a file that cannot be read or is empty, or a secret that is given twice.
    init(_ environment: [String: String]) throws {
        var (values, files) = (environment, [String: String]())
        for key in ConfigurationKey.allCases where key.isSecret {
            let variable = Self.variable(key)
            guard let path = environment[variable], !path.isEmpty else { continue }
            guard environment[key.environmentName]?.isEmpty != false else {
                throw ConfigurationError(
                    "\(key.name) is given twice, by \(key.environmentName) and by \(variable); leave one of them out.")
            }
            values[key.environmentName] = try Self.secret(path, variable)
            files[key.name] = path
        }
        self.environment = values
        self.files = files
    }

    private static func secret(_ path: String, _ variable: String) throws -> String {
        let text: String
        do {
            text = try TextFile.read(path, called: "file")
        } catch let error as ConsoleError {
            throw ConfigurationError("\(variable) names a file that cannot be used. \(error.message)")
        }
        // CR LF is one character.
        let secret = text.last?.isNewline == true ? String(text.dropLast()) : text
        guard !secret.isEmpty else { throw ConfigurationError("The file \(path), named by \(variable), is empty.") }
        guard !secret.contains(where: \.isNewline) else {
            throw ConfigurationError(
                "The file \(path), named by \(variable), has more than one line; it has to be the secret alone.")
        }
        return secret
    }
}
