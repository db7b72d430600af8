import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport

/// Where users find help (DeviceServices, section 21).
struct SupportTests {
    @Test func `Without a help desk the texts are empty, and that is no error`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let answer = try await console.send(DeviceRoute.supportInfo.request(client), as: client)
            #expect(
                answer.text == #"{"d":{"Email":"","ErrorMessage":"","HasErrors":false,"Telephone":""}}"#)
        }
    }

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `The help desk is that of the device's group, or of the nearest one above`(scheme: SimulatedClient.Scheme)
        async throws
    {
        try await withConsole { console in
            let client = try await console.signedInDevice(scheme: scheme)
            _ = try await console.admin(
                .patch, "/_mock/groups/global/settings", text: #"{"supportEmail":"a@x.test","supportPhone":"+1 555"}"#)
            #expect(try await client.supportInfo() == SupportAnswer(email: "a@x.test", telephone: "+1 555"))
            _ = try await console.admin(
                .patch, "/_mock/groups/demo/settings", text: #"{"supportEmail":"b@x.test"}"#)
            #expect(try await client.supportInfo() == SupportAnswer(email: "b@x.test", telephone: "+1 555"))
        }
    }

    @Test func `Another's device is answered as if there were none`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            var request = try DeviceRoute.supportInfo.request(client)
            request.body = try SupportRequest(device: #require(DeviceIdentifier("ffff"))).encoded()
            #expect(try await console.send(request, as: client).status == 404)
        }
    }
}
