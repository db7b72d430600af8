/// What a search of the documentation has found.
package struct DocumentationFinding: Sendable {
    /// A section of an article, or a route.
    package struct Hit: Sendable {
        let title: String
        let address: String
        /// What stands there, in short.
        let text: String

        /// Made of its parts.
        package init(title: String, address: String, text: String) {
            self.title = title
            self.address = address
            self.text = text
        }
    }

    /// The result in a sentence; empty if nothing was looked for.
    let summary: String
    /// Sections of articles, the best first.
    let sections: [Hit]
    /// Routes, the best first.
    let routes: [Hit]

    /// Made of its parts.
    package init(summary: String, sections: [Hit], routes: [Hit]) {
        self.summary = summary
        self.sections = sections
        self.routes = routes
    }
}

/// Looks for words in articles and routes.
package typealias DocumentationSearch = @Sendable (String) async throws -> DocumentationFinding
