/// An article of the documentation, read.
package struct Article: Sendable {
    /// A heading with the anchor that links lead to.
    package struct Heading: Equatable, Sendable {
        /// 1 for the title.
        package let level: Int
        /// As plain text.
        package let text: String
        package let anchor: String
    }

    /// Name of its file without ending.
    package let name: String
    /// Its first heading.
    package let title: String
    /// Headings in the order they stand in, the title among them.
    package let headings: [Heading]
    let blocks: [MarkdownBlock]

    /// Reads an article.
    ///
    /// - Parameters:
    ///   - name: Name of its file without ending.
    ///   - markdown: What the file says.
    package init(name: String, markdown: String) {
        self.name = name
        blocks = MarkdownParser.blocks(of: markdown)
        var anchors: [String: Int] = [:]
        headings = blocks.compactMap { block in
            guard case .heading(let level, let pieces) = block else { return nil }
            let text = MarkdownInline.plain(pieces)
            let anchor = Self.anchor(text)
            let count = anchors[anchor, default: 0]
            anchors[anchor] = count + 1
            return Heading(level: level, text: text, anchor: count == 0 ? anchor : "\(anchor)-\(count + 1)")
        }
        title = headings.first { $0.level == 1 }?.text ?? name
    }

    /// The paragraphs directly below the title, which say what the article is about.
    var abstract: [MarkdownInline] {
        let start = blocks.firstIndex { if case .heading(1, _) = $0 { true } else { false } }.map { $0 + 1 } ?? 0
        guard blocks.indices.contains(start), case .paragraph(let pieces) = blocks[start] else { return [] }
        return pieces
    }

    /// A heading by its text, ignoring letter case and blanks, or by the number it begins with.
    func heading(_ text: String) -> Heading? {
        let wanted = Self.compared(text)
        return headings.first { Self.compared($0.text) == wanted }
            ?? headings.first { heading in
                guard wanted.first?.isNumber == true, let word = heading.text.split(separator: " ").first else {
                    return false
                }
                return word == wanted || word == wanted + "."
            }
    }

    private static func compared(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A text as an anchor: letters, digits and points stay, everything else becomes hyphens.
    private static func anchor(_ text: String) -> String {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".")) }
        return words.isEmpty ? "section" : words.joined(separator: "-")
    }
}

/// An error in an article.
package struct ArticleProblem: Error, CustomStringConvertible {
    package let description: String
}
