import ConsolePlatform
import Hummingbird

/// What a listener serves.
package enum ListenerScope: Hashable, Sendable {
    /// Everything.
    case everything
    /// What devices and their users need, for listeners that the world reaches (Deployment, "The public profile").
    /// With the self-service portal or without it.
    case clients(hasPortal: Bool)

    /// Whether a request is served; one that is not is answered as if there were no such route.
    ///
    /// Paths are compared as the routers do: those of device services in any letter case, doubled slashes as one.
    func serves(_ request: Request, _ surface: ConsoleSurface) -> Bool {
        switch (self, surface) {
        case (.everything, _), (.clients, .device): true
        case (.clients, .admin): false
        case (.clients, .mock): Self.path(request).lowercased().hasPrefix("/_mock/saml/")
        case (.clients(let hasPortal), .pages):
            Self.isForUsers(Self.path(request)) || hasPortal && Self.isPortal(Self.path(request))
        }
    }

    /// The answer to the world in place of the start page; nil if it is another page, or may be shown.
    func greeting(_ request: Request) -> Response? {
        guard self != .everything, request.method == .get, Self.path(request) == "/" else { return nil }
        return .text("This is the address of a console for devices.\n")
    }

    /// Whether a page is one for users of devices, or what probes of a proxy ask.
    private static func isForUsers(_ path: String) -> Bool {
        path == "/" || path == "/livez" || path.hasPrefix("/public/")
            || path.lowercased().hasPrefix("/devicemanagement/enrollment")
    }

    /// Whether a page is one of the self-service portal.
    private static func isPortal(_ path: String) -> Bool { path == "/mydevice" || path.hasPrefix("/mydevice/") }

    private static func path(_ request: Request) -> String {
        "/" + request.uri.path.split(separator: "/").joined(separator: "/")
    }
}
