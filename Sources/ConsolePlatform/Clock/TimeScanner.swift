/// Reads the parts of a written time, one after the other; what names no moment is nil.
///
/// Everything that reads times reads them with this: Foundation takes 31 February for 3 March, and 25:61 for 02:01.
struct TimeScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    // MARK: ISO 8601

    /// A day as `yyyy-MM-dd`.
    mutating func exactDay() -> CalendarDay? {
        guard let year = number(4...4), skip("-"), let month = number(2...2), skip("-"), let day = number(2...2) else {
            return nil
        }
        return CalendarDay(year: year, month: month, day: day)
    }

    /// Milliseconds since midnight, UTC, of `HH:mm:ss` with or without a fraction, and `Z` or an offset.
    mutating func exactTime() -> Int64? {
        guard let hour = number(2...2), hour < 24, skip(":"), let minute = number(2...2), minute < 60, skip(":"),
            let second = number(2...2), second < 60
        else { return nil }
        var milliseconds = (hour * 3600 + minute * 60 + second) * 1000
        if skip(".") {
            guard let fraction = fraction(roundsUp: true) else { return nil }
            milliseconds += fraction
        }
        if skip("Z") || skip("z") { return milliseconds }
        return offset().map { milliseconds - $0 }
    }

    // MARK: As clients of the admin REST API write it

    /// A day as `yyyy-MM-dd` or `MM-dd-yyyy`, with hyphens or slashes, and with or without zeros.
    mutating func day() -> CalendarDay? {
        let isYearFirst = rest.prefix(4).allSatisfy { (48...57).contains($0) }
        guard let first = number(1...4), let separator = rest.first, [0x2D, 0x2F].contains(separator) else {
            return nil
        }
        rest.removeFirst()
        guard let second = number(1...2), rest.popFirst() == separator, let third = number(1...4) else { return nil }
        return isYearFirst
            ? CalendarDay(year: first, month: second, day: third)
            : CalendarDay(year: third, month: first, day: second)
    }

    /// Milliseconds since midnight, UTC; some clients write `08-00-00-AM`.
    mutating func time() -> Int64? {
        guard let hour = number(1...2), hour < 24 else { return nil }
        let separator: Unicode.Scalar = skip("-") ? "-" : ":"
        guard separator == "-" || skip(":"), let minute = number(2...2), minute < 60 else { return nil }
        var milliseconds = minute * 60_000
        if beginsWithDigit(after: separator), skip(separator) {
            guard let second = number(2...2), second < 60 else { return nil }
            milliseconds += second * 1000
            if skip(".") {
                guard let fraction = fraction(roundsUp: false) else { return nil }
                milliseconds += fraction
            }
        }
        guard let ofDay = hourOfDay(hour) else { return nil }
        milliseconds += ofDay * 3_600_000
        if skip("Z") || skip("z") { return milliseconds }
        if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") || sign == UInt8(ascii: " ") {
            return offset(blankIsPlus: true).map { milliseconds - $0 }
        }
        return milliseconds
    }

    // MARK: Parts

    /// Whether a digit follows a character that is next.
    private func beginsWithDigit(after character: Unicode.Scalar) -> Bool {
        rest.first == UInt8(ascii: character) && rest.dropFirst().first.map { (48...57).contains($0) } == true
    }

    /// The hour of the day, from 0 to 23, after an AM or PM that may follow; nil for an hour that no clock shows.
    private mutating func hourOfDay(_ hour: Int64) -> Int64? {
        let word = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
        let letters = word.prefix(2).map { $0 | 0x20 }
        guard letters == Array("am".utf8) || letters == Array("pm".utf8) else { return hour }
        rest = word.dropFirst(2)
        guard (1...12).contains(hour) else { return nil }
        return hour % 12 + (letters == Array("pm".utf8) ? 12 : 0)
    }

    /// Milliseconds of an offset from UTC: `+01:00`, `+0100` or `+01`.
    ///
    /// A plus may have become a blank on its way through a query.
    private mutating func offset(blankIsPlus: Bool = false) -> Int64? {
        let isEast = skip("+") || (blankIsPlus && skip(" "))
        guard isEast || skip("-"), let hours = pair(), hours <= 14 else { return nil }
        let hasColon = skip(":")
        let minutes = isAtEnd && !hasColon ? 0 : pair()
        guard let minutes, minutes < 60 else { return nil }
        return (isEast ? 1 : -1) * (hours * 60 + minutes) * 60_000
    }

    /// Milliseconds of one to nine digits after a point.
    private mutating func fraction(roundsUp: Bool) -> Int64? {
        let digits = rest.prefix { (48...57).contains($0) }
        guard (1...9).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        let nanoseconds = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
        let scaled = (digits.count..<9).reduce(nanoseconds) { sum, _ in sum * 10 }
        return (scaled + (roundsUp ? 500_000 : 0)) / 1_000_000
    }

    /// A number of so many digits.
    private mutating func number(_ digits: ClosedRange<Int>) -> Int64? {
        let found = rest.prefix { (48...57).contains($0) }
        guard digits.contains(found.count), let number = Int64(Substring(found)) else { return nil }
        rest = rest.dropFirst(found.count)
        return number
    }

    /// A number of exactly two digits, whatever follows.
    private mutating func pair() -> Int64? {
        let found = rest.prefix(2)
        guard found.count == 2, found.allSatisfy({ (48...57).contains($0) }) else { return nil }
        rest = rest.dropFirst(2)
        return Int64(Substring(found))
    }
}
