import ConsolePlatform

extension TextPattern {
    /// Reads a regular expression.
    ///
    /// - Parameters:
    ///   - text: The expression.
    ///   - name: What the refusal calls it.
    ///   - ignoringCase: Whether letter case does not matter; `(?i)` at the start says the same.
    /// - Throws: ``ConsoleError`` `badRequest` with what cannot be read.
    init(_ text: String, name: String, ignoringCase: Bool = false) throws {
        do {
            var parser = TextPatternParser(text, ignoringCase: ignoringCase)
            program = try parser.program()
        } catch {
            throw ConsoleError(.badRequest, "\(name): \"\(text.prefix(80))\" is no pattern: \(error.reason).")
        }
    }
}

/// Why a pattern cannot be read.
private struct TextPatternError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Reads patterns from the left to the right.
private struct TextPatternParser {
    private typealias Node = PatternNode

    private let scalars: [Unicode.Scalar]
    private var offset = 0
    private var depth = 0
    private var ignoresCase: Bool
    private var dotTakesAll = false

    init(_ text: String, ignoringCase: Bool) {
        scalars = Array(text.unicodeScalars)
        ignoresCase = ignoringCase
    }

    private var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    private mutating func skip(_ text: String) -> Bool {
        guard scalars[offset...].starts(with: text.unicodeScalars) else { return false }
        offset += text.unicodeScalars.count
        return true
    }

    mutating func program() throws(TextPatternError) -> PatternProgram {
        if skip("(?") {
            while let flag = next, flag != ")" {
                switch flag {
                case "i": ignoresCase = true
                case "s": dotTakesAll = true
                default:
                    offset = 0
                    return try compiled()
                }
                offset += 1
            }
            guard skip(")") else { throw TextPatternError("( is not closed") }
        }
        return try compiled()
    }

    private mutating func compiled() throws(TextPatternError) -> PatternProgram {
        let node = try alternatives()
        guard next == nil else { throw TextPatternError(") closes nothing") }
        guard node.size < TextPattern.maximumSize else {
            throw TextPatternError("it is too long once repetitions are written out")
        }
        var program = PatternProgram()
        node.append(to: &program)
        program.append(.accept)
        return program
    }

