/// A day of the Gregorian calendar that exists, between the years 1 and 9999: there is no 31 February.
struct CalendarDay: Hashable {
    /// Days from 1970-01-01 to it.
    let number: Int64

    /// A day; nil if there is none such.
    init?(year: Int64, month: Int64, day: Int64) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.length(ofMonth: month, in: year)).contains(day)
        else { return nil }
        // Years begin in March here, so that the day a leap year has more is the last one.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
    }

    /// Milliseconds from 1970 to its midnight, UTC.
    var milliseconds: Int64 { number * 86_400_000 }

    private static func length(ofMonth month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
