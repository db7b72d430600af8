import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// The palette: anything by a few letters.
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/console/find.json` | what has the letters of `q`, as JSON |
/// | GET | `/console/find` | the same as a page |
struct FindRoom: ConsoleRoom {
    /// Places of the navigation, also those of this room.
    private let all: [Place]
    private let routes: RouteList
    private let articles: ArticleShelf

    /// The palette over places, routes and articles.
    init(places: [Place], routes: RouteList, articles: ArticleShelf) {
        all = places
        self.routes = routes
        self.articles = articles
    }

    var places: [Place] { [] }

    /// Results in the palette.
    private static let limit = 20

    func addPages(to door: PageDoor) {
        door.get("/console/find.json") { visit in
            let elements = Self.some(of: await finder(visit).kinds(limit: 8)).map { one in
                JSONValue.members(["title": .string(one.title), "kind": .string(one.kind), "path": .string(one.path)])
            }
            return Response.json(data: JSONValue.array(elements).encoded())
        }
        door.page("/console/find") { visit in
            FindPage.page(finding: visit.query.text("q") ?? "", await finder(visit).kinds(limit: 25))
        }
    }

    private func finder(_ visit: Visit) -> Finder {
        Finder(visit: visit, places: all, routes: routes, articles: articles)
    }

    /// Some of each kind, so that many of one do not hide the others; the rest fills up.
    static func some(of kinds: [Finder.Kind]) -> [Found] {
        var counts = kinds.map { min(2, $0.found.count) }
        for index in kinds.indices {
            let room = limit - counts.reduce(0, +)
            counts[index] += max(0, min(room, kinds[index].found.count - counts[index]))
        }
        return Array(zip(kinds, counts).flatMap { $0.found.prefix($1) }.prefix(limit))
    }
}
