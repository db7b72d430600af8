import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// What needs certificates says that it is not configured (decision 18).
struct NotConfiguredTests {
    @Test(arguments: DeviceRoute.notConfigured)
    func `The answer is 404 with the version and a sentence`(route: DeviceRoute) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let answer = try await console.send(try route.request(client), as: client)
            #expect(answer.status == 404)
            #expect(answer.headers["x-aw-version"] == "24.10.0.0")
            #expect((answer.json["message"] as? String)?.contains("not configured") == true)
        }
    }

    @Test func `The check-in is found behind a doubled slash`() async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, "//DeviceServices/ConnectionEndpoint.aws/v2?deviceType=2&uid=ab")
            #expect(answer.status == .notFound)
            #expect(answer.text.contains("secure channel is not configured"))
        }
    }

    @Test func `A proxy certificate is answered as a server problem, signed or not`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            var login = LoginRequest(device: client.device, bundle: client.bundle)
            login.username = ""
            login.password = ""
            login.activationCode = ""
            login.authenticationType = .certificate
            let request = ClientRequest(
                method: "POST", target: "/deviceservices/AuthenticationEndpoint.aws", body: try login.encoded())
            for sent in [request, try console.authenticated(request, as: client)] {
                let answer = try await console.send(sent)
                #expect(answer.status == 200)
                #expect(answer.json["StatusCode"] as? String == "AUTH-1007")
            }
        }
    }
}
