import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockControl

/// A word that is not known is answered with the one that was meant.
struct WordHintTests {
    private func said(_ json: String) throws -> String {
        let value = try JSONValue(json: Data(json.utf8))
        return #expect(throws: ConsoleError.self) { try RequestMatcher(value) }?.message ?? ""
    }

    @Test(arguments: [
        (#"{"urlPath": "/x"}"#, "What WireMock calls urlPath is here path."),
        (#"{"URLPATH": "/x"}"#, "What WireMock calls urlPath is here path."),
        (#"{"urlPathPattern": "/x.*"}"#, "path with matches"), (#"{"url": "/x"}"#, "is here target"),
        (#"{"queryParameters": {}}"#, "is here query."), (#"{"headers": {}}"#, "is here header in a matcher."),
        (#"{"priority": 1}"#, "the one posted last acts."), (#"{"scenarioName": "a"}"#, "POST /_mock/scenarios"),
        (#"{"bodyPatterns": []}"#, "is here body, json, plist or xml."),
        (#"{"body": {"equalTo": "a"}}"#, "is here equals."),
        (#"{"body": {"matchesJsonPath": "$.a"}}"#, "json with a path"),
        (#"{"body": {"caseInsensitive": true}}"#, "is here ignoringCase."),
        (#"{"bundle": "a.b"}"#, "match.bundle is not known. It is called bundleId."),
        (#"{"Path": "/x"}"#, "Did you mean path?"),
        (#"{"devise": "x"}"#, "Did you mean device?"),
    ])
    func `Words of WireMock, old names and slips lead to what is here`(json: String, hint: String) throws {
        let message = try said(json)
        #expect(message.contains(hint), "\(json): \(message)")
    }

    @Test func `Old names of actions, waits and sandboxes say the new one`() async throws {
        try await withConsole { console in
            for (path, body, hint) in [
                ("faults", #"{"action": {"latency": 5}}"#, "It is called latencyMilliseconds."),
                ("faults", #"{"action": {"retryAfter": 5}}"#, "It is called retryAfterSeconds."),
                ("faults", #"{"action": {"fixedDelayMilliseconds": 5}}"#, "is here latencyMilliseconds."),
                ("faults", #"{"request": {}, "action": {"status": 500}}"#, "is here match."),
                ("faults", #"{"action": {"truncatedBody": 5}}"#, #"or {\"afterBytes\": 100}"#),
                ("wait", #"{"match": {}, "timeout": 1}"#, "It is called timeoutSeconds."),
                ("verify", #"{"match": {}, "count": 1}"#, "is here exactly."),
                ("sandboxes", #"{"ttl": 5}"#, "It is called ttlSeconds."),
                ("sandboxes", #"{"bundleID": "a.b"}"#, "Did you mean bundleId?"),
                ("sandboxes", #"{"profile": {"LogingSettingsV2": {}}}"#, "Did you mean LoggingSettingsV2?"),
                ("sandboxes", #"{"profile": {"LoggingSettings": {}}}"#, "Did you mean LoggingSettingsV2?"),
            ] {
                let answer = try await console.admin(.post, "/_mock/\(path)", text: body)
                #expect(answer.status == .badRequest && answer.text.contains(hint), "\(body): \(answer.text)")
            }
            let clock = try await console.admin(.put, "/_mock/clocks/demo", text: #"{"offset": 60}"#)
            #expect(clock.status == .badRequest && clock.text.contains("offsetSeconds"), "\(clock.text)")
            let query = try await console.admin(.get, "/_mock/beacons?bundle=a.b")
            #expect(query.status == .badRequest && query.text.contains("Did you mean bundleId?"), "\(query.text)")
            let own = #"{"profile": {"com.acme.settings": {"Colour": "red"}}}"#
            #expect(try await console.admin(.post, "/_mock/sandboxes", text: own).status == .created)
        }
    }

    @Test(arguments: [
        (#"{"header": {"X-Test": "abc"}}"#, true), (#"{"header": {"X-Test": {"startsWith": "a"}}}"#, true),
        (#"{"header": {"X-Test": ["abc", "x"]}}"#, true), (#"{"header": {"X-Test": "abd"}}"#, false),
        (#"{"header": {"X-Test": {"equals": "abc", "ignoringCase": false}}}"#, true),
    ])
    func `A near miss says that only letter case differs`(json: String, isHinted: Bool) throws {
        let entry = SampleExchange(headers: [("X-Test", "ABC")]).entry
        let found = try matcher(json).differences(in: entry, .none)
        #expect(found.count == 1)
        #expect((found.first?.reason?.hasPrefix("Only letter case differs") ?? false) == isHinted, "\(found)")
    }
}