    private mutating func alternatives() throws(TextPatternError) -> Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 50 else { throw TextPatternError("groups lie more than 50 deep") }
        var all = [try sequence()]
        while skip("|") { all.append(try sequence()) }
        return all.count == 1 ? all[0] : .either(all)
    }

    private mutating func sequence() throws(TextPatternError) -> Node {
        var nodes: [Node] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            nodes.append(try repeated(try atom()))
        }
        return .sequence(nodes)
    }

    private mutating func repeated(_ node: Node) throws(TextPatternError) -> Node {
        let range: (least: Int, most: Int?)
        if skip("*") {
            range = (0, nil)
        } else if skip("+") {
            range = (1, nil)
        } else if skip("?") {
            range = (0, 1)
        } else if let counts = try counts() {
            range = counts
        } else {
            return node
        }
        // Whether as much or as little as possible is taken makes no difference for a whole text.
        _ = skip("?")
        if let scalar = next, "*+?".unicodeScalars.contains(scalar) {
            throw TextPatternError("\(scalar) repeats a repetition")
        }
        let repetition = Node.repetition(node, range.least, range.most)
        guard repetition.size < TextPattern.maximumSize else {
            throw TextPatternError("it is too long once repetitions are written out")
        }
        return repetition
    }

    /// `{2}`, `{2,}` or `{2,4}`; nil if that is not next.
    private mutating func counts() throws(TextPatternError) -> (least: Int, most: Int?)? {
        guard next == "{" else { return nil }
        let start = offset
        offset += 1
        let least = number()
        var most = least
        if skip(",") { most = number() }
        guard let least, skip("}") else {
            offset = start
            throw TextPatternError(
                "{ has to be followed by a number, such as {2} or {2,4}; write \\{ for the character")
        }
        guard least <= 1000, most ?? 0 <= 1000, most ?? least >= least else {
            throw TextPatternError("a repetition goes from 0 to 1000 times")
        }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var text = ""
        while let scalar = next, ("0"..."9").contains(scalar), text.count < 6 {
            text.unicodeScalars.append(scalar)
            offset += 1
        }
        return Int(text)
    }

    private mutating func atom() throws(TextPatternError) -> Node {
        guard let scalar = next else { return .sequence([]) }
        offset += 1
        switch scalar {
        case "(": return try group()
        case "[": return .take(try bracket())
        case ".": return .take(dotTakesAll ? .any : .line)
        case "^": return .assert(.start)
        case "$": return .assert(.end)
        case "\\": return try escape()
        case "*", "+", "?": throw TextPatternError("\(scalar) repeats nothing")
        default: return take([scalar.value...scalar.value])
        }
    }

    private func take(_ ranges: [ClosedRange<UInt32>]) -> Node {
        .take(ScalarSet(ranges: ranges, ignoresCase: ignoresCase))
    }

    private mutating func group() throws(TextPatternError) -> Node {
        if skip("?") {
            if skip("<"), next != "=", next != "!" {
                while let scalar = next, scalar != ">", scalar != ")" { offset += 1 }
                guard skip(">") else { throw TextPatternError("the name of a group is not closed") }
            } else if !skip(":") {
                throw TextPatternError("looking ahead and back is not done, and flags stand at the start")
            }
        }
        let node = try alternatives()
        guard skip(")") else { throw TextPatternError("( is not closed") }
        return node
    }

    private mutating func escape() throws(TextPatternError) -> Node {
        switch next {
        case "b"?, "B"?, "A"?, "z"?, "Z"?:
            defer { offset += 1 }
            switch next {
            case "b"?: return .assert(.wordBoundary)
            case "B"?: return .assert(.noWordBoundary)
            case "A"?: return .assert(.start)
            default: return .assert(.end)
            }
        default: return take(try escapedSet())
        }
    }

    /// What follows a backslash, inside brackets and outside.
    private mutating func escapedSet() throws(TextPatternError) -> [ClosedRange<UInt32>] {
        guard let scalar = next else { throw TextPatternError("a backslash is the last character") }
        offset += 1
        switch scalar {
        case "d": return ScalarSet.digit.ranges
        case "D": return ScalarSet.digit.complement
        case "w": return ScalarSet.word.ranges
        case "W": return ScalarSet.word.complement
        case "s": return ScalarSet.blank.ranges
        case "S": return ScalarSet.blank.complement
        case "n": return [10...10]
        case "r": return [13...13]
        case "t": return [9...9]
        case "x": return try hexadecimal(2)
        case "u": return try hexadecimal(4)
        case "0"..."9": throw TextPatternError("references to groups are not done")
        case "a"..."z", "A"..."Z": throw TextPatternError("\\\(scalar) is not known")
        default: return [scalar.value...scalar.value]
        }
    }

    private mutating func hexadecimal(_ digits: Int) throws(TextPatternError) -> [ClosedRange<UInt32>] {
        let text = String(String.UnicodeScalarView(scalars[offset...].prefix(digits)))
        guard text.unicodeScalars.count == digits, let value = UInt32(text, radix: 16), !text.hasPrefix("+") else {
            throw TextPatternError("\\x takes two and \\u four hexadecimal digits")
        }
        offset += digits
        return [value...value]
    }

    /// What stands in brackets, after the opening one.
    private mutating func bracket() throws(TextPatternError) -> ScalarSet {
        let isNegated = skip("^")
        var ranges: [ClosedRange<UInt32>] = []
        var isFirst = true
        while let scalar = next, scalar != "]" || isFirst {
            isFirst = false
            let low = try member()
            guard low.count == 1, low[0].count == 1, next == "-", offset + 1 < scalars.count,
                scalars[offset + 1] != "]"
            else {
                ranges += low
                continue
            }
            offset += 1
            let high = try member()
            guard high.count == 1, high[0].count == 1, low[0].lowerBound <= high[0].lowerBound else {
                throw TextPatternError("a range in brackets goes from a character to a later one")
            }
            ranges.append(low[0].lowerBound...high[0].lowerBound)
        }
        guard skip("]") else { throw TextPatternError("[ is not closed") }
        return ScalarSet(ranges: ranges, isNegated: isNegated, ignoresCase: ignoresCase)
    }

    private mutating func member() throws(TextPatternError) -> [ClosedRange<UInt32>] {
        guard let scalar = next else { throw TextPatternError("[ is not closed") }
        offset += 1
        return scalar == "\\" ? try escapedSet() : [scalar.value...scalar.value]
    }
}
