import Foundation

/// A pattern for paths, in matchers and in queries alike (MockControl, "Matchers").
///
/// `*` stands for what has no slash, `**` for anything; `/**` at the end and `**/` between slashes also for nothing. One
/// that begins neither with a slash nor with a star stands somewhere in the path. Letter case does not matter, nor do
/// blanks around it.
struct PathGlob: Hashable, Sendable {
    private enum Part: Hashable {
        case byte(UInt8)
        /// Any bytes but slashes.
        case segment
        /// Any bytes.
        case anything
        /// A slash and any bytes, or nothing.
        case rest
        /// Any bytes and a slash, or nothing.
        case folders

        var mayBeEmpty: Bool {
            if case .byte = self { false } else { true }
        }
    }

    /// What paths begin with.
    private let prefix: [UInt8]
    /// What follows it.
    private let parts: [Part]

    /// Reads a pattern, in which letter case does not matter.
    init(_ pattern: String) {
        var bytes = Array(Self.whole(pattern).lowercased().utf8)
        var hasRest = false
        if bytes.count > 3, bytes.suffix(3).elementsEqual("/**".utf8) {
            bytes.removeLast(3)
            hasRest = true
        }
        var parts: [Part] = []
        for (offset, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "/"), parts.last == .anything, offset >= 3, bytes[offset - 3] == byte {
                parts[parts.count - 1] = .folders
                continue
            }
            guard byte == UInt8(ascii: "*") else {
                parts.append(.byte(byte))
                continue
            }
            switch parts.last {
            case .segment?: parts[parts.count - 1] = .anything
            case .anything?: break
            default: parts.append(.segment)
            }
        }
        if hasRest { parts.append(.rest) }
        let literal = parts.prefix { !$0.mayBeEmpty }
        prefix = Array(bytes.prefix(literal.count))
        self.parts = Array(parts.dropFirst(literal.count))
    }

    /// A pattern for whole paths that stands for the same.
    private static func whole(_ pattern: String) -> String {
        let text = pattern.trimmingCharacters(in: .whitespaces)
        if text.isEmpty || text.hasPrefix("/") || text.hasPrefix("*") { return text }
        return "**\(text)" + (text.hasSuffix("/**") ? "" : "**")
    }

    /// The pattern of a route: each placeholder stands for one segment.
    init(route: String) {
        let segments = route.split(separator: "/").map { $0.hasPrefix("{") ? "*" : String($0) }
        self.init("/" + segments.joined(separator: "/"))
    }

    /// Whether a path is such a one; takes at most as many steps as the product of both lengths.
    func matches(_ path: String) -> Bool {
        // Nearly all are ASCII, for which no second text is needed.
        var path = path.utf8.allSatisfy { $0 < 0x80 } ? path : path.lowercased()
        return path.withUTF8 { path in
            guard path.count >= prefix.count, zip(prefix, path).allSatisfy({ $0 == $1.lowercased }) else {
                return false
            }
            return matches(rest: path[prefix.count...])
        }
    }

    /// How many places follow its literal beginning.
    var partCount: Int { parts.count }

    /// Whether what follows the literal beginning is as it should be.
    private func matches(rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        // Which places of the pattern may be next: all at once, so that no pattern takes long.
        var places = [Bool](repeating: false, count: parts.count + 1)
        var next = places
        enter(0, &places)
        for byte in rest {
            let byte = byte.lowercased
            for place in next.indices { next[place] = false }
            for place in parts.indices where places[place] {
                switch parts[place] {
                case .byte(let own): if own == byte { enter(place + 1, &next) }
                case .segment: if byte != UInt8(ascii: "/") { enter(place, &next) }
                case .anything: enter(place, &next)
                case .folders:
                    next[place] = true
                    if byte == UInt8(ascii: "/") { enter(place + 1, &next) }
                case .rest: if byte == UInt8(ascii: "/") { return true }
                }
            }
            swap(&places, &next)
        }
        return places[parts.count]
    }

    /// Marks a place, and those that may follow without a byte.
    private func enter(_ place: Int, _ places: inout [Bool]) {
        var place = place
        places[place] = true
        while place < parts.count, parts[place].mayBeEmpty {
            place += 1
            places[place] = true
        }
    }
}

extension UInt8 {
    /// The lower-case form of A to Z; every other byte as it is.
    var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
