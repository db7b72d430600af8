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
        // Asked several times for each request, so without texts or lists of their own.
        func isWord(_ word: StaticString) -> Bool { Self.isWord(word, first) }
        self =
            if isWord("deviceservices") || isWord("autodiscovery") {
                .device
            } else if isWord("api") || isWord("connect") || isWord("oauth") {
                .admin
            } else {
                isWord("_mock") ? .mock : .pages
            }
    }

    /// Whether a segment is a word in lower case, in any letter case.
    private static func isWord(_ word: StaticString, _ segment: Substring.UTF8View) -> Bool {
        word.utf8CodeUnitCount == segment.count
            && word.withUTF8Buffer { word in zip(word, segment).allSatisfy { $0 == $1.lowercasedASCII } }
    }

    /// Whether the router of administrators answers.
    var isForAdministrators: Bool { self == .admin || self == .mock }

    private static func acceptsHTML(_ request: Request) -> Bool {
        request.headers[.accept]?.lowercased().contains("text/html") ?? false
    }
}

extension UInt8 {
    /// The same letter in lower case; anything else as it is.
    fileprivate var lowercasedASCII: UInt8 { (65...90).contains(self) ? self | 0x20 : self }
}
