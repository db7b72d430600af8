package import Hummingbird

/// Which part of the console a request is for, by the first segment of its path in any letter case.
package enum ConsoleSurface: Sendable {
    /// Device services.
    case device
    /// The admin REST API.
    case admin
    /// What only a mock has.
    case mock
    /// Pages and operations.
    case pages

    /// Where a request belongs.
    package init(of request: Request) {
        let segments = request.uri.path.utf8.drop { $0 == UInt8(ascii: "/") }
        let first = segments.prefix { $0 != UInt8(ascii: "/") }
        guard !first.isEmpty else {
            self = request.method == .get && Self.acceptsHTML(request) ? .pages : .device
            return
        }
        self =
            switch String(Substring(first)).lowercased() {
            case "deviceservices", "autodiscovery": .device
            case "api", "connect", "oauth": .admin
            case "_mock": .mock
            default: .pages
            }
    }

    /// Whether the router of administrators answers.
    var isForAdministrators: Bool { self == .admin || self == .mock }

    private static func acceptsHTML(_ request: Request) -> Bool {
        request.headers[.accept]?.lowercased().contains("text/html") ?? false
    }
}
