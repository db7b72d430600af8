import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Pins as clients ask for them, and reports that one did not match (DeviceServices, section 20).
struct PinningTests {
    private static let registry = "/autodiscovery/HostRegistry.aws"
    private static let trustService = "/deviceservices/TrustService/SSLPinning/Settings"
    private static let reports = "/DeviceServices/CertificatePinningReportingEndpoint"

    private func setPins(_ pins: String, of group: String, _ console: TestConsole) async throws {
        let answer = try await console.admin(.patch, "/_mock/groups/\(group)/settings", text: "{\"sslPins\":\(pins)}")
        #expect(answer.status == .ok, "\(answer.text)")
    }

    private func ownPins(_ client: SimulatedClient) async throws -> String {
        let headers = [("deviceType", "2"), ("aw-auth-device-uid", "somebody-else")]
        let request = ClientRequest(
            method: "GET", target: "/deviceservices/CertificatePinningEndpoint",
            headers: headers.map { (name: $0.0, value: $0.1) })
        let answer = try await client.sendAuthenticated(request)
        #expect(answer.status == 200)
        return answer.text
    }

    @Test func `A device gets the pins of its group, which are inherited and overridden`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(try await ownPins(client) == "{}")
            try await setPins(#"["UEM.example.test=3082010A"]"#, of: "global", console)
            #expect(try await ownPins(client) == #"{"uem.example.test":["3082010a"]}"#)
            try await setPins(#"["a.test=00","b.test=01","a.test=02"]"#, of: "demo", console)
            #expect(try await ownPins(client) == #"{"a.test":["00","02"],"b.test":["01"]}"#)
            try await setPins("[]", of: "demo", console)
            #expect(try await ownPins(client) == "{}")
        }
    }

