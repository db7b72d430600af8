import Mustache

/// A value that templates look into.
///
/// By default its stored properties, in which what is empty counts as absent; `hasRows` asks whether `rows` is not empty.
/// Names that it does not have are looked for in what stands around it, as Mustache does.
protocol PageValue: MustacheParent, Sendable {}

extension PageValue {
    func child(named name: String) -> Any? { reflected(name) }

    /// A stored property of a name, or whether one of them is not empty.
    func reflected(_ name: String) -> Any? {
        let mirror = Mirror(reflecting: self)
        if let found = mirror.children.first(where: { $0.label == name }) { return Shown.value(found.value) }
        guard name.hasPrefix("has"), let initial = name.dropFirst(3).first, initial.isUppercase else { return nil }
        let stem = initial.lowercased() + name.dropFirst(4)
        guard let found = mirror.children.first(where: { $0.label == stem }) else { return nil }
        return !Shown.isEmpty(found.value)
    }
}

/// How templates see values.
enum Shown {
    /// What is written as nothing, and counts as false.
    struct Nothing: MustacheCustomRenderable {
        let renderText = ""
        let isNull = true
    }

    /// A value; nothing in place of an empty text.
    static func value(_ value: Any) -> Any {
        if let text = value as? String { return Self.text(text) }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.map { Self.value($0.value) } ?? Nothing()
    }

    /// A text; nothing if it is empty.
    static func text(_ text: String) -> Any { text.isEmpty ? Nothing() : text }

    /// Whether a text, a list or an optional has nothing in it.
    static func isEmpty(_ value: Any) -> Bool {
        switch Self.value(value) {
        case is Nothing: true
        case let list as any Collection: list.isEmpty
        default: false
        }
    }
}
