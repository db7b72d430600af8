/// Characters that a pattern takes, or all but these.
struct ScalarSet: Hashable, Sendable {
    /// In order, without gaps of nothing between them.
    let ranges: [ClosedRange<UInt32>]
    var isNegated = false
    var ignoresCase = false
    /// How many steps of a ``MatchBudget`` it takes to look for a character: as often as the ranges can be halved.
    let steps: Int

    /// The characters of some ranges, which may overlap and come in any order.
    init(ranges: [ClosedRange<UInt32>], isNegated: Bool = false, ignoresCase: Bool = false) {
        var merged: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            // No character is so large that the one after it could overflow.
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
        self.isNegated = isNegated
        self.ignoresCase = ignoresCase
        steps = (ignoresCase ? 2 : 1) * (1 + Int.bitWidth - merged.count.leadingZeroBitCount)
    }

    /// Whether a character is one of them.
    func contains(_ forms: ScalarForms) -> Bool { holds(forms) != isNegated }

    private func holds(_ forms: ScalarForms) -> Bool {
        if holds(forms.scalar) { return true }
        guard ignoresCase else { return false }
        return forms.lower.map(holds) == true || forms.upper.map(holds) == true
    }

    private func holds(_ scalar: UInt32) -> Bool {
        // Most have one range.
        if ranges.count == 1 { return ranges[0].contains(scalar) }
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if scalar < ranges[middle].lowerBound {
                high = middle
            } else if scalar > ranges[middle].upperBound {
                low = middle + 1
            } else {
                return true
            }
        }
        return false
    }
}

extension ScalarSet {
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
        for range in ranges {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        return next <= 0x10FFFF ? result + [next...0x10FFFF] : result
    }
}

/// A character with its lower-case and upper-case forms, as far as they are one character and another one.
struct ScalarForms {
    let scalar: UInt32
    private(set) var lower: UInt32?
    private(set) var upper: UInt32?

    /// A character without its other forms, for patterns that do not ask for them.
    init(only scalar: UInt32) {
        self.scalar = scalar
    }

    /// A character with its other forms.
    init(of scalar: UInt32) {
        self.scalar = scalar
        switch scalar {
        case 65...90: lower = scalar + 32
        case 97...122: upper = scalar - 32
        case 0..<128: break
        default:
            guard let properties = Unicode.Scalar(scalar)?.properties else { return }
            lower = Self.single(properties.lowercaseMapping, not: scalar)
            upper = Self.single(properties.uppercaseMapping, not: scalar)
        }
    }

    private static func single(_ form: String, not scalar: UInt32) -> UInt32? {
        guard form.unicodeScalars.count == 1, let one = form.unicodeScalars.first?.value, one != scalar else {
            return nil
        }
        return one
    }
}
