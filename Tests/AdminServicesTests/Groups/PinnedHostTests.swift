import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Hosts whose public keys clients pin (AdminGroups, "Pinned hosts").
struct PinnedHostTests {
    private static let base = "system/sslpinning"

    /// Adds a host to the group demo; its guid.
    private static func add(_ host: String, _ console: TestConsole) async throws -> String {
        let demo = try await console.groupID("demo")
        let answer = try await console.api.call(
            .post, "\(base)/pinnedhost",
            #"{"HostName":"\#(host)","OrganizationGroupId":\#(demo),"Required":true,"IsDeviceServices":true}"#)
        #expect(answer.status == .ok, "\(answer.text)")
        return try #require(try answer.json()["Id"] as? String)
    }

    private static func pin(
        _ certificate: String, for host: String, _ console: TestConsole
    ) async throws -> TestResponse {
        let body = try JSONSerialization.data(withJSONObject: ["HostGuid": host, "Certificate": certificate])
        return try await console.api.call(
            .post, "\(base)/pincertificate", String(decoding: body, as: UTF8.self))
    }

    private static func hosts(_ console: TestConsole, _ query: String = "") async throws -> [[String: Any]] {
        let answer = try await console.api.call(.get, "\(base)/pinnedhosts\(query)")
        #expect(answer.status == .ok, "\(answer.text)")
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [[String: Any]])
    }

    /// What a device of the group gets.
    private static func pins(_ device: SimulatedClient) async throws -> [String: [String]] {
        let request = ClientRequest(method: "GET", target: "/deviceservices/CertificatePinningEndpoint")
        return try JSONDecoder().decode(
            [String: [String]].self, from: try await device.sendAuthenticated(request).body)
    }

    @Test(arguments: [true, false])
    func `A certificate is pinned for a host, devices get its key, and it is taken away`(isPEM: Bool) async throws {
        try await withConsole { console in
            let made = CertificateSample.leaf
            let host = try await Self.add("Gateway.Example.Test", console)
            let text = isPEM ? made.pem : made.der.base64EncodedString()
            for count in [1, 0] {
                let answer = try await Self.pin(text, for: host, console)
                #expect(try answer.json()["ItemsAffected"] as? Int == count, "\(answer.text)")
            }
            let device = try await console.signedInDevice()
            #expect(try await Self.pins(device) == ["gateway.example.test": [made.publicKey]])

            let listed = try #require(try await Self.hosts(console, "?hostName=gateway").first)
            #expect(listed["CertPinningGuid"] as? String == host)
            #expect(listed["HostName"] as? String == "gateway.example.test")
            #expect(listed["Required"] as? Bool == true && listed["IsDeviceServices"] as? Bool == true)
            #expect(listed["LocationGroupId"] as? Int64 == (try await console.groupID("demo")))
            let certificate = try #require((listed["PinnedCerts"] as? [[String: Any]])?.first)
            #expect(certificate["SubjectName"] as? String == "CN=leaf")
            #expect(certificate["PublicKey"] as? String == made.publicKey)
            #expect(certificate["IsEnabled"] as? Bool == true)
            #expect(certificate["NotAfter"] is String && certificate["IssuerName"] is String)
            let thumbprint = try #require(certificate["Thumbprint"] as? String)
            #expect(try await Self.hosts(console, "?hostName=elsewhere").isEmpty)

            let body = #"{"HostGuid":"\#(host)","CertificateThumbprint":"\#(thumbprint.lowercased())"}"#
            #expect(try await console.api.call(.post, "\(Self.base)/unpincertificate", body).status == .ok)
            #expect(try await Self.pins(device).isEmpty)
            #expect(try await console.api.call(.post, "\(Self.base)/unpincertificate", body).status == .notFound)
        }
    }

