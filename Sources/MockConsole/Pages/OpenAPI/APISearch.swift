/// Finding routes by words a person types (Operations, "The description of the API").
struct APISearch: Sendable {
    /// What was typed, without blanks around it.
    let text: String
    private let words: [String]

    /// Characters of what was typed that count.
    private static let limit = 200

    /// A search for what was typed; everything is found if that is nothing.
    init(_ typed: String) {
        let words = typed.prefix(Self.limit).split(whereSeparator: \.isWhitespace)
        text = words.joined(separator: " ")
        self.words = words.map { word in
            let (word, path) = (word.lowercased(), Self.path(in: word.lowercased()))
            return path.isEmpty ? word : path
        }
    }

    /// Whether nothing was typed.
    var isEmpty: Bool { words.isEmpty }

    /// Whether each word stands in the method, path or summary of an operation, or is a path it answers.
    func finds(_ operation: APIDescription.Operation) -> Bool {
        let text = "\(operation.method) \(operation.path) \(operation.summary)".lowercased()
        return words.allSatisfy { text.contains($0) || Self.leads($0, to: operation.path.lowercased()) }
    }

    /// A word; of an address, or a path with a query, only the path.
    private static func path(in word: String) -> String {
        guard let scheme = word.firstRange(of: "://") else {
            return word.hasPrefix("/") ? String(word.prefix { $0 != "?" }) : word
        }
        return String(word[scheme.upperBound...].drop { $0 != "/" }.prefix { $0 != "?" })
    }

    /// Whether a path with values is one of a route's path with captures.
    private static func leads(_ word: String, to path: String) -> Bool {
        guard word.hasPrefix("/") else { return false }
        let values = word.split(separator: "/")
        let names = path.split(separator: "/")
        return values.count == names.count
            && zip(values, names).allSatisfy { value, name in name.hasPrefix("{") || value == name }
    }
}
