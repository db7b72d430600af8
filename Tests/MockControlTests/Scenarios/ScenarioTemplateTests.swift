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

/// Scenarios to begin with, as clients meet them.
struct ScenarioTemplateTests {
    @Test func `The list of templates says what can be said about each`() async throws {
        try await withConsole { console in
            let items = try #require(
                try await console.adminJSON("/_mock/scenarios/templates")["items"] as? [[String: Any]])
            #expect(
                items.compactMap { $0["name"] as? String } == ["certificate-pending", "wipe", "commands-in-order"])
            let parameters = try #require(items.first?["parameters"] as? [[String: Any]])
            #expect(parameters.compactMap { $0["name"] as? String } == ["pending", "pkcs12", "password"])
            #expect(parameters[0]["default"] as? String == "2" && parameters[1]["default"] == nil)
        }
    }

    @Test func `A certificate is asked for three times before it is issued`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await console.scenario(
                """
                template: certificate-pending
                name: slow authority
                parameters: {pending: 2, pkcs12: MIIC, password: secret}
                """)
            let request = ClientRequest(
                method: "POST",
                target:
                    "/deviceservices/awmdmsdk/v3/certificateservice/requestcertificate/certificateissuer/ab-1?token=t")
            var bodies: [String] = []
            for _ in 0..<4 {
                let answer = try await device.sendAuthenticated(request)
                #expect(answer.status == 200 && answer.headers["content-type"] == "application/json; charset=utf-8")
                bodies.append(String(decoding: answer.body, as: UTF8.self))
            }
            let pending = #"{"ResponseType":"Pending"}"#
            let issued = #"{"Password":"secret","Pkcs12":"MIIC","ResponseType":"Certificate"}"#
            #expect(bodies == [pending, pending, issued, issued])
        }
    }

    @Test func `A device is enrolled, then its wipe is pending, then it is un-enrolled`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await console.scenario("{template: wipe, parameters: {enrolled: 2, pending: 1}}")
            #expect(try await device.user().userName == "demo")
            var states: [EnrollmentStatus?] = []
            for _ in 0..<2 { states.append(try await device.status()?.enrollmentStatus) }
            let refused = try await device.sendAuthenticated(TestConsole.getUser)
            #expect(refused.status == 403, "a credential ends with the wipe")
            for _ in 0..<3 { states.append(try await device.status()?.enrollmentStatus) }
            #expect(states == [.enrolled, .enrolled, .enterpriseWipePending, .unenrolled, .unenrolled])
            let other = try await console.signedInDevice("ffff")
            #expect(try await other.status()?.enrollmentStatus == .enrolled)
            let report = try #require(try await device.status())
            #expect(
                report.groupCode == "demo" && report.locationGroup == "Demo", "all but the status is the console's own")
        }
    }

    @Test func `Commands come in order, each once the one before is acknowledged`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await console.scenario(
                """
                template: commands-in-order
                parameters:
                  commands: [RequestProfiles, {RequestType: UploadLogs, LogLevel: 1, LogPeriod: 0}, DeviceLockSso]
                """)
            let first = try #require(try await device.idle())
            #expect(first.requestType == "RequestProfiles")
            #expect(try await device.idle() == first, "not acknowledged yet")
            #expect(try await device.process(acknowledgement(.notNow, first.uuid, device)) == nil)
            let second = try #require(try await device.process(acknowledgement(.acknowledged, first.uuid, device)))
            #expect(second.requestType == "UploadLogs" && second.command["LogLevel"] == .integer(1))
            #expect(try await device.process(acknowledgement(.acknowledged, first.uuid, device)) == nil)
            let third = try #require(try await device.process(acknowledgement(.error, "", device)))
            #expect(third.requestType == "DeviceLockSso")
            #expect(try await device.process(acknowledgement(.acknowledged, third.uuid, device)) == nil)
            #expect(try await device.idle() == nil)
            let shown = try await console.adminJSON("/_mock/scenarios/commands-in-order")
            #expect((shown["keys"] as? [[String: Any]])?.first?["state"] as? String == "done", "\(shown)")
        }
    }

    private func acknowledgement(
        _ status: CommandStatus, _ uuid: String, _ device: SimulatedClient
    ) -> ProcessorMessage {
        ProcessorMessage(
            status: status, device: device.device, commandUUID: uuid, requestor: uuid.isEmpty ? "" : device.bundle.value
        )
    }

    @Test func `A command of a scenario has the bytes of one of the console`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            let idle = ProcessorMessage(status: .idle, device: device.device, requestor: device.bundle.value)
            let request = ClientRequest(
                method: "POST", target: "/deviceservices/awmdmsdk/v3/processor", body: try idle.encoded())
            try await console.scenario("{template: commands-in-order, parameters: {commands: [DeviceLockSso]}}")
            let made = try await device.sendAuthenticated(request)
            let message = try CommandMessage(propertyList: made.body)
            #expect(made.body == (try CommandMessage.lock(uuid: message.uuid).encoded()))
            #expect(made.headers["content-type"] == "text/xml; charset=utf-8")
        }
    }
}
