import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import MockConsole

extension TestConsole {
    /// Udids of ``seedFleet()`` by id.
    static let fleet = ["AAAA1111", "BBBB2222", "CCCC3333"]

    /// Three devices with the ids 1 to 3: a phone in `demo`, a tablet in `lab` below it, an Android till in `appreview`.
    func seedFleet() async throws {
        let groups = try await importEnvironment(
            """
            version: 1
            organizationGroups:
              - {path: global}
              - {path: global/demo, users: [{username: ada, password: ada, firstName: Ada, lastName: Lovelace, email: ada@example.test}]}
              - {path: global/demo/lab}
              - {path: global/appreview}
            """)
        #expect(groups.status == .ok, "\(groups.text)")
        for text in [
            #"""
            {"udid":"aaaa1111","group":"demo","user":"ada","friendlyName":"ada iPhone","reportedName":"Ada's iPhone",
             "serialNumber":"F2LX0001MOCK","imei":"350000000000017","easId":"EAS1","macAddress":"a0:b1:c2:d3:e4:f5",
             "ipAddress":"10.0.0.7","model":"iPhone 15","osVersion":"18.1","osBuildVersion":"22B83","ownership":"C",
             "storageBytes":127990000000,"availableStorageBytes":86430000000,"batteryLevel":87,"wifiSsid":"Office",
             "lastSeenAt":"2026-03-01T08:00:00Z","enrollmentStatus":"Enrolled","isManaged":true,"phone":"+15550100"}
            """#,
            #"""
            {"udid":"bbbb2222","group":"lab","model":"iPad Air","osVersion":"17.3.1","ownership":"E","serialNumber":"LAB2",
             "lastSeenAt":"2026-03-03T08:00:00Z","complianceStatus":"Non-compliant","isSupervised":true}
            """#,
            #"""
            {"udid":"cccc3333","group":"appreview","platform":"Android","model":"Pixel 8","ownership":"S",
             "friendlyName":"Till 4","assetNumber":"T-4","lastSeenAt":"2026-03-04T08:00:00Z","isRoaming":true}
            """#,
        ] {
            let response = try await admin(.post, "/_mock/devices", text: text)
            #expect(response.status == .created, "\(response.text)")
        }
    }

    /// The id of the group with a code.
    func groupID(_ code: String) async throws -> Int64 {
        try await parts.core.database.read { db in
            try #require(try OrganizationGroupStore.group(code: code, db)).storedID()
        }
    }

    /// The uuid of the group with a code.
    func groupUUID(_ code: String) async throws -> String {
        try await parts.core.database.read { db in try #require(try OrganizationGroupStore.group(code: code, db)).uuid }
    }

    /// The uuid of the device with an identifier.
    func deviceUUID(_ udid: String) async throws -> String {
        let device = try await adminJSON("/_mock/devices/\(udid)")
        return try #require(device["uuid"] as? String)
    }
}

extension TestResponse {
    /// The udids of a list, whichever version it is of; none without a body.
    func udids() throws -> [String] {
        guard body.readableBytes > 0 else { return [] }
        let body = try json()
        let items = body["Devices"] as? [[String: Any]] ?? body["devices"] as? [[String: Any]] ?? []
        return items.compactMap { $0["Udid"] as? String ?? $0["udid"] as? String }
    }
}
