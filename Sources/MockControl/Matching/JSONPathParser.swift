import ConsolePlatform
import DeviceProtocol
import Foundation

extension JSONPath {
    /// The longest path, in bytes.
    private static let maximumLength = 1000

    /// Reads a path.
    ///
    /// - Parameters:
    ///   - text: The path.
    ///   - name: What the refusal calls it.
    /// - Throws: ``ConsoleError`` `badRequest` with the place where it stops making sense.
    init(_ text: String, name: String) throws {
        guard text.utf8.count <= Self.maximumLength else {
            throw ConsoleError(.badRequest, "\(name): a path has at most \(Self.maximumLength) bytes.")
        }
        var parser = JSONPathParser(text)
        guard let steps = parser.steps(isInFilter: false), parser.isAtEnd else {
            throw ConsoleError(
                .badRequest,
                "\(name): \"\(text.prefix(80))\" is no path from character \(parser.offset + 1) on; "
                    + "write such as $.apps[0].name, $..id, $['a.b'] or $.items[?(@.kind == 'log')].")
        }
        self.steps = steps
    }
}

/// Reads paths from the left to the right.
private struct JSONPathParser {
    private let characters: [Character]
    private(set) var offset = 0

    init(_ text: String) {
        characters = Array(text)
    }

    var isAtEnd: Bool { offset >= characters.count }
    private var next: Character? { isAtEnd ? nil : characters[offset] }

    private mutating func skip(_ text: String) -> Bool {
        guard characters[offset...].starts(with: text) else { return false }
        offset += text.count
        return true
    }

    private mutating func skipBlanks() {
        while next == " " { offset += 1 }
    }

    /// All steps; nil if something is none.
    mutating func steps(isInFilter: Bool) -> [JSONPath.Step]? {
        var steps: [JSONPath.Step] = []
        if isInFilter {
            guard skip("@") else { return nil }
        } else if !skip("$"), !isAtEnd, next != "[", next != "." {
            guard let first = name() else { return nil }
            steps.append(first)
        }
        while let character = next {
            if character == "." {
                if skip("..") {
                    steps.append(.below)
                    if next == "[" { continue }
                } else {
                    offset += 1
                }
                guard let step = name() else { return nil }
                steps.append(step)
            } else if character == "[" {
                guard let step = bracket() else { return nil }
                steps.append(step)
            } else {
                return isInFilter ? steps : nil
            }
        }
        return steps
    }

    /// A name or `*`.
    private mutating func name() -> JSONPath.Step? {
        if skip("*") { return .all }
        let ends: Set<Character> = [".", "[", "]", " ", ")", "=", "!", "<", ">", "(", "'", "\""]
        let start = offset
        while let character = next, !ends.contains(character) { offset += 1 }
        return start == offset ? nil : .member(String(characters[start..<offset]))
    }

    /// What stands in brackets.
    private mutating func bracket() -> JSONPath.Step? {
        guard skip("[") else { return nil }
        skipBlanks()
        let step: JSONPath.Step?
        if skip("*") {
            step = .all
        } else if skip("?(") {
            step = condition().map(JSONPath.Step.matching)
            guard skip(")") else { return nil }
        } else if next == "'" || next == "\"" {
            step = quoted().map(JSONPath.Step.member)
        } else {
            let start = offset
            while let character = next, character != "]" { offset += 1 }
            let text = String(characters[start..<offset]).trimmingCharacters(in: .whitespaces)
            guard let index = Int(text), index > Int.min else {
                offset = start
                return nil
            }
            step = .element(index)
        }
        skipBlanks()
        return skip("]") ? step : nil
    }

    /// A text in single or double quotes, in which a backslash takes the next character as it is.
    private mutating func quoted() -> String? {
        guard let quote = next else { return nil }
        offset += 1
        var text = ""
        while let character = next {
            offset += 1
            if character == quote { return text }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard let escaped = next else { return nil }
            text.append(escaped)
            offset += 1
        }
        return nil
    }

    /// `@.kind == 'log'`, or only `@.kind`.
    private mutating func condition() -> JSONPath.Condition? {
        skipBlanks()
        guard let steps = steps(isInFilter: true) else { return nil }
        skipBlanks()
        guard let relation = JSONPath.Condition.Relation.allCases.first(where: { skip($0.rawValue) }) else {
            return JSONPath.Condition(path: JSONPath(steps: steps), relation: nil, operand: .null)
        }
        skipBlanks()
        guard let operand = operand() else { return nil }
        skipBlanks()
        return JSONPath.Condition(path: JSONPath(steps: steps), relation: relation, operand: operand)
    }

    /// A text in quotes, a number, `true`, `false` or `null`.
    private mutating func operand() -> JSONValue? {
        if next == "'" || next == "\"" { return quoted().map(JSONValue.string) }
        let start = offset
        while let character = next, character != ")", character != " " { offset += 1 }
        let value = try? JSONValue(json: Data(String(characters[start..<offset]).utf8))
        switch value {
        case .number?, .bool?, .null?: return value
        default: return nil
        }
    }
}