    @Test func `A host that is switched off keeps its keys, which devices do not get`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let made = CertificateSample.leaf
            #expect(
                try await console.admin(
                    .patch, "/_mock/groups/demo/settings", text: #"{"sslPins":["a.test=00AA","b.test=01"]}"#
                ).status == .ok)
            let known = try await Self.hosts(console, "?organizationgroupid=\(demo)")
            #expect(known.map { $0["HostName"] as? String } == ["a.test", "b.test"])
            let host = try #require(known.first?["CertPinningGuid"] as? String)
            #expect(try await Self.pin(made.pem, for: host, console).status == .ok)
            let device = try await console.signedInDevice()
            let all = ["a.test": ["00aa", made.publicKey], "b.test": ["01"]]
            #expect(try await Self.pins(device) == all)

            let path = "\(Self.base)/disablepin/\(host)"
            #expect(try await console.api.call(.post, "\(path)/7", nil).status == .notFound)
            #expect(try await console.api.call(.post, "\(path)/\(demo)", nil).status == .ok)
            #expect(try await Self.pins(device) == ["b.test": ["01"]])
            let off = try #require(try await Self.hosts(console).first?["PinnedCerts"] as? [[String: Any]])
            #expect(off.map { $0["IsEnabled"] as? Bool } == [false, false])
            #expect(Set(off.compactMap { $0["PublicKey"] as? String }) == ["00aa", made.publicKey])

            #expect(try await console.api.call(.post, "\(Self.base)/enablepin/\(host)/\(demo)", nil).status == .ok)
            #expect(try await Self.pins(device).mapValues(Set.init) == all.mapValues(Set.init))
        }
    }

    @Test func `A group's pinning is switched off and on`() async throws {
        try await withConsole { console in
            let demo = try await console.groupUUID("demo")
            let host = try await Self.add("uem.example.test", console)
            #expect(try await Self.pin(CertificateSample.leaf.pem, for: host, console).status == .ok)
            let device = try await console.signedInDevice()
            #expect(try await console.api.call(.post, "\(Self.base)/disable/\(demo)", nil).status == .ok)
            #expect(try await Self.pins(device).isEmpty)
            #expect(try await console.api.call(.post, "\(Self.base)/enable/\(demo)", nil).status == .ok)
            #expect(try await Self.pins(device).count == 1)
        }
    }

    @Test func `A host is renamed with its keys, and deleted with them; the event log says so`() async throws {
        try await withConsole { console in
            let made = CertificateSample.leaf
            let host = try await Self.add("uem.example.test", console)
            #expect(try await Self.pin(made.pem, for: host, console).status == .ok)
            let device = try await console.signedInDevice()
            let path = "\(Self.base)/pinnedhost/\(host)"
            let change = #"{"HostName":"new.example.test","Required":false}"#
            #expect(try await console.api.call(.patch, path, change).status == .ok)
            #expect(try await Self.pins(device) == ["new.example.test": [made.publicKey]])
            #expect(try await console.api.call(.delete, path, nil).status == .ok)
            #expect(try await Self.pins(device).isEmpty)
            #expect(try await Self.hosts(console).isEmpty)
            #expect(try await console.api.call(.delete, path, nil).status == .notFound)
            let events = try await console.events("settings.updated").joined(separator: "\n")
            for summary in ["uem.example.test, required, device services", "new.example.test, device services"] {
                #expect(events.contains(summary), "\(events)")
            }
        }
    }

    @Test func `What cannot be is refused`() async throws {
        try await withConsole { console in
            let host = try await Self.add("uem.example.test", console)
            let other = try await Self.add("other.example.test", console)
            let refused: [(String, String, Int)] = [
                ("pinnedhost", "{}", 400), ("pinnedhost", #"{"HostName":"a b"}"#, 400),
                ("pinnedhost", #"{"HostName":"a.test","OrganizationGroupId":999}"#, 400),
                ("pinnedhost", #"{"HostName":"a.test","Required":"perhaps"}"#, 400),
                ("pincertificate", "{}", 400), ("pincertificate", #"{"HostGuid":"\#(host)"}"#, 400),
                ("pincertificate", #"{"HostGuid":"\#(host)","Certificate":"AAAA"}"#, 400),
                ("unpincertificate", #"{"HostGuid":"\#(host)","CertificateThumbprint":"00"}"#, 404),
                ("enable/999", "", 404), ("disablepin/x/7", "", 404), ("enable/x", "", 404),
            ]
            for (path, body, status) in refused {
                let answer = try await console.api.call(.post, "\(Self.base)/\(path)", body)
                #expect(answer.status.code == status, "\(path) \(body): \(answer.text)")
            }
            #expect(try await Self.pin(CertificateSample.leaf.pem, for: "x", console).status == .notFound)
            let again = try await console.api.call(
                .patch, "\(Self.base)/pinnedhost/\(other)", #"{"HostName":"UEM.example.test"}"#)
            #expect(again.status == .conflict, "\(again.text)")
            #expect(try await Self.hosts(console).count == 2)
        }
    }
}
