package import ConsolePlatform

/// A page of a list, in one of the envelopes of the admin REST API (AdminAPI, "Lists").
package struct AdminList<Item: Encodable & Sendable>: Encodable, Sendable {
    /// How a list is wrapped.
    package enum Envelope: Sendable {
        /// `Page`, `PageSize`, `Total`.
        case pages
        /// `AdditionalInfo` with a link to the page itself, and `TotalResults`.
        case results(href: String)
        /// `page`, `page_size`, `total`.
        case snakePages
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init(_ text: String) { stringValue = text }
        init?(intValue: Int) { nil }
    }

    private struct Link: Encodable {
        let Rel = "self"
        let Href: String
    }

    /// Name of the member that holds the items.
    let name: String
    /// The items, and how many there are on all pages.
    let page: Page<Item>
    let envelope: Envelope

    /// A page of a list.
    package init(_ name: String, _ page: Page<Item>, envelope: Envelope = .pages) {
        self.name = name
        self.page = page
        self.envelope = envelope
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(page.items, forKey: Name(name))
        switch envelope {
        case .pages:
            try container.encode(page.request.page, forKey: Name("Page"))
            try container.encode(page.request.size, forKey: Name("PageSize"))
            try container.encode(page.total, forKey: Name("Total"))
        case .results(let href):
            try container.encode(["Links": [Link(Href: href)]], forKey: Name("AdditionalInfo"))
            try container.encode(page.total, forKey: Name("TotalResults"))
        case .snakePages:
            try container.encode(page.request.page, forKey: Name("page"))
            try container.encode(page.request.size, forKey: Name("page_size"))
            try container.encode(page.total, forKey: Name("total"))
        }
    }
}
