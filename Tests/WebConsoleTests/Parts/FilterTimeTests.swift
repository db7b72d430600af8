import Testing

@testable import WebConsole

/// Moments in filters.
struct FilterTimeTests {
    @Test(arguments: [
        ("2026-03-05T10:20", "2026-03-05T10:20:00Z"), ("2026-03-05T10:20:30", "2026-03-05T10:20:30Z"),
        ("2026-03-05 10:20", "2026-03-05 10:20:00Z"), ("2026-03-05T10:20:30.125", "2026-03-05T10:20:30.125Z"),
        ("2026-03-05T10:20:30Z", "2026-03-05T10:20:30Z"), ("2026-03-05", "2026-03-05"), ("17", "17"), ("", ""),
    ])
    func `A moment that a browser sends gets its zone, and anything else stays`(typed: String, sent: String) {
        #expect(FilterTime.sent(typed) == sent)
    }

    @Test func `A moment can be chosen, and what is none is kept to be seen`() {
        #expect(FilterTime.field("from", "From", value: "").kind == .date)
        let moment = FilterTime.field("from", "From", value: "2026-03-05T10:20:30Z")
        #expect(moment.kind == .date && moment.value == "2026-03-05T10:20:30")
        let other = FilterTime.field("from", "From", value: "17")
        #expect(other.kind == .text && other.value == "17")
    }
}
