import Foundation
import Testing

@testable import ConsoleResources
@testable import ConsoleTestSupport

/// What the protocol asks for is shown by tests, and the article "Conformance" says by which.
struct ConformanceTests {
    private static func article(_ name: String) throws -> String {
        try #require(EmbeddedFile.below("Sources/MockConsole/MockConsole.docc/", ending: "\(name).md").first).text
    }

    /// `MOCKUEM_WRITE=1 swift test --filter ConformanceTests` writes the article.
    @Test func `The article lists what the protocol asks for and the tests there are`() throws {
        let rows = try ConformanceTable().rows(of: try Self.article("/DeviceServices"))
        let expected = ConformanceTable.routes() + ConformanceTable.text(rows)
        let article = try Self.article("/Conformance")
        let begin = try #require(article.range(of: "<!-- written by ConformanceTests -->\n"))
        if ProcessInfo.processInfo.environment["MOCKUEM_WRITE"] == "1" {
            try Data((article[..<begin.upperBound] + expected).utf8).write(to: Self.place)
        } else {
            #expect(
                article[begin.upperBound...] == expected,
                "write it again: MOCKUEM_WRITE=1 swift test --filter ConformanceTests")
        }
    }

    @Test func `Nothing the protocol asks for is without a test`() throws {
        let rows = try ConformanceTable().rows(of: try Self.article("/DeviceServices"))
        let bare = rows.filter { $0.tests.isEmpty && $0.reason == nil }
        #expect(bare.isEmpty, "\(bare.map { "\($0.section) \($0.subject)" }.joined(separator: "\n"))")
        #expect(rows.count > 200)
    }

    @Test func `Every route of device services has a row with its statuses`() throws {
        let article = try Self.article("/Conformance")
        for route in DeviceRoute.allCases {
            let row = ConformanceTable.row(of: route)
            #expect(article.contains(row), "\(row)")
        }
    }

    private static var place: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/MockConsole/MockConsole.docc/Conformance.md")
    }
}
