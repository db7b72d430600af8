import Configuration
import Foundation

/// Every configuration value with where it comes from.
///
/// `values.httpPort` is the value of the key that ``ConfigurationKeys`` declares by this name, in the type it declares.
@dynamicMemberLookup
package struct ResolvedConfiguration: Sendable {
    /// A value and its origin.
    package struct Entry: Sendable {
        /// The key.
        package let key: ConfigurationKey
        /// As it would be written; lists are separated by commas.
        let text: String
        /// Texts of a list.
        let list: [String]
        /// `default`, `public profile`, `file config.yaml`, `environment variable MOCKUEM_HTTP_PORT` or `command line`.
        package let origin: String

        /// The value for people: secrets are redacted.
        package var shown: String {
            key.isSecret && !text.isEmpty ? "<redacted>" : text
        }
    }

    /// By the names of the keys.
    private let entries: [String: Entry]
    /// Probable misspellings, each with a sentence.
    package let warnings: [String]

    /// Resolves every key.
    ///
    /// - Throws: ``ConfigurationError`` naming the first value that is not acceptable.
    package init(_ sources: ConfigurationSources) throws {
        var entries: [String: Entry] = [:]
        let profile = Profile(rawValue: try Self.resolve(ConfigurationKey.profile, sources, .local).text) ?? .local
        for key in ConfigurationKey.allCases { entries[key.name] = try Self.resolve(key, sources, profile) }
        self.entries = entries
        warnings = sources.warnings
    }

    /// The values in the order of the keys.
    package var all: [Entry] { ConfigurationKey.allCases.map(entry) }

    /// The value of a key.
    package subscript<Value>(dynamicMember declaration: KeyPath<ConfigurationKeys, Key<Value>>) -> Value {
        let key = ConfigurationKeys.all[keyPath: declaration]
        return key.read(entry(key.key))
    }

    /// A value as it would be written.
    func text(_ key: ConfigurationKey) -> String { entry(key).text }

    /// Where a value comes from.
    func origin(_ key: ConfigurationKey) -> String { entry(key).origin }

    /// The value of a key with its origin.
    func entry(_ key: ConfigurationKey) -> Entry {
        entries[key.name] ?? Entry(key: key, text: key.defaultText, list: [], origin: "default")
    }

    private static func resolve(
        _ key: ConfigurationKey, _ sources: ConfigurationSources, _ profile: Profile
    ) throws -> Entry {
        for source in sources.sources {
            let origin = source.name(key)
            let absolute = AbsoluteConfigKey(key.name.split(separator: ".").map(String.init))
            switch key.form {
            case .list:
                guard let texts = try list(absolute, key, origin, source.value) else { continue }
                return Entry(key: key, text: texts.joined(separator: ","), list: texts, origin: origin)
            case .integer(let range):
                guard let number = try number(absolute, in: range, key, origin, source.value) else { continue }
                return Entry(key: key, text: String(number), list: [], origin: origin)
            case .choice(let choices):
                guard let text = try text(absolute, key, origin, source.value) else { continue }
                guard choices.contains(text) else { throw refusal(key, text, origin) }
                return Entry(key: key, text: text, list: [], origin: origin)
            case .text, .secret:
                guard let text = try text(absolute, key, origin, source.value) else { continue }
                return Entry(key: key, text: text, list: [], origin: origin)
            }
        }
        guard let text = profile.defaultText(of: key) else {
            return Entry(key: key, text: key.defaultText, list: [], origin: "default")
        }
        return Entry(key: key, text: text, list: [], origin: "\(profile.rawValue) profile")
    }

    /// A list; one text in a file may be written without brackets.
    private static func list(
        _ absolute: AbsoluteConfigKey, _ key: ConfigurationKey, _ origin: String, _ reader: ConfigurationSources.Reader
    ) throws -> [String]? {
        if let single = try? reader(absolute, .string).value?.content, case .string(let text) = single {
            return text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        guard case .stringArray(let texts)? = try read(absolute, .stringArray, key, origin, reader) else { return nil }
        return texts
    }

    private static func text(
        _ absolute: AbsoluteConfigKey, _ key: ConfigurationKey, _ origin: String, _ value: ConfigurationSources.Reader
    ) throws -> String? {
        guard try read(absolute, .string, key, origin, value) != nil else { return nil }
        return raw(absolute, value)
    }

    /// A number, also one that is written in quotes.
    private static func number(
        _ absolute: AbsoluteConfigKey, in range: ClosedRange<Int>, _ key: ConfigurationKey, _ origin: String,
        _ reader: ConfigurationSources.Reader
    ) throws -> Int? {
        let quoted = try? reader(absolute, .string).value?.content
        if case .string(let text)? = quoted, let number = Int(text), range.contains(number) { return number }
        guard let value = try read(absolute, .int, key, origin, reader) else { return nil }
        guard case .int(let number) = value, range.contains(number) else {
            throw refusal(key, raw(absolute, reader), origin)
        }
        return number
    }

    /// The library's plain readers swallow bad values, so providers are asked directly.
    private static func read(
        _ absolute: AbsoluteConfigKey, _ type: ConfigType, _ key: ConfigurationKey, _ origin: String,
        _ value: ConfigurationSources.Reader
    ) throws -> ConfigContent? {
        do {
            return try value(absolute, type).value?.content
        } catch {
            throw refusal(key, raw(absolute, value), origin)
        }
    }

    /// A value as it was written, whatever type it has.
    private static func raw(_ key: AbsoluteConfigKey, _ value: ConfigurationSources.Reader) -> String {
        for type in [ConfigType.string, .int, .double, .bool, .stringArray] {
            switch try? value(key, type).value?.content {
            case .string(let text)?: return text
            case .int(let number)?: return String(number)
            case .double(let number)?: return "\(number)"
            case .bool(let flag)?: return "\(flag)"
            case .stringArray(let texts)?: return texts.joined(separator: ",")
            default: continue
            }
        }
        return "?"
    }

    private static func refusal(_ key: ConfigurationKey, _ value: String, _ origin: String) -> ConfigurationError {
        let shown = key.isSecret ? "<redacted>" : "\"\(value)\""
        return ConfigurationError("\(key.name) is \(shown) (\(origin)); it has to be \(key.form.accepted).")
    }
}
