import ConsoleHTTP

/// The description of the API with its pages, made when somebody asks for one: reading the document takes longer than
/// all else a start does. Those who wait for it hold no thread meanwhile.
actor APILibrary {
    /// Completes the document.
    private let routes: RouteList
    private var made: APIPages?

    /// The library of a console.
    init(_ routes: RouteList) { self.routes = routes }

    /// The pages.
    ///
    /// - Throws: What reading the document throws.
    func pages() throws -> APIPages {
        if let made { return made }
        let pages = try APIPages(APIDescription(of: routes))
        made = pages
        return pages
    }
}
