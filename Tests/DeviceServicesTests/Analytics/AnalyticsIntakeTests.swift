import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Events and samples as JSON, and how both are read back (DeviceServices, section 16.4).
struct AnalyticsIntakeTests {
    private static func send(
        _ text: String, _ client: SimulatedClient, _ console: TestConsole
    ) async throws -> ClientResponse {
        var request = try DeviceRoute.analytics.request(client)
        request.body = Data(text.utf8)
        return try await console.send(request, as: client)
    }

    private static let session = "0F5A6C1E-2B3D-4E5F-8A9B-0C1D2E3F4A5B"
    private static let three = """
        {"events":[
        {"name":"AW_AppSessionStart","type":"sessionStarted","session":"\(session)","occurredAt":"2026-03-05T09:00:00Z"},
        {"name":"open_report","value":42,"session":"\(session)","occurredAt":"2026-03-05T09:00:01.500Z",
        "bundleVersion":"1.4","bundleName":"Demo"},
        {"name":"search","value":"Quarterly Figures","bundleId":"com.example.demo"}],
        "samples":[{"kind":"power","lifePercent":83,"occurredAt":"2026-03-05T09:00:02Z"},
        {"kind":"gps","latitude":52.5,"longitude":13.4}]}
        """

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `A batch is kept as typed rows`(scheme: SimulatedClient.Scheme) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice(scheme: scheme)
            let answer = try await Self.send(Self.three, client, console)
            #expect(answer.status == 200)
            #expect(answer.text == "{\"accepted\":5}")
            let event = try #require(try await console.items("/_mock/analytics?name=open_report").first)
            let expected = [
                "bundleId": "com.example.demo", "bundleName": "Demo", "bundleVersion": "1.4", "group": "demo",
                "device": client.device.value, "name": "open_report", "occurredAt": "2026-03-05T09:00:01.500Z",
                "receivedAt": "2026-03-05T10:20:30.000Z", "session": Self.session, "type": "custom", "user": "demo",
                "value": "42", "valueType": "integer",
            ]
            for (name, value) in expected { #expect(event[name] as? String == value, "\(name)") }
            #expect(Set(event.keys) == Set(expected.keys).union(["id", "journal"]))
            let power = try #require(try await console.items("/_mock/samples?kind=power").first)
            #expect(power["sampledAt"] as? String == "2026-03-05T09:00:02.000Z")
            #expect((power["sample"] as? [String: Any])?["lifePercent"] as? Int == 83)
            #expect(power["bundleId"] as? String == "com.example.demo")
            let app = try #require(try await console.items("/_mock/samples/intake").first)
            #expect(app["batches"] as? Int == 1)
            #expect(app["samples"] as? [String: Int] == ["analytics": 3, "power": 1, "gps": 1])
            #expect(app["lastAt"] as? String == "2026-03-05T10:20:30.000Z")
        }
    }

    @Test func `Samples without a layout are kept with whatever members they have`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let batch = """
                {"samples":[
                {"kind":"wifi","ssid":"Office","signal":-48,"occurredAt":"2026-03-05T09:00:00Z"},
                {"kind":"callLog","calls":[{"seconds":42,"incoming":true}]},
                {"kind":"dataUsage","bytes":"AQI="},{"kind":"cellular","carrier":"Example"},
                {"kind":"unlisted","type":200,"bytes":"/w==","byteCount":7}]}
                """
            #expect(try await Self.send(batch, client, console).text == "{\"accepted\":5}")
            let rows = try await console.items("/_mock/samples")
            let kinds = ["unlisted", "cellular", "dataUsage", "callLog", "wifi"]
            #expect(rows.map { $0["kind"] as? String } == kinds)
            for kind in kinds { #expect(try await console.total("/_mock/samples?kind=\(kind)") == 1, "\(kind)") }
            let samples = rows.compactMap { $0["sample"] as? [String: Any] }
            #expect(samples[0]["type"] as? Int == 200 && samples[0]["byteCount"] as? Int == 1)
            #expect(samples[1]["carrier"] as? String == "Example" && samples[1]["bytes"] == nil)
            #expect(samples[2]["bytes"] as? String == "AQI=" && samples[2]["byteCount"] as? Int == 2)
            let call = try #require((samples[3]["calls"] as? [[String: Any]])?.first)
            #expect(call["seconds"] as? Int == 42 && call["incoming"] as? Bool == true)
            #expect(samples[4]["ssid"] as? String == "Office" && samples[4]["signal"] as? Int == -48)
            #expect(rows[4]["sampledAt"] as? String == "2026-03-05T09:00:00.000Z")
            #expect(rows[3]["sampledAt"] as? String == "2026-03-05T10:20:30.000Z")
            let app = try #require(try await console.items("/_mock/samples/intake").first)
            let counted = ["callLog": 1, "cellular": 1, "dataUsage": 1, "wifi": 1]
            #expect(app["samples"] as? [String: Int] == counted && app["skipped"] as? Int == 1)
            let wrong = try await console.admin(.get, "/_mock/samples?kind=calls")
            #expect(wrong.status == .badRequest && wrong.text.contains("callLog") && wrong.text.contains("unlisted"))
        }
    }

    @Test(arguments: [
        (#"{"kind":"wifi","bytes":"?"}"#, "samples[0].bytes"), (#"{"kind":"unlisted"}"#, "samples[0].type"),
        (#"{"kind":"unlisted","type":65536}"#, "samples[0].type"), (#"{"kind":"calls"}"#, "callLog"),
        (#"{"kind":"wifi","occurredAt":"yesterday"}"#, "samples[0].occurredAt"),
    ])
    func `A bad sample without a layout is named`(sample: String, name: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let answer = try await Self.send("{\"samples\":[\(sample)]}", client, console)
            #expect(answer.status == 400 && answer.text.contains(name), "\(answer.text)")
            #expect(try await console.total("/_mock/samples") == 0)
        }
    }

    @Test func `One bad event refuses the whole batch and is named`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let good = "{\"name\":\"a\"}"
            let bad = "{\"events\":[\(good),\(good),\(good),{\"name\":\"b\",\"value\":true}]}"
            let answer = try await Self.send(bad, client, console)
            #expect(answer.status == 400)
            #expect(answer.text.contains("events[3].value"))
            let foreign = "{\"events\":[\(good),{\"name\":\"b\",\"bundleId\":\"com.example.other\"}]}"
            #expect(try await Self.send(foreign, client, console).status == 404)
            #expect(try await console.total("/_mock/analytics") == 0)
            #expect(try await console.total("/_mock/samples/intake") == 0)
        }
    }

    @Test(arguments: [
        ("/_mock/analytics", 3), ("/_mock/analytics?name=search", 1), ("/_mock/analytics?session=\(session)", 2),
        ("/_mock/analytics?type=custom", 2), ("/_mock/analytics?type=sessionStarted", 1),
        ("/_mock/analytics?type=9", 0),
        ("/_mock/analytics?text=FIGURES", 1), ("/_mock/analytics?text=report", 1), ("/_mock/analytics?text=demo", 0),
        ("/_mock/analytics?occurredFrom=2026-03-05T09:00:01Z", 2),
        ("/_mock/analytics?occurredTo=2026-03-05T09:00:01.500Z", 1),
        ("/_mock/analytics?occurredFrom=2026-03-05T09:00:01.5Z&occurredto=2026-03-05T09:00:02Z", 1),
        ("/_mock/analytics?to=2026-03-05T10:20:30Z", 0), ("/_mock/analytics?bundleId=com.example.demo", 3),
        ("/_mock/samples?kind=gps", 1), ("/_mock/samples?kind=dataUsage", 0), ("/_mock/samples?text=lifepercent", 1),
        ("/_mock/devices/3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c/analytics", 3),
        ("/_mock/devices/3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c/samples?kind=power", 1),
    ])
    func `Filters leave what they say`(target: String, count: Int) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(try await Self.send(Self.three, client, console).status == 200)
            #expect(try await console.total(target) == count)
        }
    }

    @Test(arguments: [
        "analytics?type=tap", "analytics?occurredFrom=today", "analytics?kind=gps", "samples?kind=analytics",
        "samples?kind=telepathy", "samples?name=x", "samples/x", "samples/99", "samples/intake?page=x", "analytics/99",
    ])
    func `What cannot be asked is refused with the reason`(target: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.get, "/_mock/\(target)")
            #expect([.badRequest, .notFound].contains(response.status))
            let message = try response.json()["message"] as? String ?? ""
            #expect(message.contains(" "))
        }
    }

    @Test func `Rows are shown alone, downloaded and deleted`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(try await Self.send(Self.three, client, console).status == 200)
            #expect(try await console.adminJSON("/_mock/analytics/2")["name"] as? String == "open_report")
            #expect(try await console.adminJSON("/_mock/samples/1")["kind"] as? String == "power")
            let lines = try await console.admin(.get, "/_mock/analytics/download?type=custom").text.split(
                separator: "\n")
            #expect(lines.count == 2)
            #expect(try await console.admin(.get, "/_mock/samples/download").text.contains("\"latitude\":52.5"))
            #expect(try await console.admin(.delete, "/_mock/analytics").status == .badRequest)
            let deleted = try await console.admin(.delete, "/_mock/analytics?session=\(Self.session)")
            #expect(deleted.deletedCount == 2)
            #expect(try await console.admin(.delete, "/_mock/samples/1").status == .noContent)
            #expect(try await console.total("/_mock/analytics") == 1)
            #expect(try await console.total("/_mock/samples") == 1)
        }
    }

    @Test func `Tables are kept at their bounds, also within one batch`() async throws {
        try await withConsole([\.retentionAnalytics: "2", \.retentionSamples: "1"]) { console in
            let client = try await console.signedInDevice()
            #expect(try await Self.send(Self.three, client, console).text == "{\"accepted\":5}")
            let names = try await console.items("/_mock/analytics").map { $0["name"] as? String }
            #expect(names == ["search", "open_report"])
            #expect(try await console.items("/_mock/samples").map { $0["kind"] as? String } == ["gps"])
        }
    }

    @Test func `An administrator reads only what is below their group`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(try await Self.send(Self.three, client, console).status == 200)
            let headers = try await console.administrator(of: "appreview")
            for target in ["/_mock/analytics", "/_mock/samples", "/_mock/samples/intake"] {
                let page = try await console.send(.get, target, headers: headers)
                #expect(try page.json()["total"] as? Int == 0, "\(target)")
            }
            #expect(try await console.send(.get, "/_mock/analytics/1", headers: headers).status == .notFound)
            #expect(try await console.total("/_mock/samples/intake") == 1)
        }
    }

    @Test func `Many events go in, batch by batch, and are counted`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let event = "{\"name\":\"e\",\"value\":1}"
            let batch = "{\"events\":[\(Array(repeating: event, count: 2000).joined(separator: ","))]}"
            for _ in 0..<3 { #expect(try await Self.send(batch, client, console).text == "{\"accepted\":2000}") }
            #expect(try await console.total("/_mock/analytics?name=e") == 6000)
            let app = try #require(try await console.items("/_mock/samples/intake").first)
            #expect(app["samples"] as? [String: Int] == ["analytics": 6000])
        }
    }

    @Test func `What is kept outlives the app, and its counters do not`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(try await Self.send(Self.three, client, console).status == 200)
            try await console.execute("DELETE FROM device")
            let row = try #require(try await console.items("/_mock/analytics").first)
            #expect(row["device"] == nil && row["bundleId"] as? String == "com.example.demo")
            #expect(try await console.total("/_mock/samples/intake") == 0)
        }
    }

    @Test func `An app has a counter of each kind of sample and five more, whatever it sends`() {
        var intake = SampleIntake()
        for type in SampleType.allCases { intake.keep(type) }
        for kind in UnlistedSample.Kind.named { intake.keep(kind) }
        for number in UInt16.min...UInt16.max { intake.keep(UnlistedSample.Kind.type(number)) }
        intake.withheld = 1
        let names = Set(intake.counters(.packets).keys).union(intake.counters(.batches).keys)
        #expect(names.count <= SampleType.allCases.count + UnlistedSample.Kind.named.count + 5)
    }
}
