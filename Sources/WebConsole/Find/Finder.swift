import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation

/// Looks for a few letters in everything that somebody may see.
struct Finder: Sendable {
    /// What was found of one kind, the best first.
    struct Kind: Sendable {
        let title: String
        let found: [Found]

        /// Its anchor.
        var id: String { title.lowercased().replacing(" ", with: "-") }
    }

    let visit: Visit
    let places: [Place]
    let routes: RouteList
    let articles: ArticleShelf

    /// What has the letters, by kind; nothing if there are none.
    ///
    /// All routes are asked at once, and one that refuses leaves its kind empty: the others are of use without it.
    ///
    /// - Parameter limit: The most of each kind.
    /// - Returns: The kinds, also those of which nothing was found.
    func kinds(limit: Int) async -> [Kind] {
        guard let text = visit.query.text("q")?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return [] }
        let letters = FindWords(String(text.prefix(200)))
        let things = ThingFinder(visit: visit, text: letters.text, limit: limit)
        async let devices = things.devices()
        async let users = things.users()
        async let groups = things.groups()
        async let applications = things.applications()
        async let smartGroups = things.smartGroups()
        async let profiles = things.profiles()
        async let administrators = things.administrators()
        async let userGroups = things.userGroups()
        async let geofences = things.geofences()
        async let rules = things.complianceRules()
        async let tags = things.tags()
        let all = [
            Kind(title: "Places", found: found(places: letters)),
            Kind(title: "Devices", found: await devices), Kind(title: "Users", found: await users),
            Kind(title: "Organization groups", found: await groups),
            Kind(title: "Applications", found: await applications),
            Kind(title: "Smart groups", found: await smartGroups),
            Kind(title: "SDK profiles", found: await profiles), Kind(title: "User groups", found: await userGroups),
            Kind(title: "Administrators", found: await administrators), Kind(title: "Tags", found: await tags),
            Kind(title: "Geofences", found: await geofences), Kind(title: "Compliance rules", found: await rules),
            Kind(title: "Documentation", found: found(articles: letters)),
            Kind(title: "Routes", found: found(routes: letters)),
        ]
        return all.map { Kind(title: $0.title, found: Array($0.found.prefix(limit))) }
    }

    // MARK: What needs no route

    private func found(places letters: FindWords) -> [Found] {
        let shown = places.filter { Navigation.mayShow($0, to: visit.identity.role) }
        let found = letters.best(of: shown) { [$0.title] + $0.keywords + [$0.group] }.map { place in
            Found(title: place.title, kind: place.group.isEmpty ? "Place" : place.group, path: place.path)
        }
        // It is no place of the console: users sign in there.
        let portal = Found(title: "Self-Service Portal", kind: "My devices, for users", path: "/mydevice/")
        return found + letters.best(of: [portal]) { [$0.title, $0.kind] }
    }

    private func found(articles letters: FindWords) -> [Found] {
        letters.best(of: articles.sections) { [$0.heading.isEmpty ? $0.title : $0.heading, $0.title] }
            .map { section in
                Found(
                    title: section.heading.isEmpty ? section.title : section.heading,
                    kind: section.heading.isEmpty ? "Article" : section.title, path: section.address)
            }
    }

    private func found(routes letters: FindWords) -> [Found] {
        let names = routes.all.keys.filter { !$0.contains(" /console") && !$0.contains(" /mydevice") }.sorted()
        return letters.best(of: names) { [$0] }.map { name in
            Found(title: name, kind: "Route", path: "/openapi?route=\(URLText.escaped(name))")
        }
    }
}
