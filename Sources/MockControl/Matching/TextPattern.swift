/// A regular expression that takes time proportional to the text, whatever is written in it.
///
/// All ways through the pattern are followed at once, as Thompson described it, so that there is nothing to go back to.
/// What that cannot do, references and looking around, is refused.
struct TextPattern: Hashable, Sendable {
    /// The most instructions of a pattern.
    static let maximumSize = 2000
    /// Steps that beginning takes, beside those for instructions and bytes.
    private static let stepsOfBeginning = 20

    let program: PatternProgram

    /// Whether the whole text is such a one; not if there are too few steps to find out.
    func matches(_ text: String, _ budget: inout MatchBudget) -> Bool {
        // Beginning takes room for each instruction, and is done for each value anew.
        guard budget.spend(Self.stepsOfBeginning + program.count / 2 + text.utf8.count) else { return false }
        var run = PatternRun(program, text.unicodeScalars.map(\.value))
        return run.matches(&budget)
    }
}

/// What a pattern becomes: instructions, of which each goes on with the next unless it says otherwise.
struct PatternProgram: Hashable, Sendable {
    /// An instruction; none holds anything that would have to be counted when it is looked at.
    enum Instruction: Hashable, Sendable {
        /// Takes a character between two, or one that is not.
        case span(UInt32, UInt32, isNegated: Bool)
        /// Takes one of a set.
        case set(Int)
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

    var instructions: [Instruction] = []
    /// The sets that instructions take characters of.
    private(set) var sets: [ScalarSet] = []
    /// Whether some of them ask for other forms of a character.
    private(set) var ignoresCase = false

    /// How many instructions there are.
    var count: Int { instructions.count }

    /// Adds an instruction.
    mutating func append(_ instruction: Instruction) { instructions.append(instruction) }

    /// Adds an instruction that takes a character of a set.
    mutating func append(_ set: ScalarSet) {
        if set.ranges.count == 1, !set.ignoresCase {
            let range = set.ranges[0]
            append(.span(range.lowerBound, range.upperBound, isNegated: set.isNegated))
        } else {
            append(.set(sets.count))
            sets.append(set)
            ignoresCase = ignoresCase || set.ignoresCase
        }
    }
}

/// A pattern on its way through a text.
private struct PatternRun {
    /// Steps that the other forms of a character take which is not ASCII.
    private static let stepsOfForms = 20

    private let program: PatternProgram
    private let text: [UInt32]
    /// Instructions that take the next character, each once; only so many of them count.
    private var places: [Int]
    private var placeCount = 0
    /// The same for the character after it.
    private var next: [Int]
    private var nextCount = 0
    /// Instructions from which the pattern goes on as well before it takes a character.
    private var open: [Int] = []
    /// For each instruction, at which character it was entered last.
    private var marks: [Int]
    private var steps = 0

    init(_ program: PatternProgram, _ text: [UInt32]) {
        self.program = program
        self.text = text
        marks = [Int](repeating: -1, count: program.count)
        places = [Int](repeating: 0, count: program.count)
        next = places
    }

    /// Whether the pattern takes the whole text.
    mutating func matches(_ budget: inout MatchBudget) -> Bool {
        enter(0, at: 0)
        for (offset, scalar) in text.enumerated() {
            swap(&places, &next)
            (placeCount, nextCount) = (nextCount, 0)
            if program.ignoresCase, scalar >= 0x80 { steps += Self.stepsOfForms }
            let forms = program.ignoresCase ? ScalarForms(of: scalar) : ScalarForms(only: scalar)
            for index in 0..<placeCount where takes(places[index], forms) { enter(places[index] + 1, at: offset + 1) }
            guard budget.spend(steps) else { return false }
            steps = 0
            if nextCount == 0 { return false }
        }
        return budget.spend(steps) && next.prefix(nextCount).contains { program.instructions[$0] == .accept }
    }

    /// Whether an instruction takes a character.
    private mutating func takes(_ place: Int, _ forms: ScalarForms) -> Bool {
        switch program.instructions[place] {
        case .span(let low, let high, let isNegated):
            return (low <= forms.scalar && forms.scalar <= high) != isNegated
        case .set(let index):
            steps += program.sets[index].steps
            return program.sets[index].contains(forms)
        default: return false
        }
    }

    /// Notes where the pattern may be at a character, going on from one instruction.
    private mutating func enter(_ start: Int, at offset: Int) {
        var following: Int? = start
        while let place = following {
            following = nil
            if marks[place] != offset {
                marks[place] = offset
                steps += 1
                switch program.instructions[place] {
                case .span, .set, .accept:
                    next[nextCount] = place
                    nextCount += 1
                case .jump(let target): following = target
                case .fork(let one, let other):
                    open.append(other)
                    following = one
                case .assert(let assertion): if holds(assertion, at: offset) { following = place + 1 }
                }
            }
            if following == nil { following = open.popLast() }
        }
    }

    private func holds(_ assertion: PatternProgram.Assertion, at offset: Int) -> Bool {
        switch assertion {
        case .start: offset == 0
        case .end: offset == text.count
        case .wordBoundary: isWord(offset - 1) != isWord(offset)
        case .noWordBoundary: isWord(offset - 1) == isWord(offset)
        }
    }

    private func isWord(_ offset: Int) -> Bool {
        text.indices.contains(offset) && ScalarSet.word.contains(ScalarForms(only: text[offset]))
    }
}
