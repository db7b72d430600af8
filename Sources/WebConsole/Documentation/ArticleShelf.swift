import ConsoleResources
import NIOConcurrencyHelpers

/// The articles of the documentation as the build has listed them, read when somebody asks.
final class ArticleShelf: Sendable {
    /// An article.
    struct Article: Hashable, Sendable {
        let group: String
        let address: String
        let title: String
        /// Its first sentence.
        let abstract: String
    }

    /// A section of an article.
    struct Section: Hashable, Sendable {
        let address: String
        /// Title of the article.
        let title: String
        /// Its heading; empty for the beginning of the article.
        let heading: String
    }

    private let read = NIOLockedValueBox<(articles: [Article], sections: [Section])?>(nil)

    /// Articles in the order to read them in, those of a group one after the other.
    var articles: [Article] { all.articles }

    /// Sections of all articles.
    var sections: [Section] { all.sections }

    private var all: (articles: [Article], sections: [Section]) {
        read.withLockedValue { read in
            if let read { return read }
            let made = (
                articles: Self.lines("docs/articles.txt").map {
                    Article(group: $0[0], address: $0[1], title: $0[2], abstract: $0[3])
                },
                sections: Self.lines("docs/sections.txt").map { Section(address: $0[0], title: $0[1], heading: $0[2]) }
            )
            read = made
            return made
        }
    }

    /// The four fields of each line of a list.
    private static func lines(_ path: String) -> [[String]] {
        (EmbeddedFile.at(path)?.text ?? "").split(separator: "\n").map { line in
            line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        }.filter { $0.count == 4 }
    }
}
