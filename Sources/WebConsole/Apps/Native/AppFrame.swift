import ConsoleModel
import ConsolePlatform
import Foundation

/// An app, and what stands around each of its pages: its name, its states and its tabs.
struct AppFrame: Sendable {
    /// The statuses of apps.
    static let statuses = ["Active", "Inactive", "Retired"]

    let kind: NativeKind
    /// The app with the SDK profile it gives, as `/_mock` answers it.
    let app: JSON
    /// The address of its pages.
    let base: String
    /// The route of the app.
    let route: String
    /// Whether whoever looks may change it.
    let mayWrite: Bool

    /// The app that the address of a page names.
    ///
    /// - Throws: What its route throws; ``ConsoleError`` `notFound` for an app of another kind.
    init(_ kind: NativeKind, _ visit: Visit) async throws {
        self.kind = kind
        app = try await visit.api.get("/_mock/applications/\(visit.segment("app"))/profile")
        base = "\(kind.path)/\(visit.segment("app"))"
        route = "\(kind.route)/\(app.id.text)"
        mayWrite = visit.may(.write, .applications)
        guard (app["type"].text == NativeKind.uploaded.rawValue) == (kind == .uploaded) else { throw Self.missing }
    }

    private static let missing = ConsoleError(.notFound, "There is no such app of this kind.")

    /// What it is called.
    var name: String { app.name.text }

    /// Its bundle identifier.
    var bundle: String { app.bundleId.text }

    /// The route by which pages know how it is pushed to and which SDK profile it gives.
    var mockRoute: String { "/_mock/applications/\(app.id.text)" }

    /// Everything that is said about it.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an app of another kind; what the route throws.
    func everything(_ visit: Visit) async throws -> JSON {
        do {
            return try await visit.api.get(route)
        } catch let error as ConsoleError where error.code == .forbidden {
            // The route follows the real one, which answers 401 for an unknown app.
            throw Self.missing
        }
    }

    /// A page about it.
    ///
    /// - Parameters:
    ///   - tab: The last segment of the tab it belongs to; empty for what is said about it.
    ///   - parts: What it is made of.
    /// - Returns: The page.
    func page(_ tab: String, _ parts: [Part]) -> ConsolePage {
        var page = ConsolePage(name, parts: parts)
        page.lead = bundle
        page.badges = [Self.status(app.status.text)]
        if let version = app.version.nonEmpty { page.badges.append(.badge("Version \(version)")) }
        page.crumbs = [.init("Native", NativeAppPages.path), .init(kind.rawValue, kind.path)]
        page.tabs = ConsolePage.tabs(
            base, current: tab,
            ["Details": "", "Files": "files", "Assignment": "assignment", "Devices": "devices", "More": "more"])
        guard mayWrite, kind.canChange else { return page }
        page.actions = [.link("Edit", "\(base)/edit")]
        if kind == .uploaded { page.actions.append(.link("Add Version", "\(base)/version")) }
        return page
    }

    /// A page below one of its tabs.
    func page(_ title: String, below tab: String, _ parts: [Part]) -> ConsolePage {
        var page = ConsolePage(title, parts: parts)
        page.crumbs = [
            .init("Native", NativeAppPages.path), .init(kind.rawValue, kind.path), .init(name, "\(base)\(tab)"),
        ]
        return page
    }

    /// A status as a badge.
    static func status(_ word: String) -> Cell {
        switch word {
        case "Active": .badge(word, .good)
        case "Inactive": .badge(word, .warning)
        default: .badge(word)
        }
    }

    /// Where a page shows an icon from, by the address that routes answer; empty for an app without one.
    static func icon(_ address: String) -> String {
        // Of this host, by whatever name the page was asked for.
        guard let start = address.range(of: "/DeviceServices/") else { return "" }
        return String(address[start.lowerBound...])
    }
}
