import DeviceProtocol
import Foundation

/// Finds the place at which a body is no longer what it should be.
enum BodyLocator {
    /// The place; nil for a body that is well-formed, or that nothing tells the form of.
    static func locate(_ body: Data, type: String, isShown: Bool) -> BodyEvidence? {
        guard !body.isEmpty else { return nil }
        let first = body.first { !" \t\r\n".utf8.contains($0) }
        let isMarkup = first == UInt8(ascii: "<") || type.contains("xml")
        let format = isMarkup ? "XML" : "JSON"
        let bytes = Array(body)
        let place = isMarkup ? xml(body) : json(bytes)
        guard let place else { return nil }
        return evidence(bytes, format, place, isShown: isShown)
    }

    /// A place and what is wrong there.
    struct Place {
        let offset: Int
        let problem: String
    }

    private static func evidence(_ bytes: [UInt8], _ format: String, _ place: Place, isShown: Bool) -> BodyEvidence {
        let before = bytes.prefix(place.offset)
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let from = max(start, place.offset - 24)
        let head = String(decoding: bytes[from..<place.offset], as: UTF8.self)
        let rest = bytes[place.offset...].prefix(24).prefix { $0 != 0x0A }
        return BodyEvidence(
            format: format, offset: place.offset, line: before.count { $0 == 0x0A } + 1,
            column: place.offset - start + 1, problem: place.problem,
            excerpt: isShown ? "\(head)⟶\(String(decoding: rest, as: UTF8.self))" : nil)
    }

    // MARK: JSON

    private static func json(_ bytes: [UInt8]) -> Place? {
        var scanner = JSONScanner(bytes)
        do {
            try scanner.scan()
            return nil
        } catch {
            return Place(offset: min(scanner.position, bytes.count), problem: error.problem)
        }
    }

    // MARK: XML

    private static func xml(_ body: Data) -> Place? {
        // A document that is cut off is right up to its end: the shortest beginning with another error is the place.
        guard let whole = problem(of: body) else { return nil }
        guard !whole.isEnd else { return Place(offset: body.count, problem: whole.text) }
        var (right, wrong) = (0, body.count)
        while right + 1 < wrong {
            let middle = (right + wrong) / 2
            if let found = problem(of: body.prefix(middle)), !found.isEnd { wrong = middle } else { right = middle }
        }
        return Place(offset: right, problem: whole.text)
    }

    private static func problem(of data: Data) -> (text: String, isEnd: Bool)? {
        do {
            _ = try PropertyListValue(parsing: Data(data))
            return nil
        } catch {
            let text = "\(error)"
            let isEnd = ["ends too early", "ends inside", "malformed tag", "empty", "not closed", "neither"]
                .contains(where: text.contains)
            return (text, isEnd)
        }
    }
}

/// Walks over JSON up to the first byte that cannot stand where it does.
private struct JSONScanner {
    struct Failure: Error {
        let problem: String
    }

    private let bytes: [UInt8]
    private(set) var position = 0
    private var depth = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func scan() throws(Failure) {
        try value()
        blanks()
        guard position == bytes.count else { throw Failure(problem: "Something follows the end of the JSON.") }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func blanks() {
        while let byte = next, " \t\r\n".utf8.contains(byte) { position += 1 }
    }

    private mutating func skips(_ character: UnicodeScalar) -> Bool {
        blanks()
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private func failure(_ expected: String) -> Failure {
        guard let next else { return Failure(problem: "The JSON ends too early: here must be \(expected).") }
        let shown = (0x21..<0x7F).contains(next) ? "\(Character(UnicodeScalar(next)))" : "byte \(next)"
        return Failure(problem: "Here must be \(expected), not \(shown).")
    }

    private mutating func value() throws(Failure) {
        blanks()
        depth += 1
        defer { depth -= 1 }
        guard depth <= JSONValue.maximumNesting else { throw Failure(problem: "The JSON is nested too deep.") }
        switch next {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "\""): try string()
        case let byte? where "-0123456789".utf8.contains(byte): try number()
        default: try word()
        }
    }

    private mutating func object() throws(Failure) {
        position += 1
        if skips("}") { return }
        repeat {
            blanks()
            guard next == UInt8(ascii: "\"") else { throw failure("a name in quotes") }
            try string()
            guard skips(":") else { throw failure("a colon") }
            try value()
        } while skips(",")
        guard skips("}") else { throw failure("a comma or }") }
    }

    private mutating func array() throws(Failure) {
        position += 1
        if skips("]") { return }
        repeat { try value() } while skips(",")
        guard skips("]") else { throw failure("a comma or ]") }
    }

    private mutating func string() throws(Failure) {
        position += 1
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return
            case 0..<0x20: throw Failure(problem: "A control character has to be escaped in a string.")
            case UInt8(ascii: "\\"):
                position += 1
                guard let escaped = next, "\"\\/bfnrtu".utf8.contains(escaped) else { throw failure("an escape") }
                position += 1
            default: position += 1
            }
        }
        throw failure("the closing quote of a string")
    }

    private mutating func number() throws(Failure) {
        let start = position
        while let byte = next, "+-.0123456789eE".utf8.contains(byte) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        let digits = text.drop { $0 == "-" }
        let hasZero = digits.first == "0" && digits.dropFirst().first?.isNumber == true
        guard Double(text) != nil, !hasZero, !text.hasSuffix(".") else {
            position = start
            throw Failure(problem: "This is no number as JSON has them.")
        }
    }

    private mutating func word() throws(Failure) {
        for word in ["true", "false", "null"] where bytes[position...].starts(with: word.utf8) {
            position += word.utf8.count
            return
        }
        throw failure("a value")
    }
}
