/// A block of an article: what stands on lines of its own.
indirect enum MarkdownBlock: Equatable, Sendable {
    case heading(level: Int, [MarkdownInline])
    case paragraph([MarkdownInline])
    /// Code, with the language it is marked with; empty if there is none.
    case code(language: String, String)
    case list(MarkdownList)
    case quote([MarkdownBlock])
    case table(MarkdownTable)
    case rule
}

/// A list.
struct MarkdownList: Equatable, Sendable {
    /// Number of the first item; nil for bullets.
    let start: Int?
    /// Whether its items stand close together, without space between paragraphs.
    let isTight: Bool
    let items: [[MarkdownBlock]]
}

/// A table.
struct MarkdownTable: Equatable, Sendable {
    /// How the text of a column is aligned.
    enum Alignment: Sendable {
        case natural, left, center, right
    }

    /// The cells of a row.
    typealias Row = [[MarkdownInline]]

    let alignments: [Alignment]
    let header: Row
    /// The rows, each with as many cells as the header.
    let rows: [Row]
}

/// A piece of a line.
indirect enum MarkdownInline: Equatable, Sendable {
    case text(String)
    case code(String)
    case emphasis([MarkdownInline])
    case strong([MarkdownInline])
    case link(destination: String, [MarkdownInline])
    /// An article, `<doc:Name>` or `<doc:Name#Anchor>`.
    case article(name: String, anchor: String?)
    /// A symbol of the sources, between double backticks.
    case symbol(String)
    /// A line that ends where the author ended it.
    case lineBreak

    /// The plain text of some pieces.
    static func plain(_ pieces: [MarkdownInline], title: (String) -> String = { $0 }) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text), .code(let text), .symbol(let text): text
            case .emphasis(let inner), .strong(let inner), .link(_, let inner): plain(inner, title: title)
            case .article(let name, _): title(name)
            case .lineBreak: " "
            }
        }.joined()
    }
}
