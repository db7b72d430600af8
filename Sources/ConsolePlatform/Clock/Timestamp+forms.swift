/// Forms of a time beside the one of JSON bodies; those that name no zone are UTC.
extension Timestamp {
    /// A calendar day and a time of day.
    private struct Civil {
        var year: Int64
        var month: Int64
        var day: Int64
        var second: Int64
    }

    /// The earliest moment there is, which stands for "never".
    package static let never = Timestamp(milliseconds: -62_135_596_800_000)
    /// Milliseconds of the years 1 to 9999.
    private static let years: Range<Int64> = -62_135_596_800_000..<253_402_300_800_000

    /// `2026-03-05T10:20:30.123`.
    package var zoneless: String {
        let civil = civil
        let fraction = (milliseconds % 1000 + 1000) % 1000
        return "\(Self.padded(civil.year, 4))-\(Self.padded(civil.month))-\(Self.padded(civil.day))T"
            + "\(Self.padded(civil.second / 3600)):\(Self.padded(civil.second / 60 % 60)):"
            + "\(Self.padded(civil.second % 60)).\(Self.padded(fraction, 3))"
    }

    /// `3/5/2026 10:20:30 AM`.
    package var american: String {
        let civil = civil
        let hour = civil.second / 3600
        let clock = "\(hour % 12 == 0 ? 12 : hour % 12):\(Self.padded(civil.second / 60 % 60))"
        return "\(civil.month)/\(civil.day)/\(civil.year) \(clock):\(Self.padded(civil.second % 60)) "
            + (hour < 12 ? "AM" : "PM")
    }

    /// Reads a day, with or without a time of day, as clients of the admin REST API write it.
    ///
    /// `yyyy-MM-dd`, `MM-dd-yyyy` or both with slashes; then, after a blank or `T`, `HH:mm`, seconds, a fraction, and
    /// `Z` or an offset, whose plus may have become a blank on its way through a query. A time that an offset moves out
    /// of the years 1 to 9999 is refused.
    package init?(lenient text: String) {
        var scanner = TimeScanner(text)
        guard let day = scanner.day() else { return nil }
        var milliseconds = day.milliseconds
        if !scanner.isAtEnd {
            guard scanner.skip(" ") || scanner.skip("T") || scanner.skip("t"), let time = scanner.time() else {
                return nil
            }
            milliseconds += time
            guard scanner.isAtEnd, Self.years.contains(milliseconds) else { return nil }
        }
        self.init(milliseconds: milliseconds)
    }

    /// Reads ISO 8601 as ``description`` writes it, with or without a fraction, and with `Z` or an offset.
    ///
    /// What names no moment, such as 31 February or 25:61, is nil.
    package init?(iso8601 text: String) {
        var scanner = TimeScanner(text)
        guard let day = scanner.exactDay(), scanner.skip("T") || scanner.skip("t"), let time = scanner.exactTime(),
            scanner.isAtEnd, Self.years.contains(day.milliseconds + time)
        else { return nil }
        self.init(milliseconds: day.milliseconds + time)
    }

    /// Whether a text that ``init(lenient:)`` reads is a day without a time of day.
    package static func isDay(_ text: String) -> Bool { !text.contains { $0 == " " || $0 == "T" || $0 == "t" } }

    /// The last millisecond of the day that begins now.
    package var endOfDay: Timestamp { Timestamp(milliseconds: milliseconds + 86_399_999) }

    private var civil: Civil {
        let seconds = Int64((Double(milliseconds) / 1000).rounded(.down))
        let day = Int64((Double(seconds) / 86_400).rounded(.down))
        // Days counted from 0000-03-01, in cycles of 400 years.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * ofYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return Civil(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: ofYear - (153 * shiftedMonth + 2) / 5 + 1, second: seconds - day * 86_400)
    }

    private static func padded(_ number: Int64, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
