/// Moments in filters: browsers let people choose them, and leave away the zone, which is UTC here.
enum FilterTime {
    /// A moment for a route, with its zone.
    static func sent(_ text: String) -> String {
        guard let match = text.wholeMatch(of: /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?<seconds>:\d\d(\.\d+)?)?/) else {
            return text
        }
        return text + (match.seconds == nil ? ":00Z" : "Z")
    }

    /// A field that lets people choose a moment; one to type in for what the address has that is none.
    static func field(_ name: String, _ label: String, value: String) -> Field {
        guard !value.isEmpty else { return Field(name, label, .date) }
        guard let match = value.wholeMatch(of: /(?<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?)Z?/) else {
            return Field(name, label, value: value)
        }
        return Field(name, label, .date, value: String(match.time).replacing(" ", with: "T"))
    }
}
