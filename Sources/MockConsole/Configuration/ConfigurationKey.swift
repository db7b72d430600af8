/// The properties of a configuration key that do not depend on its type (Configuration).
///
/// `http.port` is its name in `config.yaml`, `MOCKUEM_HTTP_PORT` the one in the environment, and
/// `ConfigurationKey.httpPort` the one in the program: that of its declaration in ``ConfigurationKeys``.
@dynamicMemberLookup
package struct ConfigurationKey: CaseIterable, CustomStringConvertible, Hashable, Sendable {
    /// The form of a key's value.
    enum Form: Hashable, Sendable {
        /// Any text; empty means none.
        case text
        /// A text that is redacted wherever it is shown.
        case secret
        /// A whole number in a range.
        case integer(ClosedRange<Int>)
        /// One of some words.
        case choice([String])
        /// Texts, separated by commas in the environment and on the command line.
        case list

        /// The accepted values, as the end of a sentence.
        var accepted: String {
            switch self {
            case .text, .secret: "a text"
            case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .choice(let choices): "one of \(choices.joined(separator: ", "))"
            case .list: "a list of texts"
            }
        }
    }

    /// Every key, in the order of the declarations.
    package static let allCases = Mirror(reflecting: ConfigurationKeys.all).children.compactMap {
        ($0.value as? any DeclaredKey)?.key
    }

    /// Name in `config.yaml` and on the command line: `http.port`.
    package let name: String
    /// The form of its values.
    let form: Form
    /// The default, as it would be written.
    let defaultText: String
    /// Its meaning, in a sentence or two.
    let summary: String

    /// The key of a declaration.
    package static subscript<Value>(dynamicMember declaration: KeyPath<ConfigurationKeys, Key<Value>>) -> Self {
        ConfigurationKeys.all[keyPath: declaration].key
    }

    /// The key of a name; nil if there is none.
    static func named(_ name: String) -> ConfigurationKey? { allCases.first { $0.name == name } }

    /// Its name, as logs and failing tests show it.
    package var description: String { name }

    /// Name in the environment: `MOCKUEM_HTTP_IDLE_TIMEOUT` for `http.idleTimeout`.
    var environmentName: String { "MOCKUEM_" + Self.variableName(name) }

    /// A key the way environment variables are named: `HTTP_IDLE_TIMEOUT`.
    static func variableName(_ key: String) -> String {
        var name = ""
        for character in key {
            if character == "." {
                name.append("_")
            } else {
                if character.isUppercase, name.last?.isUppercase != true || name.last == "_" { name.append("_") }
                name.append(character)
            }
        }
        return name.uppercased()
    }

    /// Whether its value is redacted wherever it is shown.
    var isSecret: Bool { form == .secret }
}
