import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// SDK Analytics: events as a table, counts as charts, filters in the address.
struct AnalyticsPagesTests {
    private static let path = "/console/analytics"

    /// A console with three events of one hour, and one of two hours later.
    private func withEvents(_ run: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole { console in
            let phone = try await console.signedInDevice()
            for events in [
                """
                {"name":"open_report","value":"42","bundleVersion":"1.4"},{"name":"open_report","bundleVersion":"1.4"},
                {"name":"<script>alert(1)</script>","value":"<b>bold</b>","bundleVersion":"1.4"}
                """, #"{"name":"search","value":"Quarterly","type":"sessionStarted","bundleVersion":"2.0"}"#,
            ] {
                var request = try DeviceRoute.analytics.request(phone)
                request.body = Data("{\"events\":[\(events)]}".utf8)
                #expect(try await console.send(request, as: phone).status == 200)
                console.clock.advance(seconds: 7200)
            }
            try await run(console)
        }
    }

    @Test func `Events stand in a table and in charts, whose numbers are written too`() async throws {
        try await withEvents { console in
            let page = try await DevicePageWorld.browser(console).page(Self.path)
            #expect(page.words.contains("4 events") && page.words.contains("Session started"))
            #expect(page.words.contains("Events by hour") && page.words.contains("2026-03-05 10:00 UTC: 3 events"))
            // The hour between has no events and a place all the same.
            #expect(page.words.contains("2026-03-05 11:00 UTC: 0 events"))
            #expect(page.words.contains("From Events 2026-03-05 12:00 UTC 1 2026-03-05 10:00 UTC 3"))
            // So has the day before; since a time, there is nothing before it to be seen.
            #expect(page.text.components(separatedBy: "width=\"8\" height=").count - 1 == 24)
            #expect(page.words.contains("Events by name open_report 2"))
            #expect(page.words.contains("com.example.demo version 1.4 3"))
            #expect(page.text.contains("<rect ") && page.text.contains("data-live=\"request\""))
            #expect(page.text.contains("href=\"/console/analytics?name=open_report\""))
            #expect(page.text.contains("href=\"\(DevicePageWorld.base)\""))
            #expect(page.text.contains("href=\"/console/journal?changed=analytics%2F"))
        }
    }

    @Test func `What apps send stays text, and nothing is inline`() async throws {
        try await withEvents { console in
            let page = try await DevicePageWorld.browser(console).page(Self.path)
            #expect(page.words.contains("<script>alert(1)</script>"))
            #expect(!page.text.contains("<script>alert") && !page.text.contains("<b>bold"))
            #expect(!page.text.contains(" style=") && !page.text.contains(" onclick="))
        }
    }

    @Test(arguments: [
        ("name=search", "1 event"), ("value=42", "1 event"), ("text=QUARTERLY", "1 event"), ("device=ffff", "No event"),
        ("bundleId=com.example.demo", "4 events"), ("to=2026-03-05T11:00:00Z", "3 events"), ("type=custom", "3 events"),
        ("interval=day", "Events by day"), ("group=appreview", "No event is like that"),
    ])
    func `Filters stand in the address`(query: String, words: String) async throws {
        try await withEvents { console in
            let page = try await DevicePageWorld.browser(console).page("\(Self.path)?\(query)")
            #expect(page.words.contains(words), "\(page.words)")
            let value = query.split(separator: "=")[1]
            #expect(page.text.contains("value=\"\(value)\""))
        }
    }

    @Test func `A refused filter says why beside its field, and nothing yet says what to do`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            #expect(try await browser.page(Self.path).words.contains("No events yet"))
            for query in ["from=yesterday", "type=tap", "interval=minute"] {
                let page = try await browser.page("\(Self.path)?\(query)")
                let name = query.prefix { $0 != "=" }
                #expect(page.text.contains("id=\"field-\(name)\""))
                #expect(page.text.contains("role=\"alert\">\(name) is "), "\(page.words)")
            }
        }
    }

    @Test func `Events are downloaded and deleted by whoever may`() async throws {
        try await withEvents { console in
            let reader = try await DevicePageWorld.reader(console)
            #expect(!(try await reader.page(Self.path)).text.contains("\(Self.path)/delete"))
            let browser = try await DevicePageWorld.browser(console)
            let lines = try await browser.send(.get, "\(Self.path).ndjson?name=search")
            #expect(lines.status == 200 && lines.text.split(separator: "\n").count == 1)
            let none = try await browser.submit("\(Self.path)/chosen", on: Self.path, ["action": "delete"])
            #expect(none.words.contains("Choose at least one event."))
            let one = try await browser.submit("\(Self.path)/chosen", on: Self.path, ["action": "delete", "key": "1"])
            #expect(one.words.contains("One event was deleted."))
            let narrow = "\(Self.path)?name=search"
            let gone = try await browser.submit("\(Self.path)/delete?name=search", on: narrow)
            #expect(gone.words.contains("One event was deleted.") && gone.words.contains("2 events"))
            let rest = try await browser.submit("\(Self.path)/delete", on: Self.path)
            #expect(rest.words.contains("2 events were deleted.") && rest.words.contains("No events yet"))
        }
    }

    @Test func `Of very many times the latest have bars`() async throws {
        try await withConsole { console in
            try await console.execute(
                """
                INSERT INTO analyticsEvent (receivedAt, occurredAt, session, type, name, valueType, value, bundleId,
                    bundleVersion)
                WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 199)
                SELECT 1772700000000 + n * 86400000, 0, '', 1, 'e' || n, 0, '', 'com.example.demo', '' FROM number
                """)
            let page = try await DevicePageWorld.browser(console).page(Self.path)
            #expect(page.words.contains("The latest 96 days.") && page.words.contains("180 events are of others."))
            let bars = page.text.components(separatedBy: "width=\"8\" height=").count - 1
            #expect(bars == 96)
        }
    }
}
