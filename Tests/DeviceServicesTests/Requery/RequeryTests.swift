import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleTestSupport

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

    @Test(arguments: ["apps", "applist2", "%20", "applist%00", "-"])
    func `Anything else is answered as if there were none`(what: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(try await answer(what, client, console).status == 404)
            #expect(try await console.eventRows("action=device.requeried").isEmpty)
        }
    }
}
