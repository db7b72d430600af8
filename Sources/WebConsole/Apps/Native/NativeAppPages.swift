import ConsoleModel
import ConsolePlatform
import Foundation
import Hummingbird

/// Apps & Books › Applications › Native: lists, uploads, and all about one app.
enum NativeAppPages {
    /// Where the pages are.
    static let path = "/console/apps"

    /// Adds the pages and their forms.
    static func add(to door: PageDoor) {
        door.get(path) { ConsoleGate.seeOther(try await address($0)) }
        for kind in NativeKind.allCases {
            door.page(kind.path) { try await AppListPage.page(kind, $0) }
            AppPage.add(kind, to: door)
            AppFilesPage.add(kind, to: door)
            AppAssignmentPages.add(kind, to: door)
            AppDevicesPage.add(kind, to: door)
            AppMorePage.add(kind, to: door)
        }
        AppUploadPages.add(to: door)
        PublicAppPages.add(to: door)
    }

    /// The address of an app that a route below `/_mock` has answered.
    static func path(of app: JSON) -> String {
        guard app["type"].text == NativeKind.uploaded.rawValue else {
            // Whether licenses of it were purchased is not said there.
            return "\(path)?app=\(app.id.text)"
        }
        return "\(NativeKind.uploaded.path)/\(app.id.text)"
    }

    /// A link to the apps of a bundle identifier; nil for those who may not see apps.
    static func link(bundle: String, version: String = "", for visit: Visit) -> String? {
        guard visit.may(.read, .applications), !bundle.isEmpty else { return nil }
        return "\(path)?bundleId=\(URLText.escaped(bundle))"
            + (version.isEmpty ? "" : "&version=\(URLText.escaped(version))")
    }

    /// Where an app is that is known by its id, or by its bundle identifier and perhaps its version.
    private static func address(_ visit: Visit) async throws -> String {
        if let id = visit.query.text("app") {
            let app = try await visit.api.get("/_mock/applications/\(URLText.escaped(id))/profile")
            return try await address(of: app, visit)
        }
        guard let bundle = visit.query.text("bundleId") else { return NativeKind.uploaded.path }
        let apps = try await visit.api.get("/_mock/applications", ["bundleId": bundle, "pageSize": "100"]).items.list
        let version = visit.query.text("version")
        let those = apps.filter { $0.version.text == version }
        let found = those.isEmpty ? apps : those
        if found.count == 1 { return try await address(of: found[0], visit) }
        let isPublic = !apps.isEmpty && !apps.contains { $0["type"].text == NativeKind.uploaded.rawValue }
        let kind = isPublic ? NativeKind.listed : .uploaded
        return "\(kind.path)?bundleId=\(URLText.escaped(bundle))"
    }

    private static func address(of app: JSON, _ visit: Visit) async throws -> String {
        guard app["type"].text != NativeKind.uploaded.rawValue else { return path(of: app) }
        for kind in [NativeKind.listed, .purchased] {
            let found = try? await visit.api.get("\(kind.route)/\(app.id.text)")
            if found != nil { return "\(kind.path)/\(app.id.text)" }
        }
        return NativeKind.listed.path
    }
}
