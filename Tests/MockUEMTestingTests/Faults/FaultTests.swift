import DeviceSimulator
import Foundation
import MockUEMTesting
import Testing

/// Faults as Swift values.
struct FaultTests {
    /// Actions and what they are in JSON.
    private static let actions: [(action: FaultAction, json: String)] = [
        (.latency(.milliseconds(250)), #"{"latencyMilliseconds":250}"#),
        (.latency(from: .milliseconds(1), to: .seconds(1)), #"{"latencyMilliseconds":{"from":1,"to":1000}}"#),
        (.latency(median: .milliseconds(300), sigma: 0.5), #"{"latencyMilliseconds":{"median":300,"sigma":0.5}}"#),
        (.slowBody(bytesPerSecond: 100), #"{"slowBody":{"bytesPerSecond":100}}"#),
        (.slowBody(chunks: 3, over: .seconds(1)), #"{"slowBody":{"chunks":3,"milliseconds":1000}}"#),
        (.status(503), #"{"status":503}"#), (.body("Hello"), #"{"body":"Hello"}"#),
        (.body(Data([1, 2, 3])), #"{"base64":"AQID"}"#), (.json(["a": 1]), #"{"json":{"a":1}}"#),
        (.plist(["a": "b"]), #"{"plist":{"a":"b"}}"#), (.refuse(.expiredToken), #"{"refuse":"expiredToken"}"#),
        (.refuse(.signatureTime), #"{"refuse":"signatureTime"}"#), (.refuse(.logQuota), #"{"refuse":"logQuota"}"#),
        (.refuse(.sessionRevoked), #"{"refuse":"sessionRevoked"}"#),
        (.status(429).and(.retryAfter(seconds: 30)), #"{"retryAfterSeconds":30,"status":429}"#),
        (.header("X-Limit", "3"), #"{"headers":{"X-Limit":"3"}}"#), (.emptyBody, #"{"emptyBody":true}"#),
        (.truncatedBody, #"{"truncatedBody":true}"#),
        (.truncatedBody(after: 9), #"{"truncatedBody":{"afterBytes":9}}"#),
        (.malformedBody, #"{"malformedBody":true}"#), (.patch(["$.a": false]), #"{"patch":{"$.a":false}}"#),
        (.contentType("text/html"), #"{"contentType":"text/html"}"#), (.withoutVersion, #"{"withoutVersion":true}"#),
        (.withoutHeaders("x-request-id"), #"{"withoutHeaders":["x-request-id"]}"#), (.drop, #"{"drop":"before"}"#),
        (.dropWithin, #"{"drop":"within"}"#), (.drop(after: 7), #"{"drop":{"afterBytes":7}}"#),
        (.with("status", 418), #"{"status":418}"#),
    ]

    @Test func `An action is what the console reads, and the console takes it`() async throws {
        try await MockUEM.started { mock in
            for (action, json) in Self.actions {
                #expect("\(action)" == json)
                let encoded = try JSONValue(json: JSONEncoder().encode(action))
                #expect("\(encoded)" == json)
                try await mock.fault(action, on: .path("/nothing"))
            }
            #expect(try await mock.faults().count == Self.actions.count)
            try await mock.removeFaults()
            #expect(try await mock.faults().isEmpty)
        }
    }

    @Test func `The console has each preset`() async throws {
        try await MockUEM.started { mock in
            for preset in FaultPreset.allCases { try await mock.fault(preset) }
            let there = try await mock.call("GET", "/_mock/faults/presets")["items"]?.array.map {
                $0["name"]?.string
            }
            #expect(there == FaultPreset.allCases.map(\.rawValue))
        }
    }

    @Test func `A fault acts as often as it says`() async throws {
        try await MockUEM.started { mock in
            try await TestedApp.signedIn(at: mock.access) { app in
                let fault = try await mock.fault(
                    .status(500), on: .path("/**beacon**"), .times(2, skipping: 1), name: "two beacons")
                #expect(fault.state == "active" && fault.hits == 0 && fault.name == "two beacons")
                var outcomes: [Bool] = []
                for _ in 1...4 {
                    do {
                        try await app.sendBeacon(app.beacon())
                        outcomes.append(true)
                    } catch is ClientFailure { outcomes.append(false) }
                }
                #expect(outcomes == [true, false, false, true])
                let spent = try await mock.fault(fault.id)
                #expect(spent.state == "spent" && spent.hits == 2 && spent.seen >= 3)
                try await mock.verify(.any.fault("two beacons").status(500), exactly: 2)
                #expect(
                    try await mock.journal(.any.fault("two beacons")).map(\.fault) == ["two beacons", "two beacons"])
            }
        }
    }

    @Test func `A percentage with a seed chooses the same requests again`() async throws {
        var rows: [[Int]] = []
        for _ in 1...2 {
            rows.append(
                try await MockUEM.started { mock in
                    try await mock.fault(
                        .status(500), on: .path("/**beacon**"), .percentage(50, seed: 7, longestRow: 2))
                    try await TestedApp.signedIn(at: mock.access) { app in
                        for _ in 1...20 { try? await app.sendBeacon(app.beacon()) }
                    }
                    return try await mock.journal(.path("/**beacon**")).map(\.status)
                })
        }
        #expect(rows[0] == rows[1] && Set(rows[0]) == [200, 500] && rows[0].count == 20)
        #expect(!rows[0].split(separator: 200).contains { $0.count > 2 })
    }

    @Test func `A fault lasts as long as its closure, or until it is taken away`() async throws {
        struct Failure: Error {}
        try await MockUEM.started { mock in
            try await TestedApp.signedIn(at: mock.access) { app in
                try await mock.withFault(.drop, on: .path("/**beacon**")) {
                    await #expect(throws: (any Error).self) { try await app.sendBeacon(app.beacon()) }
                }
                try await app.sendBeacon(app.beacon())
                await #expect(throws: Failure.self) { try await mock.withFault(.status(503)) { throw Failure() } }
                try await app.sendBeacon(app.beacon())
                let fault = try await mock.fault(.status(503))
                try await mock.removeFault(fault)
                try await app.sendBeacon(app.beacon())
            }
        }
    }
}
