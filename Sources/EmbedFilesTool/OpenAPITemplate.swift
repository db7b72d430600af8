/// Something that is described over and over: a text of YAML with words in angle brackets to put in.
///
/// A text that is nothing but such a word becomes what the word stands for, whatever that is; as an element of a list, a
/// word that stands for a list becomes its elements. Elsewhere in texts and names words are texts.
struct OpenAPITemplate {
    let name: String
    /// Words that need not be given.
    private let defaults: Tree
    private let body: Tree

    /// A template as a file has it: `words` are those that need not be given, the rest is what it becomes.
    init(_ name: String, _ tree: Tree) {
        var body = tree
        body["words"] = nil
        self.name = name
        self.body = body
        defaults = tree["words"] ?? [:]
    }

    /// Whether it describes routes, and not a schema.
    var isAboutRoutes: Bool { body["paths"] != nil }

    /// Puts what it becomes in place of a file's section of its name, an entry for each; what the file itself says of the
    /// same operations and schemas counts more.
    ///
    /// - Throws: ``OpenAPIProblem`` for a word it does not have, or has nothing for.
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

    /// What it becomes with some words.
    ///
    /// - Throws: ``OpenAPIProblem`` for a word it does not have, or has nothing for.
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
        // The last word may stand for nothing.
        while result.hasSuffix(" ") { result.removeLast() }
        return .text(result)
    }

    private func value(of word: String, _ words: Tree) throws -> Tree {
        guard let value = words[word] else { throw OpenAPIProblem(description: "\(name) needs the word \(word)") }
        // Words may have words in them.
        if case .text(let text) = value { return try fill(text, words) }
        return value
    }
}
