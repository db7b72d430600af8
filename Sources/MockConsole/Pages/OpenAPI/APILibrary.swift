import ConsoleHTTP
import NIOConcurrencyHelpers

/// The description of the API with its pages, made when somebody asks for one: reading the document takes longer than
/// all else a start does.
struct APILibrary: Sendable {
    /// Completes the document.
    private let routes: RouteList
    private let made = NIOLockedValueBox<APIPages?>(nil)

    /// The library of a console.
    init(_ routes: RouteList) { self.routes = routes }

    /// The pages.
    ///
    /// - Throws: What reading the document throws.
    func pages() throws -> APIPages {
        try made.withLockedValue { made in
            if let made { return made }
            let pages = try APIPages(APIDescription(of: routes))
            made = pages
            return pages
        }
    }
}