    @Test func `The switch of a group takes its pins away and gives them back`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let pins = #"{"a.test":["00"]}"#
            try await setPins(#"["a.test=00"]"#, of: "global", console)
            for (value, group, expected) in [
                ("true", "demo", pins), ("false", "demo", "{}"), ("null", "demo", pins), ("false", "global", "{}"),
                ("true", "demo", pins), ("null", "global", pins),
            ] {
                let change = "{\"sslPinning\":\(value)}"
                let answer = try await console.admin(.patch, "/_mock/groups/\(group)/settings", text: change)
                #expect(answer.status == .ok, "\(answer.text)")
                #expect(try await ownPins(client) == expected, "\(value) at \(group)")
            }
        }
    }

    @Test(arguments: [registry, trustService])
    func `Who is not known gets the topmost pins, else those of a customer whose switch is on`(
        path: String
    ) async throws {
        try await withConsole { console in
            func set(_ value: String, at group: String) async throws {
                let change = "{\"sslPinning\":\(value)}"
                let answer = try await console.admin(.patch, "/_mock/groups/\(group)/settings", text: change)
                #expect(answer.status == .ok)
            }
            func pins() async throws -> String { try await console.send(.get, "\(path)?URL=a.test").text }
            try await setPins(#"["a.test=00"]"#, of: "global", console)
            try await setPins(#"["a.test=01"]"#, of: "demo", console)
            #expect(try await pins() == #"{"a.test":["00"]}"#)
            try await set("false", at: "global")
            #expect(try await pins() == "{}", "demo inherits the switch")
            try await set("true", at: "demo")
            #expect(try await pins() == #"{"a.test":["01"]}"#)
            try await set("false", at: "demo")
            #expect(try await pins() == "{}")
            // A group that inherits the pins and switches pinning on itself has them in force.
            try await set("true", at: "appreview")
            #expect(try await pins() == #"{"a.test":["00"]}"#)
        }
    }

    @Test func `The environment file knows the switch`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await setPins(#"["a.test=00"]"#, of: "global", console)
            let off =
                "version: 1\norganizationGroups:\n  - {path: global}\n  - {path: global/demo, settings: {sslPinning: false}}"
            #expect(try await console.importEnvironment(off).status == .ok)
            #expect(try await ownPins(client) == "{}")
            let file = try await console.admin(.get, "/_mock/environment").text
            #expect(file.contains("sslPinning: false"))
            let wrong = try await console.importEnvironment(off.replacing("false", with: "maybe"))
            #expect(wrong.status.code >= 400 && wrong.text.contains("sslPinning"), "\(wrong.text)")
        }
    }

    @Test func `A device's own pins ask for a credential`() async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, "/deviceservices/CertificatePinningEndpoint")
            #expect(answer.status == .unauthorized)
        }
    }

    @Test func `Trust settings lead to the trust service of this console`() async throws {
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            let answer = try await console.send(.get, "/deviceservices/trustservicesettings")
            #expect(answer.text == #"{"Uri":"https://uem.example.test/deviceservices/TrustService"}"#)
        }
    }

    @Test(arguments: [registry, trustService])
    func `Who is not known gets the pins that all customers have who have any for the host`(
        path: String
    ) async throws {
        try await withConsole { console in
            try await setPins(#"["uem.example.test=AA","other.test=BB"]"#, of: "demo", console)
            try await setPins(
                #"["example.test=CC","uem.example.test=AA","uem.example.test=DD"]"#, of: "appreview", console)
            for (url, expected) in [
                ("uem.example.test", #"{"uem.example.test":["aa"]}"#),
                ("https%3A%2F%2FUEM.example.test%3A443%2Fx", #"{"uem.example.test":["aa"]}"#),
                ("a.example.test", #"{"example.test":["cc"]}"#),
                ("other.test", #"{"other.test":["bb"]}"#), ("nobody.test", "{}"), ("127.0.0.1", "{}"),
            ] {
                let answer = try await console.send(.get, "\(path)?URL=\(url)")
                #expect(answer.status == .ok)
                #expect(answer.text == expected, "\(url)")
            }
            for query in ["", "?URL=", "?URL=a%20b", "?URL=%5B%3A%3A1%5D", "?other=x"] {
                #expect(try await console.send(.get, path + query).status == .badRequest, "\(query)")
            }
        }
    }

    @Test func `No customer adds a key to the pins that another's devices fetch`() async throws {
        try await withConsole { console in
            func pins() async throws -> String {
                try await console.send(.get, "\(Self.registry)?URL=uem.example.test").text
            }
            try await setPins(#"["uem.example.test=AA"]"#, of: "demo", console)
            #expect(try await pins() == #"{"uem.example.test":["aa"]}"#)
            try await setPins(#"["uem.example.test=EE","example.test=EE"]"#, of: "appreview", console)
            #expect(try await pins() == "{}")
            try await setPins(#"["uem.example.test=BB"]"#, of: "global", console)
            #expect(try await pins() == #"{"uem.example.test":["bb"]}"#)
        }
    }

    @Test func `More reports of one network than sixty in a minute are refused`() async throws {
        try await withConsole { console in
            func report() async throws -> TestResponse {
                try await console.send(.get, "\(Self.reports)?url=a.test")
            }
            for _ in 0..<PinReportLimiter.reports { #expect(try await report().status == .ok) }
            let refused = try await report()
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "60")
            #expect(try await console.adminJSON("/_mock/pin-reports?pageSize=1")["total"] as? Int == 60)
            console.clock.advance(seconds: 60)
            #expect(try await report().status == .ok)
        }
    }

    @Test func `A report is kept with the device it claims to come from`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let claim = ["deviceType": "2", "aw-device-uis": client.device.value.uppercased()]
            let answer = try await console.send(.get, "\(Self.reports)?url=UEM.example.test", headers: claim)
            #expect(answer.status == .ok && answer.text == "{}")
            _ = try await console.send(.get, "\(Self.reports)?url=b.test", headers: ["aw-device-uis": "unheard-of"])
            _ = try await console.send(.get, "\(Self.reports)?url=c.test", headers: ["aw-device-uis": "a b"])
            _ = try await console.send(.get, "\(Self.reports)?url=d.test")
            let items = try await items("/_mock/pin-reports", console)
            #expect(items.map { $0["host"] as? String } == ["d.test", "c.test", "b.test", "uem.example.test"])
            #expect(items.map { $0["claimedDevice"] as? String } == [nil, nil, "unheard-of", client.device.value])
            #expect(items.map { $0["device"] as? String } == [nil, nil, nil, client.device.value])
            #expect(items.last?["user"] as? String == "demo" && items.last?["group"] as? String == "demo")
            #expect(try await self.items("/_mock/pin-reports?host=B.test", console).count == 1)
            #expect(try await self.items("/_mock/pin-reports?text=unheard", console).count == 1)
            #expect(try await self.items("/_mock/devices/\(client.device)/pin-reports", console).count == 1)
            let local = try await console.administrator(of: "demo")
            let seen = try await console.send(.get, "/_mock/pin-reports", headers: local)
            #expect(try seen.json()["total"] as? Int == 1)
        }
    }

    @Test func `A report without a host is refused and nothing is kept`() async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, Self.reports)
            #expect(answer.status == .badRequest)
            #expect(try await console.send(.get, "\(Self.reports)?url=a%20b").status == .badRequest)
            #expect(try await items("/_mock/pin-reports", console).isEmpty)
        }
    }

    @Test func `Reports are bounded, deleted, and outlive their device`() async throws {
        try await withConsole([\.retentionPinReports: "3"]) { console in
            let client = try await console.signedInDevice()
            for number in 1...5 {
                let headers = ["aw-device-uis": client.device.value]
                _ = try await console.send(.get, "\(Self.reports)?url=host\(number).test", headers: headers)
            }
            #expect(try await items("/_mock/pin-reports", console).count == 3)
            #expect(try await console.admin(.delete, "/_mock/pin-reports?host=host5.test").deletedCount == 1)
            try await console.execute("DELETE FROM device")
            let left = try await items("/_mock/pin-reports", console)
            #expect(left.map { $0["host"] as? String } == ["host4.test", "host3.test"])
            #expect(left.allSatisfy { $0["device"] == nil && $0["claimedDevice"] != nil })
        }
    }

    private func items(_ target: String, _ console: TestConsole) async throws -> [[String: Any]] {
        try await console.adminJSON(target)["items"] as? [[String: Any]] ?? []
    }
}
