import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Managed configurations of public apps that are sent to devices (AdminStoreApplications, "Public applications").
struct AppConfigurationTests {
    private static let path = "mam/apps/public/SendApplicationConfiguration"
    private static let udid = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"

    /// Adds a public app and a device that is signed in; the app, and the uuid of the device.
    private static func prepare(_ console: TestConsole) async throws -> (app: TestApp, device: String) {
        let demo = try await console.groupID("demo")
        let answer = try await console.api.call(
            .post, "mam/apps/public",
            #"{"ApplicationName":"Chess","BundleId":"com.example.chess","Platform":"2","LocationGroupId":"\#(demo)"}"#)
        #expect(answer.status == .ok, "\(answer.text)")
        let body = try answer.json()
        let id = try #require((body["Id"] as? [String: Any])?["Value"] as? Int)
        _ = try await console.signedInDevice(udid)
        return (
            TestApp(id: Int64(id), uuid: try #require(body["Uuid"] as? String)), try await console.deviceUUID(udid)
        )
    }

    private static func give(_ app: TestApp, _ console: TestConsole, configuration: String) async throws {
        let uuid = try await console.smartGroupUUID()
        let rules = """
            {"assignments":[{"priority":0,"distribution":{"name":"A","smart_groups":["\(uuid)"]},
             "application_configuration":[\(configuration)]}],"excluded_smart_groups":[]}
            """
        let put = try await console.api.call(.put, "mam/apps/\(app.uuid)/assignment-rules", rules, version: 2)
        #expect(put.status == .accepted, "\(put.text)")
    }

    @Test func `An order is kept in the event log`() async throws {
        try await withConsole { console in
            let (app, device) = try await Self.prepare(console)
            try await Self.give(app, console, configuration: #"{"key":"server","value":"x","type":"STRING"}"#)
            let answer = try await console.api.call(
                .post, Self.path, #"{"ApplicationId":\#(app.id),"DeviceType":2,"deviceUuid":"\#(device)"}"#)
            #expect(answer.status == .accepted && answer.body.readableBytes == 0, "\(answer.text)")
            let events = try await console.adminJSON("/_mock/events?action=device.commandOrdered")
            #expect(events["total"] as? Int == 1 && "\(events)".contains("com.example.chess"))
        }
    }

    @Test func `A device that gets no configuration is refused`() async throws {
        try await withConsole { console in
            let (app, device) = try await Self.prepare(console)
            func send(_ id: Int64, _ device: String, _ type: String = "2") async throws -> TestResponse {
                try await console.api.call(
                    .post, Self.path, #"{"ApplicationId":\#(id),"DeviceType":"\#(type)","deviceUuid":"\#(device)"}"#)
            }
            try expectRefusal(try await send(app.id, device), 400, number: 400, saying: "not assigned")
            try await Self.give(app, console, configuration: "")
            try expectRefusal(try await send(app.id, device), 400, number: 400, saying: "no configuration")
            try expectRefusal(try await send(app.id, device, "5"), 400, number: 400, saying: "Device not found")
            try expectRefusal(try await send(app.id, device, "Toaster"), 400, number: 400, saying: "DeviceType")
            try expectRefusal(try await send(app.id, app.uuid), 400, number: 400, saying: "Device not found")
            try expectRefusal(try await send(999, device), 401, number: 7000)
            for body in ["", "{}", #"{"ApplicationId":1}"#, #"{"deviceUuid":"x"}"#] {
                try expectRefusal(try await console.api.call(.post, Self.path, body), 400, number: 400)
            }
        }
    }
}
