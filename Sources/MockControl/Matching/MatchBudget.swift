/// How much work comparing one request may take, in steps of a few nanoseconds (MockControl, "Matchers").
///
/// Every pattern, path and comparison of a matcher spends from the same budget, and says what it is about to do before
/// it does it. Once something is not done for want of steps, the matcher does not match, whatever else it says.
struct MatchBudget {
    /// The steps of one request: many more than matchers need that people write for bodies of some ten thousand bytes.
    static let usual = 6_000_000

    /// Steps that are left.
    private(set) var left: Int
    /// Whether something was not done for want of steps.
    private(set) var isUsedUp = false

    /// Steps of a body of 64 KiB for each of its bytes.
    private static let stepsOfByte = usual / 65_536

    /// The steps for a request or answer whose bodies have so many bytes: longer ones have more.
    static func steps(bytes: Int) -> Int { max(usual, bytes * stepsOfByte) }

    /// A budget of so many steps.
    init(_ steps: Int = usual) {
        left = steps
    }

    /// Takes steps that are about to be done.
    ///
    /// - Returns: Whether there are as many; if not, none is taken, and there are none until a matcher begins anew.
    mutating func spend(_ steps: Int) -> Bool {
        guard !isUsedUp, steps <= left else {
            isUsedUp = true
            return false
        }
        left -= steps
        return true
    }

    /// Takes a step for so many bytes of texts that are compared, and one at least.
    mutating func spend(bytes: Int) -> Bool { spend(1 + bytes / Self.bytesOfStep) }

    /// Lets a matcher begin with what earlier ones have left over: it may need none of it.
    mutating func begin() { isUsedUp = false }

    /// Bytes that are compared in the time of a step.
    private static let bytesOfStep = 4
}

extension String {
    /// Steps that a byte of a text takes which is not all ASCII.
    private static let stepsOfByte = 8

    /// The text in lower case; nil if that takes more steps than there are.
    func lowercased(_ budget: inout MatchBudget) -> String? {
        guard budget.spend(bytes: utf8.count),
            utf8.allSatisfy({ $0 < 0x80 }) || budget.spend(utf8.count * Self.stepsOfByte)
        else { return nil }
        return lowercased()
    }
}
