/// Where links of articles lead.
struct ArticleLinks {
    let catalogue: ArticleCatalogue
    /// The article that contains the links, for error messages.
    let article: Article

    /// The address of a page.
    static func address(_ name: String, anchor: String? = nil) -> String {
        "/docs/\(name)" + (anchor.map { "#\($0)" } ?? "")
    }

    /// A linked article, with its address.
    ///
    /// - Throws: ``ArticleProblem`` if it is not there, or has no such anchor.
    func target(_ name: String, anchor: String?) throws -> (article: Article, address: String) {
        guard let target = catalogue[name] else { throw problem("<doc:\(name)> leads nowhere") }
        if let anchor, !target.headings.contains(where: { $0.anchor == anchor }) {
            throw problem("<doc:\(name)#\(anchor)> leads nowhere: the article has no such heading")
        }
        return (target, Self.address(name, anchor: anchor))
    }

    /// Where a link with a destination of its own leads.
    ///
    /// - Throws: ``ArticleProblem`` for a destination that is neither an address of the web or of this console, nor a
    ///   heading of the article.
    func destination(_ text: String) throws -> String {
        if let anchor = text.split(separator: "#", omittingEmptySubsequences: false).last, text.hasPrefix("#") {
            return "#" + (try target(article.name, anchor: String(anchor)).address.split(separator: "#").last ?? "")
        }
        let isOfConsole = text.hasPrefix("/") && !text.hasPrefix("//")
        guard isOfConsole || ["https://", "http://", "mailto:"].contains(where: text.lowercased().hasPrefix) else {
            throw problem("\(text) is no address: http, https, mailto, a path of the console, or # and a heading")
        }
        return text
    }

    private func problem(_ text: String) -> ArticleProblem {
        ArticleProblem(description: "\(article.name).md: \(text)")
    }

    // MARK: Sections named after an article

    /// A piece of the text that follows a link to an article.
    struct Piece: Equatable {
        let text: String
        /// The heading it names; nil for what stands between.
        let anchor: String?
    }

    /// Splits the text after a link to an article where it names headings of it: `, "Start"` by what they say,
    /// `, sections 4.2 and 5` by their numbers.
    static func pieces(_ text: String, after article: Article) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        var isNumbered = false
        while let reference = reference(rest, isNumbered), let heading = article.heading(reference.name) {
            isNumbered = isNumbered || !reference.lead.hasSuffix("\"")
            pieces.append(Piece(text: reference.lead, anchor: nil))
            pieces.append(Piece(text: reference.name, anchor: heading.anchor))
            rest = rest.dropFirst(reference.lead.count + reference.name.count)
        }
        return rest.isEmpty ? pieces : pieces + [Piece(text: String(rest), anchor: nil)]
    }

    private static let joints = [", and ", " and ", ", ", "; ", " "]

    /// The text before the name of a heading, and the name.
    private static func reference(_ text: Substring, _ isNumbered: Bool) -> (lead: String, name: String)? {
        var lead = ""
        var rest = text
        if rest.hasPrefix("\"") {
            lead = "\""
            rest = rest.dropFirst()
        }
        guard let joint = joints.first(where: rest.hasPrefix) else { return nil }
        lead += joint
        rest = rest.dropFirst(joint.count)
        if rest.hasPrefix("\"") {
            let name = rest.dropFirst().prefix { $0 != "\"" }
            return name.isEmpty ? nil : (lead + "\"", String(name))
        }
        for word in ["sections ", "section "] where rest.hasPrefix(word) {
            lead += word
            rest = rest.dropFirst(word.count)
            return number(rest).map { (lead, $0) }
        }
        return isNumbered ? number(rest).map { (lead, $0) } : nil
    }

    /// The number of a section at the beginning of a text.
    private static func number(_ text: Substring) -> String? {
        var digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        while digits.last == "." { digits.removeLast() }
        return digits.isEmpty ? nil : String(digits)
    }
}
