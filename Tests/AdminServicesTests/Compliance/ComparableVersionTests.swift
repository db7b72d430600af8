import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Versions compare part by part.
struct ComparableVersionTests {
    private static let ascending = [
        "0", "0.0.1", "0.1", "1", "1.0.0.0.0.1", "1.9", "1.9.9", "1.10", "1.10.0.1", "2", "9.99", "10", "17.3",
        "17.3.1",
        "100000000000000000000", "100000000000000000001", "999999999999999999999",
    ]

    @Test func `Versions in order are in order, each with every other`() throws {
        let versions = try Self.ascending.map { try #require(ComparableVersion($0)) }
        for (first, one) in versions.enumerated() {
            for (second, other) in versions.enumerated() {
                #expect((one < other) == (first < second), "\(Self.ascending[first]) \(Self.ascending[second])")
                #expect((one == other) == (first == second))
            }
        }
    }

    @Test(arguments: [
        ("1", "1.0"), ("1.0", "1.0.0.0.0.0"), ("01.002", "1.2"), ("0", "0.0"), ("16.4.1 (a)", "16.4.1"),
        ("2.0-beta.3", "2"), ("1.2+build 7", "1.2.0"),
    ])
    func `Missing parts are zero, and what follows the numbers does not count`(one: String, other: String) throws {
        let first = try #require(ComparableVersion(one))
        let second = try #require(ComparableVersion(other))
        #expect(first == second)
        #expect(!(first < second) && !(second < first))
        #expect(first.hashValue == second.hashValue)
    }

    @Test(arguments: ["", " ", " 1", ".", "1.", ".1", "1..2", "v1", "1b2", "1.x", "-1", "+1", "١", "1,0", "latest"])
    func `What is no version is none`(text: String) {
        #expect(ComparableVersion(text) == nil)
    }

    @Test(arguments: [
        (VersionComparison.equal, [false, true, false]), (.notEqual, [true, false, true]),
        (.less, [true, false, false]), (.lessOrEqual, [true, true, false]), (.greater, [false, false, true]),
        (.greaterOrEqual, [false, true, true]),
    ])
    func `Every comparison holds where it should`(comparison: VersionComparison, expected: [Bool]) throws {
        let named = try #require(ComparableVersion("1.10"))
        let holds = try ["1.9", "1.10.0", "1.11"].map {
            comparison.holds(try #require(ComparableVersion($0)), named)
        }
        #expect(holds == expected)
    }
}
