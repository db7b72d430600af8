import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Operating-system versions as numbers.
struct OSVersionTests {
    @Test(arguments: [
        ("17.3.1", 17_003_001_000), ("17", 17_000_000_000), ("17.0", 17_000_000_000), ("0", 0),
        ("1.2.3.4", 1_002_003_004),
        ("999.999.999.999", 999_999_999_999), ("017.03", 17_003_000_000),
    ])
    func `A version is a number that sorts like it`(text: String, number: Int64) {
        #expect(OSVersion.number(text) == number)
    }

    @Test(arguments: [
        "", ".", "17.", ".17", "17..3", "1.2.3.4.5", "1000", "17.1000", "-1", "+1", "17.+3", "17.-0", "17 ", " 17",
        "17b", "x",
        "١٧", "1e2",
    ])
    func `What is no version has no number`(text: String) {
        #expect(OSVersion.number(text) == nil)
    }

    @Test func `Nothing has no number`() {
        #expect(OSVersion.number(nil) == nil)
    }

    @Test func `Versions in order have numbers in order`() {
        let versions = ["9.3", "10.0", "10.0.1", "10.1", "10.1.0.1", "10.2", "10.10", "11", "100.0"]
        let numbers = versions.compactMap(OSVersion.number)
        #expect(numbers.count == versions.count)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }
}
