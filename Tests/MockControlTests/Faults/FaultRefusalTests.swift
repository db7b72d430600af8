import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Faults and scenarios that make no sense, refused in plain words.
struct FaultRefusalTests {
    @Test(arguments: [
        ("", "The body cannot be read"), ("[]", "The fault has to be an object, not array."),
        ("{}", "Say what is to go wrong"), (#"{"actoin": {}}"#, "Did you mean action?"),
        (#"{"action": {}}"#, "action says nothing"),
        (#"{"action": {"latencyMiliseconds": 5}}"#, "Did you mean latencyMilliseconds?"),
        (
            #"{"action": {"latencyMilliseconds": -1}}"#,
            "action.latencyMilliseconds has to be a number from 0 to 600000."
        ),
        (
            #"{"action": {"latencyMilliseconds": {"from": 5, "to": 1}}}"#,
            "action.latencyMilliseconds.to has to be at least from."
        ),
        (
            #"{"action": {"latencyMilliseconds": {"from": 5}}}"#,
            "an object with from and to, or one with median and sigma"
        ),
        (#"{"action": {"latencyMilliseconds": {"from": 1, "to": 2, "sigma": 1}}}"#, "an object with from and to"),
        (#"{"action": {"slowBody": {"chunks": 3}}}"#, "has to have bytesPerSecond, or chunks and milliseconds"),
        (#"{"action": {"slowBody": {"bytesPerSecond": 0}}}"#, "whole number from 1"),
        (#"{"action": {"status": 99}}"#, "action.status has to be a whole number from 200 to 599."),
        (#"{"action": {"status": "503"}}"#, "whole number"),
        (#"{"action": {"status": 204, "body": "x"}}"#, "which has no body"),
        (#"{"action": {"body": "x", "json": {}}}"#, "body and json contradict each other: an answer has one body."),
        (#"{"action": {"emptyBody": true, "malformedBody": true}}"#, "contradict each other"),
        (#"{"action": {"status": 500, "refuse": "logQuota"}}"#, "status and refuse contradict each other"),
        (#"{"action": {"drop": "before", "status": 500}}"#, "before an answer there is nothing to change"),
        (#"{"action": {"drop": "never"}}"#, #"has to be "before", "within", or {"afterBytes": 100}"#),
        (#"{"action": {"drop": {"aferBytes": 1}}}"#, "Did you mean afterBytes?"),
        (#"{"action": {"emptyBody": true, "drop": "within"}}"#, "there is nothing to break off"),
        (#"{"action": {"refuse": "expiredTokens"}}"#, "Did you mean expiredToken?"),
        (#"{"action": {"base64": "???"}}"#, "action.base64 is not base64."),
        (#"{"action": {"plist": {"a": null}}}"#, "cannot be a property list"),
        (#"{"action": {"patch": {"$[": 1}}}"#, "is no path"),
        (#"{"action": {"patch": {}}}"#, "an object of paths"),
        (#"{"action": {"headers": {"a b": "c"}}}"#, "no name and value of a header field"),
        (#"{"action": {"headers": {"X": "a\r\nY: b"}}}"#, "no name and value of a header field"),
        (#"{"action": {"headers": {"Content-Length": "1"}}}"#, "which frames the answer"),
        (#"{"action": {"contentType": "a\nb"}}"#, "cannot stand in a header field"),
        (#"{"action": {"withoutHeaders": "x"}}"#, "a list of at most 100 names"),
        (#"{"action": {"withoutHeaders": ["Content-Length"]}}"#, "which frames the answer"),
        (#"{"action": {"withoutHeaders": ["etag", "transfer-encoding"]}}"#, "which frames the answer"),
        (#"{"action": {"withoutVersion": 1}}"#, "has to be true or false"),
        (#"{"action": {"retryAfterSeconds": -1}}"#, "whole number from 0"),
        (#"{"action": {"status": 500}, "preset": "console down"}"#, "a preset is an action with a name"),
        (#"{"preset": "consol down"}"#, "Did you mean console down?"),
        (#"{"action": {"status": 500}, "percentage": 101}"#, "The fault.percentage has to be a number from 0 to 100."),
        (#"{"action": {"status": 500}, "percentage": 0}"#, "would never act"),
        (#"{"action": {"status": 500}, "longestRow": 2}"#, "goes with percentage"),
        (#"{"action": {"status": 500}, "times": 0}"#, "whole number from 1"),
        (#"{"action": {"status": 500}, "seconds": 0}"#, "whole number from 1"),
        (#"{"action": {"status": 500}, "name": "a\nb"}"#, "has to be of ASCII"),
        (#"{"action": {"status": 500}, "match": {"pth": "/x"}}"#, "Did you mean path?"),
        (#"{"action": {"status": 500}, "match": {"status": 404}}"#, "known only once a request is answered"),
        (#"{"action": {"status": 500}, "match": {"not": {"answer": {"body": "x"}}}}"#, "known only once"),
        (#"{"action": {"status": 500}, "match": {"group": "nowhere"}}"#, "There is no organization group"),
    ])
    func `A fault that makes no sense is refused`(body: String, sentence: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.post, "/_mock/faults", text: body)
            try expectRefusal(response, 400, number: 400, saying: sentence)
            #expect(try await console.adminJSON("/_mock/faults")["total"] as? Int == 0)
        }
    }

    @Test(arguments: [
        ("", "The body is empty."), ("a: [", "The body cannot be read"), ("- 1", "The scenario has to be an object"),
        ("name: x", "The scenario.states has to be"), ("states: {a: {}}", "The scenario.name is missing."),
        ("{name: templates, states: {a: {}}}", "which paths have for something else"),
        ("{name: a/b, states: {a: {}}}", "without slashes"), ("{name: x, state: {}}", "Did you mean states?"),
        ("{name: x, key: devise, states: {a: {}}}", "Did you mean device?"),
        ("{name: x, start: b, states: {a: {}}}", "The scenario.start is \"b\", which is no state."),
        ("{name: x, states: {a: {moves: [{to: b}]}}}", "states.a.moves.to is \"b\""),
        ("{name: x, states: {a: {moves: [{after: 1}]}}}", "states.a.moves[0].to is missing."),
        ("{name: x, states: {a: {moves: [{to: a, after: 0}]}}}", "whole number from 1"),
        ("{name: x, states: {a: {moves: [{to: a, seconds: 5, after: 1}]}}}", "after counts requests"),
        ("{name: x, states: {a: {moves: [{to: a, seconds: 5, match: {}}]}}}", "by time or by requests"),
        ("{name: x, states: {a: {moves: [{to: a, match: {status: 404}}]}}}", "known only once a request is answered"),
        ("{name: x, states: {a: {answers: [{}]}}}", "states.a.answers[0].action is missing."),
        ("{name: x, states: {a: {answers: {}}}}", "has to be a list"),
        ("{name: x, states: {a: {answers: [{action: {stats: 500}}]}}}", "Did you mean status?"),
        ("{name: x, states: {a: {answer: []}}}", "Did you mean answers?"),
        ("{template: wip}", "Did you mean wipe?"), ("{template: wipe, parameters: {polls: 1}}", "is not known"),
        ("{template: certificate-pending}", "pkcs12 is missing"),
        ("{template: commands-in-order, parameters: {commands: []}}", "a list of 1 to 99 commands"),
        ("{template: commands-in-order, parameters: {commands: [{}]}}", "has no RequestType"),
        ("{template: wipe, states: {}}", "is not known"),
    ])
    func `A scenario that makes no sense is refused`(body: String, sentence: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.post, "/_mock/scenarios", text: body)
            try expectRefusal(response, 400, number: 400, saying: sentence)
            #expect(try await console.adminJSON("/_mock/scenarios")["total"] as? Int == 0)
        }
    }
}
