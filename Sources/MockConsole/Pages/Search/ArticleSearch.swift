import ConsolePlatform
import ConsoleResources
import Mustache

/// Finding sections of articles by words a person types (Operations, "The documentation").
struct ArticleSearch: Sendable {
    /// A section of an article.
    struct Section: Sendable {
        let address: Substring
        /// Title of the article.
        let title: Substring
        /// Heading of the section; empty for the beginning of the article.
        let heading: Substring
        let text: Substring
    }

    /// A piece of a section's text; the words of the search are marked.
    struct Piece: MustacheParent, Equatable, Sendable {
        let text: String
        let isMarked: Bool

        /// What the template names; reflection would cost more than the search.
        func child(named name: String) -> Any? {
            switch name {
            case "text": text
            case "isMarked": isMarked
            default: nil
            }
        }
    }

    /// Every section there is.
    let sections: [Section]

    /// Bytes of a text that are shown before and after the first word found.
    private static let shown = (before: 60, after: 180)

    /// Reads the sections that travel inside the binary: a line each, fields separated by tabs.
    ///
    /// - Throws: ``ConsoleError`` `internalError` if they are not there.
    init() throws {
        sections = try EmbeddedFile.required("docs/sections.txt").text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 4 else { return nil }
            return Section(address: fields[0], title: fields[1], heading: fields[2], text: fields[3])
        }
    }

    /// How well a section fits: a word in its heading counts more than one in the title, and that more than one in the
    /// text; two that follow each other as they were typed count more than two apart.
    static func score(of section: Section, _ words: SearchWords) -> SearchWords.Score {
        var score = SearchWords.Score()
        var previous: Int?
        for word in words.words {
            let inText = word.place(in: section.text)
            if word.place(in: section.heading) != nil {
                score.weight += 8
            } else if word.place(in: section.title) != nil {
                score.weight += 4
            } else if inText != nil {
                score.weight += 1
            } else {
                previous = nil
                continue
            }
            score.found += 1
            if let previous, let inText, (0..<24).contains(inText - previous) { score.weight += 2 }
            previous = inText
        }
        return score
    }

    /// The text around the first word found, or the beginning.
    static func excerpt(of text: Substring, _ words: SearchWords) -> [Piece] {
        let first = words.words.compactMap { $0.place(in: text) }.min() ?? 0
        let bytes = text.utf8
        var start = bytes.index(bytes.startIndex, offsetBy: max(first - shown.before, 0))
        var end = bytes.index(bytes.startIndex, offsetBy: min(first + shown.after, bytes.count))
        // Words stay whole.
        let blank = UInt8(ascii: " ")
        while start > bytes.startIndex, bytes[bytes.index(before: start)] != blank { bytes.formIndex(before: &start) }
        while end < bytes.endIndex, bytes[end] != blank { bytes.formIndex(after: &end) }
        var pieces = marked(text[start..<end], words)
        if start > bytes.startIndex { pieces.insert(Piece(text: "… ", isMarked: false), at: 0) }
        if end < bytes.endIndex { pieces.append(Piece(text: " …", isMarked: false)) }
        return pieces
    }

    private static func marked(_ text: Substring, _ words: SearchWords) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text
        while let (word, place) = next(in: rest, words) {
            let bytes = rest.utf8
            let start = bytes.index(bytes.startIndex, offsetBy: place)
            let end = bytes.index(start, offsetBy: word.stem.count)
            if start > bytes.startIndex { pieces.append(Piece(text: String(rest[..<start]), isMarked: false)) }
            pieces.append(Piece(text: String(rest[start..<end]), isMarked: true))
            rest = rest[end...]
        }
        return rest.isEmpty ? pieces : pieces + [Piece(text: String(rest), isMarked: false)]
    }

    private static func next(in text: Substring, _ words: SearchWords) -> (word: SearchWords.Word, place: Int)? {
        words.words.compactMap { word in word.place(in: text).map { (word: word, place: $0) } }
            .min { $0.place < $1.place }
    }
}
