/// Finding routes by words a person types (Operations, "The documentation").
struct RouteSearch: Sendable {
    /// What is looked through of an operation, made once for all searches.
    struct Entry: Sendable {
        /// The path in lower case, as its parts.
        fileprivate let path: [Substring]
        /// Method, path and summary in lower case.
        fileprivate let name: [UInt8]
        /// Its description, and what its family is about.
        fileprivate let about: [UInt8]

        /// The texts of an operation.
        init(_ operation: APIDescription.Operation, in family: APIDescription.Family?) {
            path = operation.path.lowercased().split(separator: "/")
            name = Array("\(operation.method) \(operation.path) \(operation.summary)".lowercased().utf8)
            about = Array("\(operation.description) \(family?.name ?? "") \(family?.summary ?? "")".utf8)
        }
    }

    /// A word, and others that stand for it in summaries.
    private struct Wanted: Sendable {
        let word: SearchWords.Word
        /// The parts of the path it is; nil for other words.
        let path: [Substring]?
        let spellings: [[UInt8]]
    }

    private let wanted: [Wanted]

    /// The search for some words.
    init(words: SearchWords) {
        wanted = words.words.map { word in
            let others = Self.others[String(decoding: word.stem, as: UTF8.self)] ?? []
            return Wanted(
                word: word, path: word.path.isEmpty ? nil : word.path.split(separator: "/"),
                spellings: [word.stem] + others.map { Array($0.utf8) })
        }
    }

    /// Words in summaries for words that people type.
    private static let others: [String: [String]] = [
        "send": ["queue", "order"], "create": ["add"], "make": ["add"], "login": ["sign in"], "remove": ["delete"],
        "find": ["search"], "wipe": ["erase"], "edit": ["change"],
    ]

    /// How well an operation fits: words in its method, path or summary count more than those in its description or in
    /// what its family is about.
    func score(of entry: Entry) -> SearchWords.Score {
        wanted.reduce(into: SearchWords.Score()) { score, wanted in
            if let path = wanted.path, Self.leads(path, to: entry.path) {
                score.weight += 8
            } else if wanted.spellings.contains(where: { Self.stands($0, in: entry.name) }) {
                score.weight += 4
            } else if wanted.word.place(in: entry.about) != nil {
                score.weight += 1
            } else {
                return
            }
            score.found += 1
        }
    }

    /// Whether some bytes stand in others.
    private static func stands(_ word: [UInt8], in name: [UInt8]) -> Bool {
        guard let first = word.first else { return true }
        guard name.count >= word.count else { return false }
        return (0...name.count - word.count).contains { start in
            name[start] == first && name[start..<start + word.count].elementsEqual(word)
        }
    }

    /// Whether the parts of a path with values are those of a route's path with captures.
    private static func leads(_ values: [Substring], to names: [Substring]) -> Bool {
        values.count == names.count
            && zip(values, names).allSatisfy { value, name in name.hasPrefix("{") || value == name }
    }
}
