import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Registrations of devices, deleted several at once (AdminRegistrations, "Deleting registrations").
struct RegisteredDeviceDeletionTests {
    private static let root = "system/users/registereddevices"

    /// Registers three devices of the demo user.
    private static func with(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole { console in
            let user = try #require(
                try await console.parts.value("SELECT id FROM enrollmentUser WHERE username = 'demo'", Int64.self))
            for number in 1...3 {
                let answer = try await console.api.call(
                    .post, "system/users/\(user)/registerdevice",
                    """
                    {"FriendlyName":"d\(number)","SerialNumber":"SERIAL\(number)","AssetNumber":"ASSET\(number)",
                     "Udid":"\(udid(number))","PlatformId":2}
                    """)
                #expect(answer.status == .ok, "\(answer.text)")
            }
            try await body(console)
        }
    }

    private static func udid(_ number: Int) -> String { String(repeating: "a", count: 39) + String(number) }

    private static func count(_ console: TestConsole, _ table: String) async throws -> Int {
        try await console.parts.value("SELECT COUNT(*) FROM \(table)", Int.self) ?? 0
    }

    private static func delete(_ caller: APICaller, _ path: String, _ values: [String]) async throws -> [String: Any] {
        let answer = try await caller.call(.post, "\(root)/\(path)", #"{"BulkValues":{"Value":\#(values)}}"#)
        #expect(answer.status == .ok, "\(answer.text)")
        return try answer.json()
    }

    @Test(
        arguments: [
            ("delete?searchby=SerialNumber", "serial1", "SERIAL9"), ("delete?searchby=Udid", "UDID", "b"),
            ("delete?searchby=assetnumber", "ASSET1", "SERIAL1"), ("deletebyassetnumber", "asset1", "x"),
            ("deletebyserialnumber", "SERIAL1", "ASSET1"), ("deletebyudid", "UDID", "SERIAL1"),
        ])
    func `Registrations go with their tokens and devices, and unknown values are faults`(
        path: String, value: String, unknown: String
    ) async throws {
        try await Self.with { console in
            let value = value == "UDID" ? Self.udid(1) : value
            let (tokens, devices) = (
                try await Self.count(console, "enrollmentToken"), try await Self.count(console, "device")
            )
            let body = try await Self.delete(console.api, path, [value, unknown])
            #expect(body["TotalItems"] as? Int == 2 && body["AcceptedItems"] as? Int == 1)
            let faults = (body["Faults"] as? [String: Any])?["Fault"] as? [[String: Any]]
            #expect(faults?.first?["ItemValue"] as? String == unknown && faults?.first?["ErrorCode"] as? Int == 404)
            #expect(try await Self.count(console, "deviceRegistration") == 2)
            #expect(try await Self.count(console, "enrollmentToken") == tokens - 1)
            #expect(try await Self.count(console, "device") == devices - 1)
        }
    }

    @Test func `A user narrows what is deleted`() async throws {
        try await Self.with { console in
            let other = try await Self.delete(
                console.api, "delete?searchby=Serialnumber&username=nobody", ["SERIAL1"])
            #expect(other["FailedItems"] as? Int == 1)
            let own = try await Self.delete(console.api, "delete?searchby=Serialnumber&username=DEMO", ["SERIAL1"])
            #expect(own["AcceptedItems"] as? Int == 1)
        }
    }

    @Test func `An administrator of another group deletes nothing, and what is no request is refused`() async throws {
        try await Self.with { console in
            let made = try await console.api.call(
                .post, "system/groups/7", #"{"Name":"Elsewhere","GroupId":"elsewhere","LocationGroupType":"Customer"}"#)
            #expect(made.status == .ok, "\(made.text)")
            let foreign = try await console.api(.consoleAdministrator, of: "elsewhere")
            #expect(try await Self.delete(foreign, "deletebyudid", [Self.udid(1)])["FailedItems"] as? Int == 1)
            #expect(try await Self.count(console, "deviceRegistration") == 3)
            let body = #"{"BulkValues":{"Value":["x"]}}"#
            for query in ["", "?searchby=", "?searchby=Shoe"] {
                #expect(
                    try await console.api.call(.post, "\(Self.root)/delete\(query)", body).status
                        == .unprocessableContent)
            }
            for path in ["delete?searchby=Udid", "deletebyudid"] {
                #expect(try await console.api.call(.post, "\(Self.root)/\(path)", "{}").status == .badRequest)
            }
        }
    }
}
