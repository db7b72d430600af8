import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleTestSupport

/// What a client asks about its device and user (DeviceServices, sections 9 and 10).
struct StatusTests {
    private func settings(_ console: TestConsole, _ client: SimulatedClient) async throws -> [String: String] {
        let response = try await console.send(DeviceRoute.status.request(client))
        let list = try JSONSerialization.jsonObject(with: response.body) as? [[String: String]] ?? []
        return Dictionary(uniqueKeysWithValues: list.map { ($0["DeviceSetting"] ?? "", $0["SettingValue"] ?? "") })
    }

    @Test func `An enrolled device has exactly the six settings`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(
                try await settings(console, client) == [
                    "ismanaged": "false", "enrollmentstatus": "4", "compliancestatus": "3", "managedby": "2",
                    "groupcode": "demo", "devicelocationgroup": "Demo",
                ])
        }
    }

    @Test(arguments: EnrollmentStatus.allCases)
    func `Every enrollment status is told`(status: EnrollmentStatus) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.execute("UPDATE device SET enrollmentStatus = \(status.rawValue)")
            #expect(try await settings(console, client)["enrollmentstatus"] == String(status.rawValue))
            #expect(try await client.status()?.enrollmentStatus == status)
        }
    }

    @Test(arguments: ComplianceStatus.allCases)
    func `Every compliance status is told`(status: ComplianceStatus) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.execute("UPDATE device SET complianceStatus = \(status.rawValue)")
            #expect(try await settings(console, client)["compliancestatus"] == String(status.rawValue))
        }
    }

    @Test(arguments: ManagementType.allCases)
    func `Every way of being managed is told`(type: ManagementType) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.execute("UPDATE device SET managedBy = \(type.rawValue), isManaged = 1")
            let settings = try await settings(console, client)
            #expect(settings["managedby"] == String(type.rawValue))
            #expect(settings["ismanaged"] == "true")
        }
    }

    @Test(arguments: ["GET", "HEAD"])
    func `An unknown device gets 200 and no body`(method: String) async throws {
        try await withConsole { console in
            let client = try console.device("abcdef1234567890abcdef1234567890abcdef12")
            var request = try DeviceRoute.status.request(client)
            request.method = method
            let response = try await console.send(request)
            #expect(response.status == 200)
            #expect(response.body.isEmpty)
            let type = response.headers["content-type"]
            #expect(type == (method == "GET" ? "text/plain; charset=utf-8" : nil))
            #expect(response.headers["x-aw-version"] == "24.10.0.0")
            #expect(try await client.status() == nil)
            #expect(try await console.rowCounts()["device"] == 0)
        }
    }

    @Test func `A device is found in any letter case, and asks in any group`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice("AbCdEf")
            var request = try DeviceRoute.status.request(client)
            request.target = request.target.replacingOccurrences(of: "abcdef", with: "ABCdef")
            #expect(try await console.send(request).text.contains("\"demo\""))
        }
    }

    @Test func `The user is told in strings, and the same every time`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let answer = try await console.send(DeviceRoute.user.request(client), as: client)
            #expect(
                answer.json as? [String: String] == [
                    "UserName": "demo", "AccountType": "Basic", "IsActive": "True", "LocationGroup": "Demo",
                    "UserId": client.userID, "UserCategory": "0",
                ])
            console.clock.advance(seconds: 3600)
            let again = try await console.signedInDevice()
            #expect(try await console.send(DeviceRoute.user.request(again), as: again).body == answer.body)
        }
    }

    @Test func `Details of the user are told in strings, and the same every time`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let answer = try await console.send(DeviceRoute.userDetails.request(client), as: client)
            let fields = try #require(answer.json as? [String: String])
            #expect(Int(fields["GroupCode"] ?? "") != nil)
            #expect(
                fields.filter { $0.key != "GroupCode" } == [
                    "Domain": "", "Email": "demo@example.test", "FirstName": "Dana", "LastName": "Demo",
                    "UserId": client.userID, "UserName": "demo",
                ])
            let other = try await console.signedInDevice("ffff", bundle: "com.example.everything")
            #expect(try await console.send(DeviceRoute.userDetails.request(other), as: other).body == answer.body)
        }
    }
}
