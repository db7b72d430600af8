import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Times that name no moment, such as 31 February and 25:61, wherever times are read.
struct ImpossibleTimeTests {
    /// Times of the kinds that were taken for others once: a day, an hour.
    private static let samples = ["2026-02-31T10:20:30Z", "2026-03-05T25:61:00Z"]

    /// Where administrators write times: method, path and body, with TIME in the place of the time.
    private static let places: [(HTTPRequest.Method, String, String?)] = [
        (.get, "/_mock/journal?after=TIME", nil), (.get, "/_mock/journal?before=TIME", nil),
        (.get, "/_mock/events?from=TIME", nil), (.get, "/_mock/events?to=TIME", nil),
        (.get, "/_mock/beacons?from=TIME", nil), (.get, "/_mock/logs?to=TIME", nil),
        (.delete, "/_mock/beacons?from=TIME", nil),
        (.put, "/_mock/clocks/demo", #"{"set": "TIME"}"#), (.put, "/_mock/clocks/demo", #"{"frozen": "TIME"}"#),
        (.post, "/_mock/clocks/demo/advance", #"{"to": "TIME"}"#),
        (.post, "/_mock/verify", #"{"match": {"after": "TIME"}, "atLeast": 0}"#),
        (.get, "/api/mdm/devices/search?lastseen=TIME", nil),
        (.get, "/api/mdm/smartgroups/search?modifiedfrom=TIME", nil),
    ]

    @Test(arguments: samples)
    func `Administrators are told that there is no such time`(time: String) async throws {
        try await withConsole { console in
            for (method, path, body) in Self.places {
                let right = "2026-03-05T10:20:30Z"
                let target = path.replacing("TIME", with: time)
                let answer = try await console.admin(method, target, text: body?.replacing("TIME", with: time))
                #expect(answer.status == .badRequest, "\(method) \(target) \(body ?? "") \(answer.text)")
                let taken = try await console.admin(
                    method, path.replacing("TIME", with: right), text: body?.replacing("TIME", with: right))
                #expect(taken.status != .badRequest, "\(method) \(path): \(taken.text)")
            }
        }
    }

    @Test(arguments: samples)
    func `An environment file with such a time is not imported`(time: String) async throws {
        try await withConsole { console in
            let text = """
                version: 2
                organizationGroups:
                  - path: global/demo
                    users:
                      - username: ada
                        password: secret
                        tokens: [{token: WELCOME-1, expires: "\(time)"}]
                """
            let answer = try await console.importEnvironment(text)
            #expect(
                answer.status == .unprocessableContent && answer.text.contains("it must be a time"), "\(answer.text)")
        }
    }

    @Test(arguments: ImpossibleTimes.all)
    func `Property lists, samples and dates of signatures have no such time`(time: String) throws {
        let list = "<plist version=\"1.0\"><dict><key>When</key><date>\(time)</date></dict></plist>"
        #expect(throws: PropertyListError.self) { try PropertyListValue(parsing: Data(list.utf8)) }
        let json = Data("\"\(time)\"".utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(SampleTime.self, from: json) }
        #expect(SignatureDate.parse(String(time.prefix(19))) == nil || time.contains("+"))
    }
}
