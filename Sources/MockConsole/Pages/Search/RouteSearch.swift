/// Finding routes by words a person types (Operations, "The documentation").
struct RouteSearch: Sendable {
    let words: SearchWords

    /// Words in summaries for words that people type.
    private static let others: [String: [String]] = [
        "send": ["queue", "order"], "create": ["add"], "make": ["add"], "login": ["sign in"], "remove": ["delete"],
        "find": ["search"], "wipe": ["erase"], "edit": ["change"],
    ]

    /// How well an operation fits: words in its method, path or summary count more than those in its description or in
    /// what its family is about.
    func score(of operation: APIDescription.Operation, in family: APIDescription.Family?) -> SearchWords.Score {
        let name = "\(operation.method) \(operation.path) \(operation.summary)".lowercased()
        let about = "\(operation.description) \(family?.name ?? "") \(family?.summary ?? "")"[...]
        return words.words.reduce(into: SearchWords.Score()) { score, word in
            if Self.leads(word.path, to: operation.path.lowercased()) {
                score.weight += 8
            } else if Self.stands(String(decoding: word.stem, as: UTF8.self), in: name) {
                score.weight += 4
            } else if word.place(in: about) != nil {
                score.weight += 1
            } else {
                return
            }
            score.found += 1
        }
    }

    /// Whether a word, or another for it, stands in a text.
    private static func stands(_ word: String, in name: String) -> Bool {
        name.contains(word) || (others[word] ?? []).contains { name.contains($0) }
    }

    /// Whether a path with values is one of a route's path with captures.
    private static func leads(_ word: String, to path: String) -> Bool {
        guard !word.isEmpty else { return false }
        let values = word.split(separator: "/")
        let names = path.split(separator: "/")
        return values.count == names.count
            && zip(values, names).allSatisfy { value, name in name.hasPrefix("{") || value == name }
    }
}
