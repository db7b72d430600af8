package import Hummingbird

/// The query of a request, read by names whose letter case does not matter.
package struct QueryParameters: Sendable {
    /// A parameter as it was sent, and by the name it is looked for, in lower case.
    private struct Pair: Sendable {
        let spelling: String
        let name: String
        let value: String
    }

    private let pairs: [Pair]
    /// Whether values stay as they were sent: those of devices are compared as they are.
    private let keepsNUL: Bool

    /// No query.
    package static let none = QueryParameters(pairs: [])

    private init(pairs: [Pair]) {
        self.pairs = pairs
        keepsNUL = true
    }

    /// The parameters of a request's query.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - keepsPlus: Whether `+` is itself, as devices mean it (DeviceServices, section 1.1). Everybody else means a
    ///     blank, as in forms.
    package init(_ request: Request, keepsPlus: Bool = false) {
        keepsNUL = keepsPlus
        // Works on bytes, because every request with a query comes by here, and characters are slow.
        let target = (request.head.path ?? "").utf8
        guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else {
            pairs = []
            return
        }
        let query = target[target.index(after: mark)...].prefix { $0 != UInt8(ascii: "#") }
        pairs = query.split(separator: UInt8(ascii: "&")).map { part in
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let spelling = String(Substring(part[..<equals]))
            return Pair(
                spelling: spelling, name: spelling.lowercased(),
                value: Self.decoded(part[equals...].dropFirst(), keepsPlus: keepsPlus))
        }
    }

    /// A value without its escapes; those of percent signs stay as they are if one of them is broken.
    private static func decoded(_ value: Substring.UTF8View, keepsPlus: Bool) -> String {
        let plus = UInt8(ascii: "+")
        guard keepsPlus || !value.contains(plus) else {
            let blanks = String(decoding: value.map { $0 == plus ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
            return decoded(Substring(blanks).utf8, keepsPlus: true)
        }
        let whole = String(Substring(value))
        guard value.contains(UInt8(ascii: "%")) else { return whole }
        var bytes: [UInt8] = []
        var rest = value
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.first != plus, digits.first != UInt8(ascii: "-"),
                let escaped = UInt8(String(Substring(digits)), radix: 16)
            else { return whole }
            bytes.append(escaped)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value of a parameter, fit to be compared by the database; nil if it is not there.
    package func value(_ name: String) -> String? { keepsNUL ? sent(name) : sent(name)?.withoutNUL }

    /// The first of some parameters that is not empty; nil if all are.
    package func text(_ names: String...) -> String? { first(of: names)?.text }

    /// The first of some parameters that is not empty, with its name; nil if all are.
    package func first(of names: [String]) -> (name: String, text: String)? {
        for name in names {
            if let text = value(name), !text.isEmpty { return (name, text) }
        }
        return nil
    }

    /// The value of a parameter as it was sent; nil if it is not there.
    package func sent(_ name: String) -> String? {
        let name = name.lowercased()
        return pairs.first { $0.name == name }?.value
    }

    /// The value of a whole-number parameter in a range.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter and what it accepts.
    package func integer(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws -> Int {
        guard let text = value(name), !text.isEmpty else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw ConsoleError(
                .badRequest,
                "\(name) is \"\(text.prefix(40))\"; it has to be a number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    /// The value of a parameter that is `true` or `false`; nil if it is not there.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    package func bool(_ name: String) throws -> Bool? {
        guard let text = value(name), !text.isEmpty else { return nil }
        switch text.lowercased() {
        case "true": return true
        case "false": return false
        default: throw ConsoleError(.badRequest, "\(name) is \"\(text.prefix(40))\"; it has to be true or false.")
        }
    }

    /// The value of a parameter that is a time in ISO 8601; nil if it is not there.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    package func time(_ name: String) throws -> Timestamp? {
        guard let text = value(name), !text.isEmpty else { return nil }
        // The plus of an offset that was not escaped has become a blank.
        guard let time = Timestamp(iso8601: text.replacing(" ", with: "+")) else {
            throw ConsoleError(
                .badRequest, "\(name) is \"\(text.prefix(40))\"; it has to be a time such as 2026-03-05T10:20:30Z.")
        }
        return time
    }

    /// Refuses parameters beside the known ones.
    ///
    /// - Parameter known: Names, spelled as the documentation does.
    /// - Throws: ``ConsoleError`` `badRequest` naming the one that is not known, and those that are.
    package func require(only known: Set<String>) throws {
        let names = Set(known.map { $0.lowercased() })
        guard let unknown = pairs.first(where: { !names.contains($0.name) }) else { return }
        throw ConsoleError(
            .badRequest,
            "\(unknown.spelling.prefix(40)) is no parameter of this route, which takes "
                + "\(known.sorted().joined(separator: ", "))."
                + Spelling.question(String(unknown.spelling.prefix(40)), among: known.sorted()))
    }

    /// Which page is asked for: `page` (0-based) and `pageSize`, larger ones cut to the limit.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if one is not a number.
    package func page(limit: Int) throws -> PageRequest {
        let page = try integer("page", in: 0...1_000_000_000, default: 0)
        let size = try integer("pageSize", in: 1...1_000_000_000, default: min(100, limit))
        return PageRequest(page: page, size: min(size, limit))
    }
}

extension String {
    /// The text with U+FFFD for NUL, which SQLite's functions take for the end of a text: `instr(name, lower('\0'))`
    /// finds it everywhere.
    package var withoutNUL: String {
        guard utf8.contains(0) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }))
    }
}
