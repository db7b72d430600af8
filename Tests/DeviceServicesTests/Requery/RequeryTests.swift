import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Queries through device management that apps ask for (DeviceServices, section 24).
struct RequeryTests {
    private func answer(_ what: String, _ client: SimulatedClient, _ console: TestConsole) async throws
        -> ClientResponse
    {
        let request = try DeviceRoute.requery.with(\.captures, ["what": what]).request(client)
        return try await console.send(request, as: client)
    }

    @Test(arguments: RequerySubject.allCases)
    func `A managed device is queried, another one cannot be`(subject: RequerySubject) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(try await answer(subject.rawValue, client, console).text == "{\"Status\":1}")
            _ = try await console.change(client.device.value, #"{"isManaged":true}"#)
            #expect(try await answer(subject.rawValue.uppercased(), client, console).text == "{\"Status\":0}")
            #expect(try await client.requery(subject))
            let events = try await console.eventRows("action=device.requeried")
            let told = events.map { ($0["after"] as? [String: Any])?["status"] as? String }
            #expect(told == ["0", "0", "1"])
            #expect((events.first?["after"] as? [String: Any])?["what"] as? String == subject.rawValue)
        }
    }

    @Test(
        arguments: [
            (.appList, "InstalledApplicationList"), (.deviceInfo, "DeviceInformation"),
            (.profilesInfo, "RequestProfiles"),
            (.securityInfo, "SecurityInfo"),
        ] as [(RequerySubject, String)])
    func `The query is queued for the app that asks, and what it answers is shown`(
        subject: RequerySubject, requestType: String
    ) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(try await answer(subject.rawValue, client, console).text == "{\"Status\":1}")
            #expect(try await client.idle() == nil)
            _ = try await console.change(client.device.value, #"{"isManaged":true}"#)
            #expect(try await client.requery(subject))
            let command = try #require(try await client.idle())
            #expect(command.requestType == requestType)
            var message = ProcessorMessage(
                status: .acknowledged, device: client.device, commandUUID: command.uuid, requestor: client.bundle.value)
            message.further = ["QueryResponses": .dictionary(["OSVersion": .string("17.3"), "Count": .integer(2)])]
            #expect(try await client.process(message) == nil)
            let path = "/_mock/devices/\(client.device)/commands?requery=\(subject.rawValue)"
            let shown = try #require((try await console.adminJSON(path)["items"] as? [[String: Any]])?.first)
            #expect(shown["requery"] as? String == subject.rawValue && shown["requestType"] as? String == requestType)
            #expect(shown["status"] as? String == "acknowledged")
            let response = (shown["result"] as? [String: Any])?["response"] as? [String: Any]
            let values = try #require(response?["QueryResponses"] as? [String: Any])
            #expect(values["OSVersion"] as? String == "17.3" && values["Count"] as? Int == 2)
            let events = try await console.eventRows("action=device.requeried")
            #expect((events.first?["after"] as? [String: Any])?["command"] as? String == command.uuid)
        }
    }

    @Test func `A query that waits is not queued again, and one that was answered is`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            _ = try await console.change(client.device.value, #"{"isManaged":true}"#)
            for _ in 0..<3 { #expect(try await client.requery(.deviceInfo)) }
            #expect(try await client.requery(.appList))
            #expect(try await console.adminJSON("/_mock/commands")["total"] as? Int == 2)
            let first = try #require(try await client.idle())
            let second = try #require(try await client.answer(.acknowledged, first.uuid))
            #expect(try await client.answer(.error, second.uuid) == nil)
            #expect(try await client.requery(.deviceInfo))
            #expect(try await console.commandStatuses() == ["acknowledged", "error", "queued"])
            let wrong = try await console.admin(.get, "/_mock/commands?requery=apps")
            #expect(wrong.status == .badRequest && wrong.text.contains("securityinfo"))
        }
    }

    @Test func `A query nobody answers keeps no other command waiting`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            _ = try await console.change(client.device.value, #"{"isManaged":true}"#)
            #expect(try await client.requery(.securityInfo))
            #expect(try await client.idle()?.requestType == "SecurityInfo")
            try await console.queue(#"{"requestType":"RequestProfiles"}"#, for: client)
            let command = try #require(try await client.idle())
            #expect(command.requestType == "RequestProfiles")
            #expect(try await client.answer(.acknowledged, command.uuid)?.requestType == "SecurityInfo")
        }
    }

    @Test func `Its name can be another one, or none, with which nothing is queued`() async throws {
        let names: ConfigurationSettings = [\.requeryDeviceInfo: "Ask", \.requeryAppList: ""]
        try await withConsole(names) { console in
            let client = try await console.signedInDevice()
            _ = try await console.change(client.device.value, #"{"isManaged":true}"#)
            #expect(try await client.requery(.appList))
            #expect(try await client.idle() == nil)
            #expect(try await client.requery(.deviceInfo))
            #expect(try await client.idle()?.requestType == "Ask")
        }
    }

    @Test(arguments: ["apps", "applist2", "%20", "applist%00", "-"])
    func `Anything else is answered as if there were none`(what: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(try await answer(what, client, console).status == 404)
            #expect(try await console.eventRows("action=device.requeried").isEmpty)
        }
    }
}
