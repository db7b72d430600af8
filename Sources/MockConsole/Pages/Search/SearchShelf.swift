/// The search of the documentation, made when somebody searches: it needs the description of the API.
actor SearchShelf {
    /// The description of the API.
    nonisolated let library: APILibrary
    private var made: SearchPage?

    /// The search of a console.
    init(_ library: APILibrary) { self.library = library }

    /// The search.
    ///
    /// - Throws: What reading the description throws.
    func page() async throws -> SearchPage {
        let description = try await library.pages().description
        if let made { return made }
        let page = try SearchPage(description)
        made = page
        return page
    }
}
