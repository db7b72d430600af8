import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport
@testable import MockConsole

/// An empty `Authorization` header is an absent one (AdminAPI, "Authentication"; DeviceServices, section 4).
struct EmptyAuthorizationTests {
    private static let empty: [String?] = [nil, "", " ", "\t "]

    /// What an answer says, without what differs between any two.
    private static func said(_ response: ClientResponse) throws -> [String] {
        let body = try JSONSerialization.jsonObject(with: response.body) as? [String: Any] ?? [:]
        let sentence = body["message"] as? String ?? ""
        return ["\(response.status)", sentence, response.headers["www-authenticate"] ?? ""]
    }

    @Test(arguments: ["/api/system/info", "/_mock/devices"])
    func `Administrators are asked for credentials as without the header`(target: String) async throws {
        try await withConsole { console in
            let request = ClientRequest(method: "GET", target: target)
            for value in Self.empty {
                let said = try Self.said(try await console.send(request.with("Authorization", value)))
                #expect(said[0] == "401" && said[1].contains("Send Basic credentials"))
                #expect(said[2].hasPrefix("Basic realm=") && !said[2].contains("invalid_token"))
            }
        }
    }

    @Test(arguments: [DeviceRoute.user, .beacon])
    func `Devices are asked for a signature or a token as without the header`(route: DeviceRoute) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let request = try route.request(client)
            let signed = try console.authenticated(request, as: client)
            for value in Self.empty {
                for request in [request, signed] {
                    let said = try Self.said(try await console.send(request.with("Authorization", value)))
                    #expect(said[0] == "401" && said[2] == "Bearer", "\(said)")
                }
            }
        }
    }

    @Test func `A route that asks nobody who they are answers with the header as without it`() async throws {
        try await withConsole { console in
            for target in ["/livez", "/deviceservices/awhealth", "/api/system/help/localjson"] {
                let request = ClientRequest(method: "GET", target: target)
                for value in Self.empty {
                    let answer = try await console.send(request.with("Authorization", value))
                    #expect(answer.status == 200, "\(target)")
                }
            }
        }
    }

    @Test(arguments: [SimulatedClient.Scheme.bearer, .signature], [true, false])
    func `An empty header beside the one that counts changes nothing`(
        scheme: SimulatedClient.Scheme, isFirst: Bool
    ) async throws {
        try await withConsole { console in
            func doubled(_ request: ClientRequest) -> ClientRequest {
                var request = request
                request.headers.insert(("Authorization", ""), at: isFirst ? 0 : request.headers.endIndex)
                return request
            }
            let client = try await console.signedInDevice(scheme: scheme)
            let own = try console.authenticated(try DeviceRoute.user.request(client), as: client)
            #expect(try await console.send(doubled(own)).status == 200)
            let token = "Bearer \(console.console.credentials.adminToken)"
            let devices = ClientRequest(method: "GET", target: "/_mock/devices", headers: [("Authorization", token)])
            #expect(try await console.send(doubled(devices)).status == 200)
        }
    }

    @Test func `Two headers that both say something are still one that is malformed`() async throws {
        try await withConsole { console in
            let token = "Bearer \(console.console.credentials.adminToken)"
            let headers = [("Authorization", token), ("Authorization", token)]
            let request = ClientRequest(method: "GET", target: "/_mock/devices", headers: headers)
            let answer = try await console.send(request)
            #expect(answer.status == 401)
        }
    }
}
