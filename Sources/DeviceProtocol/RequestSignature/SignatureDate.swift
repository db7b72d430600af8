public import Foundation

/// The `DATE` header of signed requests (DeviceServices, section 4.2.1).
public enum SignatureDate {
    /// The moment of `yyyy-MM-ddTHH:mm:ss` or `MM/dd/yyyy HH:mm:ss`, both taken as UTC, or nothing.
    public static func parse(_ text: String) -> Date? {
        (CivilTime(iso: text) ?? CivilTime(american: text))?.date
    }

    /// The text `yyyy-MM-ddTHH:mm:ss` of a moment in UTC, fractions cut off.
    ///
    /// A moment outside the years 1 to 9999 becomes the nearest one inside.
    public static func format(_ date: Date) -> String {
        if let time = CivilTime(date) { return time.iso }
        return date.timeIntervalSince1970 > 0 ? "9999-12-31T23:59:59" : "0001-01-01T00:00:00"
    }
}
