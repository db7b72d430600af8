import ConsoleModel
import ConsolePlatform

/// An SDK profile, and what stands around each of its pages.
struct ProfileFrame: Sendable {
    /// Where the pages are.
    static let path = "/console/profiles"
    /// Where the routes are.
    static let route = "/_mock/profiles"

    /// The profile as its route answers.
    let profile: JSON
    /// The address of its pages.
    let base: String
    /// The route of the profile.
    let route: String
    /// Whether whoever looks may change it.
    let mayWrite: Bool

    /// The profile that the address of a page names.
    ///
    /// - Throws: What its route throws, such as `notFound`.
    init(_ visit: Visit) async throws {
        route = "\(Self.route)/\(visit.segment("profile"))"
        base = "\(Self.path)/\(visit.segment("profile"))"
        profile = try await visit.api.get(route)
        mayWrite = visit.may(.write, .profiles) && !profile.isReadOnly.isTrue
    }

    /// What it is called.
    var name: String { profile.name.text }

    /// Its payload of a type; the last of several, which is the one that clients take.
    func payload(_ type: String) -> JSON { profile.payloads.list.last { $0.PayloadType.text == type } ?? .none }

    /// A page about it.
    ///
    /// - Parameters:
    ///   - tab: The last segment of the tab it belongs to; empty for the payloads.
    ///   - parts: What it is made of.
    /// - Returns: The page.
    func page(_ tab: String, _ parts: [Part]) -> ConsolePage {
        var page = ConsolePage(name, parts: parts)
        page.badges = [.badge("Version \(profile.version.text)"), .badge(profile.group.text)]
        if profile.isReadOnly.isTrue { page.badges.append(.badge("Read only")) }
        page.lead = profile.description.text
        page.crumbs = [.init("SDK Profiles", Self.path)]
        page.tabs = ConsolePage.tabs(
            base, current: tab,
            ["Payloads": "", "Property List": "preview", "Versions": "versions", "Apps": "apps"])
        return page
    }
}
