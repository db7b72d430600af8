import ConsolePlatform
import Foundation

/// A duration as ISO 8601 writes it: `P30D`, `PT1H30M`, `P1Y2M`, `P2W`.
struct ISODuration: Hashable, Sendable {
    /// Months and years are as long as the calendar makes them.
    private(set) var months: Int64 = 0
    /// Everything else; a day has 24 hours.
    private(set) var milliseconds: Int64 = 0
    /// The most seconds, or months, of anything: more than any clock shows, and few enough to be added up.
    static let maximum: Double = 1e12

    /// A duration of seconds.
    init(seconds: Double) {
        milliseconds = Int64((seconds * 1000).rounded())
    }

    /// Reads a duration; years and months have no fractions.
    init?(_ text: String) {
        let parts = text.uppercased().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let date = parts.first, date.first == "P", parts.count == 1 ? date.count > 1 : !parts[1].isEmpty,
            add(date.dropFirst(), in: Self.days), parts.count == 1 || add(parts[1], in: Self.times)
        else { return nil }
    }

    /// A letter with what it stands for.
    private struct Unit {
        let letter: Character
        let months: Int64
        let milliseconds: Int64
    }

    private static let days = [
        Unit(letter: "Y", months: 12, milliseconds: 0), Unit(letter: "M", months: 1, milliseconds: 0),
        Unit(letter: "W", months: 0, milliseconds: 604_800_000), Unit(letter: "D", months: 0, milliseconds: 86_400_000),
    ]
    private static let times = [
        Unit(letter: "H", months: 0, milliseconds: 3_600_000), Unit(letter: "M", months: 0, milliseconds: 60_000),
        Unit(letter: "S", months: 0, milliseconds: 1000),
    ]

    /// Adds numbers with their letters, which come in the order of the units.
    private mutating func add(_ text: Substring, in units: [Unit]) -> Bool {
        var (rest, left) = (text, units[...])
        while !rest.isEmpty {
            guard let (number, letter) = Self.next(&rest), let place = left.firstIndex(where: { $0.letter == letter }),
                add(number, left[place])
            else { return false }
            left = left[(place + 1)...]
        }
        return true
    }

    /// The next number and its letter.
    private static func next(_ rest: inout Substring) -> (Double, Character)? {
        let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        rest.removeFirst(digits.count)
        guard digits.first?.isNumber == true, digits.last?.isNumber == true, let letter = rest.popFirst(),
            let number = Double(digits.replacing(",", with: "."))
        else { return nil }
        return (number, letter)
    }

    /// Adds so many of a unit, and no more than ``maximum``; false for a fraction that cannot be there.
    private mutating func add(_ number: Double, _ unit: Unit) -> Bool {
        guard unit.months == 0 || number == number.rounded() else { return false }
        // Infinity times nothing would be no number.
        let number = min(number, 1e300)
        months += Int64(min(number * Double(unit.months), Self.maximum))
        milliseconds += Int64(min(number * Double(unit.milliseconds), Self.maximum * 1000).rounded())
        return true
    }

    /// The moment so much later; nil if no calendar has it.
    func after(_ time: Timestamp) -> Timestamp? {
        var start = time
        if months != 0 {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            guard months < 200_000, let date = calendar.date(byAdding: .month, value: Int(months), to: time.date) else {
                return nil
            }
            start = Timestamp(date)
        }
        return Timestamp(milliseconds: start.milliseconds + milliseconds)
    }
}
