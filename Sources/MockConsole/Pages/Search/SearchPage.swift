import ConsolePlatform
import ConsoleResources
import Foundation
import Hummingbird
import Mustache
import WebConsole

/// The page with what was found in articles and routes.
struct SearchPage: Sendable {
    /// A section of an article.
    private struct Hit: MustacheParent, Sendable {
        let address: String
        let title: String
        let heading: String
        let hasHeading: Bool
        let excerpt: [ArticleSearch.Piece]

        /// What the template names; reflection would cost more than the search.
        func child(named name: String) -> Any? {
            switch name {
            case "address": address
            case "title": title
            case "heading": heading
            case "hasHeading": hasHeading
            case "excerpt": excerpt
            default: nil
            }
        }
    }

    private struct Model: Sendable {
        let find: String
        let isSearch: Bool
        /// The result in a sentence.
        let summary: String
        let articles: [Hit]
        let hasArticles: Bool
        let routes: [APIPages.Row]
        let hasRoutes: Bool
    }

    /// The most sections, and the most routes, that are shown.
    private static let limit = 25

    private let search: ArticleSearch
    /// Every operation, with what is looked through of it.
    private let operations: [(operation: APIDescription.Operation, entry: RouteSearch.Entry)]
    private let template: MustacheTemplate

    /// The search of a console.
    ///
    /// - Throws: `MustacheTemplate.ParserError` for a template that is broken, ``ConsoleError`` if something is missing.
    init(_ description: APIDescription) throws {
        let families = Dictionary(description.families.map { ($0.name, $0) }) { first, _ in first }
        operations = description.operations.map { ($0, RouteSearch.Entry($0, in: families[$0.family])) }
        search = try ArticleSearch()
        template = try MustacheTemplate(
            string: try EmbeddedFile.required("Sources/MockConsole/Pages/Search/SearchPage.mustache").text)
    }

    /// The address of the page for something typed.
    static func address(of typed: String) -> String {
        let plain = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
        return "/search?find=\(typed.addingPercentEncoding(withAllowedCharacters: plain) ?? "")"
    }

    /// The page for something typed: what has all words, best first; if nothing has, what has the most of them.
    func page(for typed: String) -> Response {
        let results = results(for: typed)
        return render(
            results.words, sections: results.sections, routes: results.routes, summary: results.summary)
    }

    /// The same for pages of the console.
    func found(for typed: String) -> DocumentationFinding {
        let results = results(for: typed)
        return DocumentationFinding(
            summary: results.summary.isEmpty ? "" : "\(results.summary) “\(results.words.text)”.",
            sections: results.sections.prefix(Self.limit).map { section in
                let excerpt = ArticleSearch.excerpt(of: section.text, results.words).map(\.text).joined()
                let heading = section.heading.isEmpty ? "" : " › \(section.heading)"
                return .init(title: "\(section.title)\(heading)", address: String(section.address), text: excerpt)
            },
            routes: results.routes.prefix(Self.limit).map { operation in
                let row = APIPages.Row(operation)
                return .init(title: "\(row.method) \(row.path)", address: row.address, text: row.summary)
            })
    }

    private func results(
        for typed: String
    ) -> (words: SearchWords, sections: [ArticleSearch.Section], routes: [APIDescription.Operation], summary: String) {
        let words = SearchWords(typed)
        guard !words.isEmpty else { return (words, [], [], "") }
        let routeSearch = RouteSearch(words: words)
        let sections = ranked(search.sections) { ArticleSearch.score(of: $0, words) }
        let routes = ranked(operations) { routeSearch.score(of: $0.entry) }
        let most = max(sections.first?.score.found ?? 0, routes.first?.score.found ?? 0)
        let shownSections = sections.prefix { $0.score.found == most }.map(\.value)
        let shownRoutes = routes.prefix { $0.score.found == most }.map(\.value.operation)
        let summary = Self.summary(
            sections: shownSections.count, routes: shownRoutes.count, hasAll: most == words.words.count)
        return (words, shownSections, shownRoutes, summary)
    }

    /// Entries with at least one word, the best first; equal ones keep their order.
    private func ranked<Value>(
        _ values: [Value], score: (Value) -> SearchWords.Score
    ) -> [(value: Value, score: SearchWords.Score)] {
        let found = values.indices.compactMap { index -> (index: Int, score: SearchWords.Score)? in
            let score = score(values[index])
            return score.found > 0 ? (index, score) : nil
        }
        return found.sorted { first, second in
            first.score == second.score ? first.index < second.index : first.score > second.score
        }
        .map { (values[$0.index], $0.score) }
    }

    private static func summary(sections: Int, routes: Int, hasAll: Bool) -> String {
        guard sections + routes > 0 else { return "Nothing found for" }
        var found: [String] = []
        if sections > 0 { found.append(sections == 1 ? "1 section of an article" : "\(sections) sections of articles") }
        if routes > 0 { found.append(routes == 1 ? "1 route" : "\(routes) routes") }
        let text = found.joined(separator: " and ")
        let shown = max(sections, routes) > limit ? ", of each the best \(limit)," : ""
        return hasAll ? "\(text)\(shown) found for" : "Nothing has all words; \(text)\(shown) with some of"
    }

    private func render(
        _ words: SearchWords, sections: [ArticleSearch.Section], routes: [APIDescription.Operation], summary: String
    ) -> Response {
        let hits = sections.prefix(Self.limit).map { section in
            Hit(
                address: String(section.address), title: String(section.title), heading: String(section.heading),
                hasHeading: !section.heading.isEmpty, excerpt: ArticleSearch.excerpt(of: section.text, words))
        }
        let rows = routes.prefix(Self.limit).map(APIPages.Row.init)
        return .page(
            template.render(
                Model(
                    find: words.text, isSearch: !words.isEmpty, summary: summary, articles: hits,
                    hasArticles: !hits.isEmpty, routes: rows, hasRoutes: !rows.isEmpty)))
    }
}
