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
@testable import MockControl

/// What one action does to an answer, wherever the request comes from.
struct FaultCase: Sendable, CustomTestStringConvertible {
    /// The action as it is written.
    let action: String
    /// What a client sees, beside the answer it would have had.
    let check: @Sendable (_ seen: SeenAnswer, _ real: SeenAnswer) -> Bool

    init(_ action: String, _ check: @escaping @Sendable (_ seen: SeenAnswer, _ real: SeenAnswer) -> Bool) {
        self.action = action
        self.check = check
    }

    var testDescription: String { action }

    /// Every action.
    static let all: [FaultCase] = answers + changes + breaks

    private static let answers: [FaultCase] = [
        FaultCase(#"{"status": 503}"#) { seen, _ in
            seen.status == 503 && seen.body.isEmpty && seen.headers["x-aw-version"] != nil
        },
        FaultCase(#"{"status": 503, "retryAfterSeconds": 7}"#) { seen, _ in seen.headers["retry-after"] == "7" },
        FaultCase(#"{"status": 418, "headers": {"X-Tea": "yes"}, "body": "short and stout"}"#) { seen, _ in
            seen.status == 418 && seen.text == "short and stout" && seen.headers["x-tea"] == "yes"
                && seen.headers["content-type"] == "text/plain; charset=utf-8"
        },
        FaultCase(#"{"json": {"a": [1, null]}}"#) { seen, _ in
            seen.status == 200 && seen.text == #"{"a":[1,null]}"#
                && seen.headers["content-type"] == "application/json; charset=utf-8"
        },
        FaultCase(#"{"plist": {"Name": "x"}}"#) { seen, _ in
            (try? PropertyListValue(parsing: seen.body)) == .dictionary(["Name": .string("x")])
        },
        FaultCase(#"{"base64": "aGVsbG8=", "contentType": "image/png"}"#) { seen, _ in
            seen.text == "hello" && seen.headers["content-type"] == "image/png"
        },
        FaultCase(#"{"refuse": "expiredToken"}"#) { seen, _ in
            seen.status == 401 && seen.text.contains(#""error":"unauthorized""#)
                && seen.headers["www-authenticate"]?.contains("invalid_token") == true
        },
        FaultCase(#"{"refuse": "signatureTime"}"#) { seen, _ in
            seen.status == 401 && seen.text.contains("was signed 600 seconds ago")
        },
        FaultCase(#"{"refuse": "logQuota"}"#) { seen, _ in
            seen.status == 413 && seen.text.contains("raise logQuotaMegabytes")
        },
        FaultCase(#"{"refuse": "sessionRevoked"}"#) { seen, _ in
            seen.status == 403 && seen.text.contains("was revoked") && seen.headers["x-aw-version"] != nil
        },
    ]

    private static let changes: [FaultCase] = [
        FaultCase(#"{"latencyMilliseconds": 1}"#) { $0.text == $1.text && $0.status == 200 },
        FaultCase(#"{"latencyMilliseconds": {"from": 1, "to": 3}}"#) { $0.text == $1.text },
        FaultCase(#"{"latencyMilliseconds": {"median": 1, "sigma": 0.5}}"#) { $0.text == $1.text },
        FaultCase(#"{"slowBody": {"bytesPerSecond": 100000}}"#) { $0.text == $1.text && !$0.isBroken },
        FaultCase(#"{"slowBody": {"chunks": 3, "milliseconds": 3}}"#) { $0.text == $1.text && !$0.isBroken },
        FaultCase(#"{"emptyBody": true}"#) { seen, _ in seen.status == 200 && seen.body.isEmpty && !seen.isBroken },
        FaultCase(#"{"truncatedBody": true}"#) { seen, real in
            seen.body == real.body.prefix(real.body.count / 2) && !seen.isBroken
        },
        FaultCase(#"{"truncatedBody": {"afterBytes": 3}}"#) { seen, real in
            seen.body == real.body.prefix(3) && !seen.isBroken
        },
        FaultCase(#"{"malformedBody": true}"#) { seen, _ in
            seen.status == 200 && (try? JSONValue(json: seen.body)) == nil && seen.body.count > 3
        },
        FaultCase(#"{"status": 204, "malformedBody": true}"#) { seen, _ in
            seen.status == 204 && seen.body.isEmpty && !seen.isBroken
        },
        FaultCase(#"{"patch": {"$[?(@.DeviceSetting == 'managedby')].SettingValue": "3"}}"#) { seen, real in
            let managed = (try? DeviceStatusReport(json: seen.body))?.managedBy.rawValue
            return managed == 3 && seen.body.count == real.body.count
        },
        FaultCase(#"{"contentType": "text/html"}"#) { $0.headers["content-type"] == "text/html" && $0.text == $1.text },
        FaultCase(#"{"withoutVersion": true}"#) { seen, real in
            seen.headers["x-aw-version"] == nil && real.headers["x-aw-version"] != nil && seen.text == real.text
        },
        FaultCase(#"{"withoutHeaders": ["content-type"], "headers": {"X-Two": ["a", "b"]}}"#) { seen, _ in
            seen.headers["content-type"] == nil && seen.headers["x-two"]?.contains("b") == true
        },
        // Both are added to every answer by the listener.
        FaultCase(#"{"withoutHeaders": ["Server", "date"]}"#) { seen, _ in
            ["server", "date", "x-mockuem-listener-fields"].allSatisfy { seen.headers[$0] == nil }
        },
        FaultCase(#"{"headers": {"Server": "nginx=1", "Date": "Thu, 01 Jan 1970 00:00:00 GMT"}}"#) { seen, _ in
            seen.headers["server"] == "nginx=1" && seen.headers["date"] == "Thu, 01 Jan 1970 00:00:00 GMT"
                && seen.headers["x-mockuem-listener-fields"] == nil
        },
    ]

    private static let breaks: [FaultCase] = [
        FaultCase(#"{"drop": "before"}"#) { seen, _ in seen.isBroken && seen.status == nil },
        FaultCase(#"{"drop": "within"}"#) { seen, real in seen.isBroken && seen.body.count < real.body.count },
        FaultCase(#"{"drop": {"afterBytes": 5}}"#) { seen, _ in seen.isBroken && seen.body.count <= 5 },
        FaultCase(#"{"drop": "within", "slowBody": {"bytesPerSecond": 100000}}"#) { seen, _ in seen.isBroken },
    ]
}

/// Each action, in this process and over sockets.
struct FaultActionTests {
    @Test func `Each action shows in an answer in this process`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let real = await console.seen()
            #expect(real.status == 200 && !real.body.isEmpty)
            for (number, fault) in FaultCase.all.enumerated() {
                try await console.fault(
                    #"{"name": "one", "action": \#(fault.action), "times": 1}"#, isReplacing: number > 0)
                let seen = await console.seen()
                #expect(fault.check(seen, real), "\(fault.action): \(seen) \(seen.text)")
                #expect(seen.isBroken || seen.fault == "one", "\(fault.action)")
                let entry = try await console.latestEntry("&path=/deviceservices/**")
                #expect(entry["fault"] as? String == "one", "\(fault.action)")
                let after = await console.seen()
                #expect(after.text == real.text && after.fault == nil, "\(fault.action) acts once only")
            }
        }
    }

    @Test func `An answer that is to look as any other does not say which fault acted on it; the journal does`()
        async throws
    {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            try await console.fault(#"{"name": "hidden", "action": {"withoutHeaders": ["X-Mockuem-Fault"]}}"#)
            #expect(await console.seen().fault == nil)
            let entry = try await console.latestEntry("&path=/deviceservices/**")
            #expect(entry["fault"] as? String == "hidden")
        }
    }

    @Test(arguments: ["--http1.1", "--http2"])
    func `Each action shows in an answer over a socket`(version: String) async throws {
        try await withLiveConsole { live in
            try await live.enroll()
            let real = try await live.seen(version, TestConsole.status)
            #expect(real.status == 200 && !real.body.isEmpty, "\(real)")
            for fault in FaultCase.all {
                try await live.post("/_mock/faults", #"{"name": "one", "action": \#(fault.action), "times": 1}"#)
                let seen = try await live.seen(version, TestConsole.status)
                #expect(fault.check(seen, real), "\(fault.action): \(seen) \(seen.text)")
                #expect(seen.isBroken || seen.fault == "one", "\(fault.action)")
                let after = try await live.seen(version, TestConsole.status)
                #expect(after.text == real.text, "\(fault.action) leaves the console as it was: \(after)")
            }
        }
    }

    @Test func `A connection that broke off is in the journal with what was sent`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            try await console.fault(#"{"action": {"drop": "before"}, "times": 1}"#)
            _ = await console.seen()
            let none = try await console.latestEntry()
            #expect(none["status"] as? Int == 0 && none["fault"] as? String == "1", "\(none)")
            try await console.fault(#"{"name": "half", "action": {"drop": {"afterBytes": 4}}, "times": 1}"#)
            _ = await console.seen()
            let half = try await console.latestEntry()
            #expect(half["responseBytes"] as? Int == 4 && half["status"] as? Int == 200, "\(half)")
            let whole = try await console.adminJSON("/_mock/journal/\(try #require(half["id"] as? Int))")
            let response = try #require(whole["response"] as? [String: Any])
            #expect(response["failure"] as? String == "The fault half closed the connection.", "\(response)")
        }
    }

    @Test func `Each refusal is the one that device services give for it`() async throws {
        let clock = TestClock()
        try await withConsole([\.signatureFreshness: "60"], clock: clock) { console in
            let signed = try await console.signedInDevice()
            let request = try console.authenticated(TestConsole.getUser, as: signed)
            // Too old.
            try await console.fault(#"{"action": {"refuse": "signatureTime"}, "times": 1}"#)
            let staged = try await console.send(request)
            clock.advance(seconds: 120)
            let real = try await console.send(request)
            #expect(staged.status == real.status && staged.status == 401)
            #expect(Self.message(staged) == Self.message(real), "\(Self.message(staged))")
            #expect(staged.headers["www-authenticate"] == real.headers["www-authenticate"])
        }
    }

    @Test func `An expired token and a revoked session look as they do in earnest`() async throws {
        let clock = TestClock()
        try await withConsole(clock: clock) { console in
            let bearer = try await console.signedInDevice(scheme: .bearer)
            let request = try console.authenticated(TestConsole.getUser, as: bearer)
            try await console.fault(#"{"action": {"refuse": "expiredToken"}, "times": 1}"#)
            let staged = try await console.send(request)
            clock.advance(seconds: 10 * 365 * 86_400)
            let real = try await console.send(request)
            #expect(real.status == 401 && staged.status == 401)
            #expect(Self.message(real).prefix(28) == Self.message(staged).prefix(28), "\(Self.message(real))")
            #expect(Set(staged.headers.keys) == Set(real.headers.keys).union(["x-mockuem-fault"]))
        }
        try await withConsole { console in
            let signed = try await console.signedInDevice()
            let request = try console.authenticated(TestConsole.getUser, as: signed)
            try await console.fault(#"{"preset": "session revoked", "times": 1}"#)
            let staged = try await console.send(request)
            #expect(staged.status == 403 && Self.message(staged).hasSuffix("Sign in again."), "\(staged)")
        }
    }

    @Test func `The command processor refuses in its own way`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice(scheme: .bearer)
            try await console.fault(#"{"action": {"refuse": "expiredToken"}}"#)
            let request = try console.authenticated(
                ClientRequest(method: "POST", target: "/deviceservices/awmdmsdk/v3/processor", body: Data("x".utf8)),
                as: device)
            let answer = try await console.send(request)
            #expect(answer.status == 400 && answer.headers["www-authenticate"] == nil, "\(answer)")
        }
    }

    @Test func `The admin REST API refuses in its own form`() async throws {
        try await withConsole { console in
            try await console.fault(#"{"match": {"path": "/api/**"}, "action": {"refuse": "expiredToken"}}"#)
            let response = try await console.admin(.get, "/api/system/info")
            try expectRefusal(response, 401, number: 1005, saying: "expired")
            #expect(response.headers[.wwwAuthenticate]?.contains("Basic realm") == true)
        }
    }

    private static func message(_ response: ClientResponse) -> String {
        let body = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any]
        return body?["message"] as? String ?? ""
    }
}
