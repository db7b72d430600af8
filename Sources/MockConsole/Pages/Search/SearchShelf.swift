import NIOConcurrencyHelpers

/// The search of the documentation, made when somebody searches: it needs the description of the API.
final class SearchShelf: Sendable {
    /// The description of the API.
    let library: APILibrary
    private let made = NIOLockedValueBox<SearchPage?>(nil)

    /// The search of a console.
    init(_ library: APILibrary) { self.library = library }

    /// The search.
    ///
    /// - Throws: What reading the description throws.
    func page() throws -> SearchPage {
        try made.withLockedValue { made in
            if let made { return made }
            let page = try SearchPage(library.pages().description)
            made = page
            return page
        }
    }
}
