import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Requests are counted by day, and told in every answer (AdminAPI, "Quota").
struct RequestQuotaTests {
    /// 2026-03-06T00:00:00Z, the midnight after the test clock's start.
    private static let midnight = 1_772_755_200

    /// The three headers as numbers; nil if one is missing or none.
    private static func figures(_ answer: TestResponse) -> [Int]? {
        let values = [HTTPField.Name.rateLimit, .rateLimitRemaining, .rateLimitReset].compactMap {
            answer.headers[$0].flatMap { Int($0) }
        }
        return values.count == 3 ? values : nil
    }

    @Test func `Every answer below api tells limit, rest and when the next day begins`() async throws {
        try await withConsole { console in
            let first = try await console.admin(.get, "/api/system/info")
            #expect(Self.figures(first) == [1_000_000, 999_999, Self.midnight])
            let second = try await console.admin(.get, "/API/v1/system/info")
            #expect(Self.figures(second) == [1_000_000, 999_998, Self.midnight])
            let below = try await console.admin(.get, "/_mock/devices")
            #expect(Self.figures(below) == nil)
        }
    }

    @Test func `Refusals tell them too`() async throws {
        try await withConsole([\.adminSignInFailures: "1"]) { console in
            let basic = TestConsole.basic("admin", "admin")
            for (headers, status) in [
                ([:], 401), (["Authorization": "Bearer x"], 401), (["Authorization": "Bearer x"], 429), (basic, 403),
                (basic.merging(["aw-tenant-code": "x"]) { $1 }, 403),
            ] {
                let answer = try await console.send(.get, "/api/system/info", headers: headers)
                #expect(answer.status.code == status)
                #expect(Self.figures(answer) == [1_000_000, 1_000_000, Self.midnight], "\(status)")
            }
        }
    }

    @Test func `Beyond the quota requests are refused until midnight UTC`() async throws {
        try await withConsole([\.adminDailyQuota: "2"]) { console in
            for rest in [1, 0] {
                let answer = try await console.admin(.get, "/api/system/info")
                #expect(answer.status == .ok && Self.figures(answer) == [2, rest, Self.midnight])
            }
            let refused = try await console.admin(.get, "/api/system/info")
            #expect(refused.status == .tooManyRequests)
            #expect(Self.figures(refused) == [2, 0, Self.midnight])
            let left = Self.midnight - Int(TestClock.start.seconds)
            #expect(refused.headers[.retryAfter] == "\(left)")
            #expect(try refused.json()["errorCode"] as? Int == 429)
            #expect(try await console.admin(.get, "/_mock/devices").status == .ok)
            console.clock.advance(seconds: Int64(left))
            let next = try await console.admin(.get, "/api/system/info")
            #expect(next.status == .ok && Self.figures(next) == [2, 1, Self.midnight + 86_400])
        }
    }

    @Test func `API keys and clients are counted each for itself, whoever uses the key`() async throws {
        try await withConsole { console in
            let key = try await console.make("/_mock/api-keys", #"{"name":"k","group":"demo"}"#)
            let local = try await console.administrator(of: "demo")
            for basic in [TestConsole.basic("admin", "admin"), local] {
                let headers = basic.merging(["aw-tenant-code": key["key"] ?? ""]) { $1 }
                #expect(try await console.status(.get, "/api/system/info", headers) == 200)
            }
            let seeded = TestConsole.basic("admin", "admin")
                .merging(["aw-tenant-code": console.console.credentials.tenantCode]) { $1 }
            let first = try await console.send(.get, "/api/system/info", headers: seeded)
            #expect(Self.figures(first)?[1] == 999_999)
            let client = try await console.send(.get, "/api/system/info", headers: try await console.clientHeaders())
            #expect(Self.figures(client)?[1] == 999_999)
            let shown = try await console.adminJSON("/_mock/api-keys/\(key["uuid"] ?? "")")
            #expect(shown["requestsToday"] as? Int == 2)
        }
    }

    @Test func `Without a quota the figures are numbers all the same`() async throws {
        try await withConsole([\.adminDailyQuota: "0"]) { console in
            let answer = try await console.admin(.get, "/api/system/info")
            #expect(Self.figures(answer) == [Int(Int32.max), Int(Int32.max) - 1, Self.midnight])
        }
    }

    @Test func `Only so many accounts are counted, those that ask most stay`() {
        let quota = RequestQuota(limit: 5, clock: TestClock().consoleClock, capacity: 10)
        for _ in 0..<3 { _ = quota.count(.apiKey(1)) }
        for id in 2..<100 { _ = quota.count(.apiKey(Int64(id))) }
        #expect(quota.used(.apiKey(1)) == 3)
        #expect((1..<100).count { quota.used(.apiKey(Int64($0))) > 0 } == 10)
        for _ in 0..<5 { _ = quota.count(.apiKey(1)) }
        #expect(quota.count(.apiKey(1)).isExceeded && quota.used(.apiKey(1)) == 5)
    }
}
