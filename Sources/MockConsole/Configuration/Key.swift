/// A configuration key with the type of its values; all are declared in ``ConfigurationKeys``.
///
/// The type follows from the default. A key without a default is one whose value may be missing, or a list: its type
/// is written down.
package struct Key<Value: Sendable>: DeclaredKey {
    /// Its name, and everything else that does not depend on the type.
    let key: ConfigurationKey
    /// Reads a value, whose form was checked when it was resolved.
    let read: @Sendable (ResolvedConfiguration.Entry) -> Value

    private init(_ key: ConfigurationKey, read: @escaping @Sendable (ResolvedConfiguration.Entry) -> Value) {
        self.key = key
        self.read = read
    }
}

/// A key of any type.
protocol DeclaredKey: Sendable {
    /// Its name, and everything else that does not depend on the type.
    var key: ConfigurationKey { get }
}

extension Key where Value == String {
    /// A text; a secret one is redacted wherever it is shown.
    package init(_ name: String, _ value: String, secret isSecret: Bool = false, _ summary: String) {
        let form: ConfigurationKey.Form = isSecret ? .secret : .text
        self.init(ConfigurationKey(name: name, form: form, defaultText: value, summary: summary)) { $0.text }
    }
}

extension Key where Value == String? {
    /// A text that may be missing: nil if it is empty.
    init(_ name: String, secret isSecret: Bool = false, _ summary: String) {
        let form: ConfigurationKey.Form = isSecret ? .secret : .text
        self.init(ConfigurationKey(name: name, form: form, defaultText: "", summary: summary)) {
            $0.text.isEmpty ? nil : $0.text
        }
    }
}

extension Key where Value == [String] {
    /// Texts, none unless somebody says otherwise.
    init(_ name: String, _ summary: String) {
        self.init(ConfigurationKey(name: name, form: .list, defaultText: "", summary: summary)) { $0.list }
    }
}

extension Key where Value == Int {
    /// A whole number in a range.
    package init(_ name: String, _ value: Int, in range: ClosedRange<Int>, _ summary: String) {
        self.init(ConfigurationKey(name: name, form: .integer(range), defaultText: String(value), summary: summary)) {
            Int($0.text) ?? value
        }
    }
}

extension Key where Value == Bool {
    /// `true` or `false`.
    init(_ name: String, _ value: Bool, _ summary: String) {
        let form = ConfigurationKey.Form.choice(["true", "false"])
        self.init(ConfigurationKey(name: name, form: form, defaultText: String(value), summary: summary)) {
            $0.text == "true"
        }
    }
}

extension Key where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of some words.
    init(_ name: String, _ value: Value, _ summary: String) {
        let form = ConfigurationKey.Form.choice(Value.allCases.map(\.rawValue))
        self.init(ConfigurationKey(name: name, form: form, defaultText: value.rawValue, summary: summary)) {
            Value(rawValue: $0.text) ?? value
        }
    }
}
