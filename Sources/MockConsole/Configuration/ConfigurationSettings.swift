/// Values for some keys, as they would be written on a command line: `[\.httpPort: "0"]`.
package struct ConfigurationSettings: ExpressibleByDictionaryLiteral, Sendable {
    /// Values by the names of the keys.
    package private(set) var texts: [String: String] = [:]

    /// Settings of a literal; a value of nil sets nothing.
    package init(dictionaryLiteral elements: (KeyPath<ConfigurationNames, ConfigurationKey>, String?)...) {
        for (name, text) in elements { self[name] = text }
    }

    /// The value of a key; nil if it is not set.
    subscript(name: KeyPath<ConfigurationNames, ConfigurationKey>) -> String? {
        get { self[ConfigurationNames()[keyPath: name]] }
        set { self[ConfigurationNames()[keyPath: name]] = newValue }
    }

    /// The value of a key; nil if it is not set.
    subscript(key: ConfigurationKey) -> String? {
        get { texts[key.name] }
        set { texts[key.name] = newValue }
    }
}

/// Names of keys in a literal: those of their declarations.
///
/// Not within ``ConfigurationSettings``, where `Key` is what a dictionary literal has for keys.
@dynamicMemberLookup
package struct ConfigurationNames: Sendable {
    /// The key of a declaration.
    package subscript<Value>(
        dynamicMember declaration: KeyPath<ConfigurationKeys, Key<Value>>
    ) -> ConfigurationKey {
        ConfigurationKeys.all[keyPath: declaration].key
    }
}
