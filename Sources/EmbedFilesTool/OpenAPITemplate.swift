/// A description that is used repeatedly: YAML with placeholders in angle brackets.
///
/// A text that consists of a placeholder becomes its value, of any kind; as an element of a list, a placeholder with a
/// list as its value becomes the elements of that list. Inside longer texts and names values are texts.
struct OpenAPITemplate {
    let name: String
    /// Placeholders with defaults.
    private let defaults: Tree
    private let body: Tree

    /// A template as a file has it: `words` are the placeholders with defaults, the rest is what the template becomes.
    init(_ name: String, _ tree: Tree) {
        var body = tree
        body["words"] = nil
        self.name = name
        self.body = body
        defaults = tree["words"] ?? [:]
    }

    /// Whether it describes routes, and not a schema.
    var isAboutRoutes: Bool { body["paths"] != nil }

    /// Replaces the file's section that has its name, entry by entry; if the file itself describes the same operations
    /// and schemas, that takes precedence.
    ///
    /// - Throws: ``OpenAPIProblem`` for an unknown placeholder, or one without a value.
    func apply(to file: inout Tree) throws {
        guard let entries = file[name] else { return }
        file[name] = nil
        for entry in entries.members {
            let named: Tree = ["name": .text(entry.key)]
            let made = try filled(with: named.overridden(by: entry.value))
            file["schemas"] = made["schemas"].overridden(by: file["schemas"])
            var paths = made["paths"] ?? [:]
            for path in file["paths"]?.members ?? [] {
                var methods = paths[path.key] ?? [:]
                for method in path.value.members {
                    methods[method.key] = methods[method.key].overridden(by: method.value)
                }
                paths[path.key] = methods
            }
            file["paths"] = paths
        }
    }

    /// What it becomes with some values.
    ///
    /// - Throws: ``OpenAPIProblem`` for an unknown placeholder, or one without a value.
    func filled(with given: Tree) throws -> Tree {
        let words = defaults.overridden(by: given)
        let text = body.json + defaults.json
        for word in given.members where !text.contains("<\(word.key)>") {
            throw OpenAPIProblem(description: "\(name) has no word \(word.key)")
        }
        return try fill(body, words)
    }

    private func fill(_ tree: Tree, _ words: Tree) throws -> Tree {
        switch tree {
        case .literal: return tree
        case .text(let text): return try fill(text, words)
        case .list(let elements):
            return .list(
                try elements.flatMap { element in
                    let filled = try fill(element, words)
                    if case .text = element, case .list(let elements) = filled { return elements }
                    return [filled]
                })
        case .object(let members):
            return .object(
                try members.map { Tree.Member(try fill($0.key, words).words ?? "", try fill($0.value, words)) })
        }
    }

    private func fill(_ text: String, _ words: Tree) throws -> Tree {
        if let word = text.wholeMatch(of: /<(\w+)>/) { return try value(of: String(word.1), words) }
        var result = text
        for word in text.matches(of: /<(\w+)>/) {
            result = result.replacing(word.0, with: try value(of: String(word.1), words).words ?? "")
        }
        // The last placeholder may be empty.
        while result.hasSuffix(" ") { result.removeLast() }
        return .text(result)
    }

    private func value(of word: String, _ words: Tree) throws -> Tree {
        guard let value = words[word] else { throw OpenAPIProblem(description: "\(name) needs the word \(word)") }
        // Values may contain placeholders.
        if case .text(let text) = value { return try fill(text, words) }
        return value
    }
}
