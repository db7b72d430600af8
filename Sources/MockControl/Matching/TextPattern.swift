/// A regular expression that takes time proportional to the text, whatever is written in it.
///
/// All ways through the pattern are followed at once, as Thompson described it, so that there is nothing to go back to.
/// What that cannot do, references and looking around, is refused.
struct TextPattern: Hashable, Sendable {
    /// An instruction.
    enum Instruction: Hashable, Sendable {
        /// Takes one of some characters.
        case take(CharacterSet)
        /// Goes on at two places.
        case fork(Int, Int)
        /// Goes on elsewhere.
        case jump(Int)
        /// Goes on where a condition holds.
        case assert(Assertion)
        /// The pattern is through.
        case accept
    }

    /// A condition of a place in the text.
    enum Assertion: Hashable, Sendable {
        case start, end, wordBoundary, noWordBoundary
    }

    /// Characters, or all but these.
    struct CharacterSet: Hashable, Sendable {
        var ranges: [ClosedRange<UInt32>]
        var isNegated = false
        var ignoresCase = false

        /// Whether a character is one of them.
        func contains(_ scalar: UInt32) -> Bool { holds(scalar) != isNegated }

        private func holds(_ scalar: UInt32) -> Bool {
            if ranges.contains(where: { $0.contains(scalar) }) { return true }
            guard ignoresCase else { return false }
            return CaseFolding.others(of: scalar).contains { other in ranges.contains { $0.contains(other) } }
        }
    }

    /// The most instructions of a pattern.
    static let maximumSize = 2000
    /// The most steps that looking through one text takes; a text that needs more does not match.
    static let maximumSteps = 4_000_000

    let program: [Instruction]

    /// Whether the whole text is such a one.
    func matches(_ text: String) -> Bool {
        let scalars = text.unicodeScalars.map(\.value)
        var run = PatternRun(program, scalars)
        return run.matches()
    }
}

/// Letters that are the same but for their case.
enum CaseFolding {
    /// The lower-case and upper-case forms of a character that are one character.
    static func others(of scalar: UInt32) -> [UInt32] {
        switch scalar {
        case 65...90: return [scalar + 32]
        case 97...122: return [scalar - 32]
        case 0..<128: return []
        default:
            guard let properties = Unicode.Scalar(scalar)?.properties else { return [] }
            return [properties.lowercaseMapping, properties.uppercaseMapping].compactMap { form in
                form.unicodeScalars.count == 1 ? form.unicodeScalars.first?.value : nil
            }
        }
    }
}

/// A pattern on its way through a text.
private struct PatternRun {
    private let program: [TextPattern.Instruction]
    private let text: [UInt32]
    private var places: [Int] = []
    private var next: [Int] = []
    /// For each instruction, at which character it was entered last.
    private var marks: [Int]
    private var steps = 0

    init(_ program: [TextPattern.Instruction], _ text: [UInt32]) {
        self.program = program
        self.text = text
        marks = [Int](repeating: -1, count: program.count)
    }

    /// Whether the pattern takes the whole text.
    mutating func matches() -> Bool {
        enter(0, at: 0)
        for (offset, scalar) in text.enumerated() {
            swap(&places, &next)
            next.removeAll(keepingCapacity: true)
            for place in places {
                if case .take(let set) = program[place], set.contains(scalar) { enter(place + 1, at: offset + 1) }
            }
            if next.isEmpty || steps > TextPattern.maximumSteps { return false }
        }
        return next.contains { program[$0] == .accept }
    }

    /// Notes where the pattern may be at a character, going on from one instruction.
    private mutating func enter(_ start: Int, at offset: Int) {
        var open = [start]
        while let place = open.popLast() {
            guard marks[place] != offset else { continue }
            marks[place] = offset
            steps += 1
            switch program[place] {
            case .take, .accept: next.append(place)
            case .jump(let target): open.append(target)
            case .fork(let one, let other): open += [other, one]
            case .assert(let assertion): if holds(assertion, at: offset) { open.append(place + 1) }
            }
        }
    }

    private func holds(_ assertion: TextPattern.Assertion, at offset: Int) -> Bool {
        switch assertion {
        case .start: offset == 0
        case .end: offset == text.count
        case .wordBoundary: isWord(offset - 1) != isWord(offset)
        case .noWordBoundary: isWord(offset - 1) == isWord(offset)
        }
    }

    private func isWord(_ offset: Int) -> Bool {
        guard text.indices.contains(offset) else { return false }
        return TextPattern.CharacterSet.word.contains(text[offset])
    }
}

extension TextPattern.CharacterSet {
    static let digit = Self(ranges: [48...57])
    static let word = Self(ranges: [48...57, 65...90, 95...95, 97...122])
    static let blank = Self(ranges: [9...13, 32...32])
    /// All but line feed.
    static let line = Self(ranges: [10...10], isNegated: true)
    static let any = Self(ranges: [0...0x10FFFF])

    /// All others, as ranges.
    var complement: [ClosedRange<UInt32>] {
        var next: UInt32 = 0
        var result: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        return next <= 0x10FFFF ? result + [next...0x10FFFF] : result
    }
}
