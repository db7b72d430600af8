import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Data usage: kept as the app says it, and given back to it (DeviceServices, section 17).
struct DataUsageTests {
    private static func read(_ query: String, _ client: SimulatedClient, _ console: TestConsole) async throws
        -> ClientResponse
    {
        let target = "/deviceservices/awmdmsdk/v3/samples/datausage?bundleid=\(client.bundle)\(query)"
        return try await console.send(ClientRequest(method: "GET", target: target), as: client)
    }

    /// What was reported, in order.
    private static func reports(_ query: String, _ client: SimulatedClient, _ console: TestConsole) async throws
        -> [String]
    {
        let answer = try await read(query, client, console)
        #expect(answer.status == 200)
        let reports = answer.json["Reports"] as? [[String: Any]] ?? []
        return reports.compactMap { ($0["Report"] as? [String: Any])?["n"] as? String }
    }

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `A report is kept byte for byte and given back`(scheme: SimulatedClient.Scheme) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice(scheme: scheme)
            #expect(try await Self.read("", client, console).text == "{}")
            let report = "{ \"wifi\" : 1.50, \"cellular\":{\"in\":[5]} , \"ä\":\"\\u00e4\"}"
            try await client.sendDataUsage(Data(report.utf8))
            let answer = try await Self.read("", client, console)
            #expect(
                answer.text
                    == """
                    {"BundleId":"com.example.demo","Reports":[{"ReceivedAt":"2026-03-05T10:20:30.000Z","Report":\(report)}]}
                    """)
            let row = try #require(try await console.items("/_mock/data-usage").first)
            #expect(row["report"] as? String == report)
            #expect(row["device"] as? String == client.device.value && row["bundleId"] as? String == "com.example.demo")
        }
    }

    @Test(arguments: [
        ("", ["0", "1", "2"]), ("&fromdate=2026-3-6T00:00:00", ["1", "2"]),
        ("&todate=2026-03-06T00:00:00", ["0", "1"]),
        ("&fromdate=2026-3-6T00:00:00&todate=2026-3-6T00:00:00", ["1"]), ("&FROMDATE=2026-3-5T10:20:31", ["1", "2"]),
        ("&todate=2026-3-4T00:00:00", []), ("&fromdate=2026-3-8T00:00:00", []),
    ])
    func `A range leaves the reports of its days`(query: String, expected: [String]) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            for number in 0..<3 {
                try await client.sendDataUsage(Data("{\"n\":\"\(number)\"}".utf8))
                console.clock.advance(seconds: number == 2 ? -172_800 : 86_400)
            }
            #expect(try await Self.reports(query, client, console) == expected)
        }
    }

    @Test func `Many reports are given back in the order they came`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            for number in 0..<30 { try await client.sendDataUsage(Data("{\"n\":\"\(number)\"}".utf8)) }
            #expect(try await Self.reports("", client, console) == (0..<30).map(String.init))
        }
    }

    @Test(arguments: ["fromdate=x", "todate=2026-13-1T00:00:00", "fromdate=2026-3-5"])
    func `A range that cannot be is refused with the name of the parameter`(query: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let answer = try await Self.read("&\(query)", client, console)
            #expect(answer.status == 400)
            #expect(answer.text.contains(String(query.prefix { $0 != "=" })))
        }
    }

    @Test func `An app gets only what it has reported itself`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let other = try await console.signedInDevice(bundle: "com.example.everything")
            try await client.sendDataUsage(Data("{\"n\":\"1\"}".utf8))
            #expect(try await Self.read("", other, console).text == "{}")
            let target = "/deviceservices/awmdmsdk/v3/samples/datausage?bundleid=com.example.demo"
            #expect(try await console.send(ClientRequest(method: "GET", target: target), as: other).status == 404)
            let bare = ClientRequest(method: "GET", target: "/deviceservices/awmdmsdk/v3/samples/datausage")
            #expect(try await console.send(bare, as: client).text.contains("\"Reports\""))
        }
    }

    @Test(arguments: [("demo", true), ("global", true), ("appreview", false)])
    func `A report is answered but not kept where the group does not collect it`(group: String, isWithheld: Bool)
        async throws
    {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.set("collectTelecom", "false", of: group)
            try await client.sendDataUsage(Data("{}".utf8))
            #expect(try await console.total("/_mock/data-usage") == (isWithheld ? 0 : 1))
        }
    }

    @Test func `Reports are filtered, downloaded, deleted and kept at their bound`() async throws {
        try await withConsole([\.retentionDataUsage: "3"]) { console in
            let client = try await console.signedInDevice()
            for number in 0..<5 { try await client.sendDataUsage(Data("{\"n\":\"n\(number)\"}".utf8)) }
            #expect(try await console.total("/_mock/data-usage") == 3)
            #expect(try await console.total("/_mock/data-usage?text=N4") == 1)
            #expect(try await console.total("/_mock/devices/\(client.device)/data-usage?user=demo") == 3)
            #expect(try await console.admin(.get, "/_mock/data-usage/download").text.split(separator: "\n").count == 3)
            #expect(try await console.admin(.get, "/_mock/data-usage/5").text.contains("n4"))
            #expect(try await console.admin(.get, "/_mock/data-usage/1").status == .notFound)
            let headers = try await console.administrator(of: "appreview")
            #expect(try await console.send(.get, "/_mock/data-usage/5", headers: headers).status == .notFound)
            #expect(try await console.admin(.delete, "/_mock/data-usage/5").status == .noContent)
            let rest = try await console.admin(.delete, "/_mock/data-usage?all=true")
            #expect(rest.deletedCount == 2)
        }
    }
}
