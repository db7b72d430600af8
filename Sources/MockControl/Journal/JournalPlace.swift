import ConsolePlatform
import Foundation
import HTTPTypes

/// Path and route that entries are looked for by, written as in matchers (MockControl, "Matchers").
struct JournalPlace: Hashable, Sendable {
    private let path: PathGlob?
    private let route: RouteName?

    /// Reads both; nil if neither is given.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init?(path: String?, route: String?) throws {
        if path == nil, route == nil { return nil }
        if path?.contains("?") == true {
            throw ConsoleError(.badRequest, "path has a question mark, and a path has no query: use text, or match.")
        }
        self.path = path.map { PathGlob(PathEscapes.settled($0)) }
        self.route = try route.map { try RouteName(reading: $0, called: "route") }
    }

    /// Whether a request is such a one.
    func matches(_ entry: JournalEntry) -> Bool {
        if let path, !entry.request.head.pathSpellings.contains(where: path.matches) { return false }
        guard let route else { return true }
        guard let own = entry.parties.route else { return false }
        return route.method.map { $0 == entry.request.head.method.rawValue } ?? true && RouteName.of(own) == route.path
    }
}

/// Paths of routes as they are told apart: in any letter case, and whatever their placeholders are called.
struct RouteName: Hashable, Sendable {
    /// Its method; nil for any.
    let method: String?
    /// What its path is told apart by.
    let path: String
    /// Its path as it was written.
    let written: String

    /// Reads a route as the OpenAPI document writes it, with or without its method.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(reading text: String, called name: String) throws {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let path = parts.last, path.hasPrefix("/"), parts.count <= 2 else {
            throw ConsoleError(
                .badRequest,
                "\(name) has to be a path as in the OpenAPI document, such as GET /_mock/beacons/{id}; "
                    + "the method may be left out.")
        }
        method = parts.count == 2 ? parts[0].uppercased() : nil
        written = path
        self.path = Self.of(path)
    }

    /// What a path is told apart by.
    static func of(_ path: String) -> String {
        let segments = path.split(separator: "/").map { segment in
            segment.hasPrefix("{") || segment.hasPrefix(":") ? "{}" : segment.lowercased()
        }
        return "/" + segments.joined(separator: "/")
    }
}

extension HTTPRequest {
    /// The path as it was sent and, if those are others, without needless escapes, and without any.
    var pathSpellings: [String] {
        let sent = String(pathAlone)
        guard sent.utf8.contains(UInt8(ascii: "%")) else { return [sent] }
        var paths = [sent]
        for path in [PathEscapes.settled(sent), sent.removingPercentEncoding].compactMap(\.self)
        where !paths.contains(path) { paths.append(path) }
        return paths
    }
}
