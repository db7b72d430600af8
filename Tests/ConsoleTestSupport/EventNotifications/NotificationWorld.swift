import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform

/// Every switch there is, on.
let everyEvent = """
    {"Enrollment":true,"ComplianceStatusChange":true,"CompromisedStatusChange":true,"Delete":true,
     "UnenrolledEnterpriseWipe":true,"Wipe":true,"CheckOutCheckIn":true,
     "DeviceAttributes":{"AssetNumber":true,"DeviceMCC":true,"FriendlyName":true,"OperatingSystem":true,
      "OrganizationGroup":true,"Ownership":true,"PhoneNumber":true,"UserEmailAddress":true}}
    """

extension TestConsole {
    /// A notification in full, with what differs.
    static func draft(
        name: String = "inventory", url: String = "https://hook.example.test/ws1", format: String = "Json",
        group: String? = nil, isActive: Bool = true, events: String = everyEvent
    ) -> String {
        let home = group.map { #","organizationGroupId":\#($0)"# } ?? ""
        return """
            {"TargetName":"\(name)","TargetUrl":"\(url)","Username":"u","Password":"p","Format":"\(format)",
             "IsActive":\(isActive)\(home),"DeviceEvents":\(events)}
            """
    }

    /// Adds a notification.
    ///
    /// - Returns: Its integer id.
    @discardableResult
    func notify(_ draft: String = draft()) async throws -> Int {
        let answer = try await api.call(.post, "system/eventnotifications", draft)
        #expect(answer.status == .ok, "\(answer.text)")
        return try #require(try answer.json()["Value"] as? Int)
    }

    /// Makes the attempts that are due, and waits for them.
    @discardableResult
    func deliver(all: Bool = false) async throws -> [String: Any] {
        let answer = try await admin(.post, "/_mock/notification-queue/run\(all ? "?all=true" : "")")
        #expect(answer.status == .ok, "\(answer.text)")
        return try answer.json()
    }

    /// Rows of the delivery log, the latest first.
    func deliveries(_ query: String = "") async throws -> [[String: Any]] {
        let page = try await adminJSON("/_mock/notification-deliveries?\(query)")
        return try #require(page["items"] as? [[String: Any]], "\(page)")
    }
}

extension TestConsole {
    /// Makes a notification for a URL, lets a device enroll, and waits for the first try.
    ///
    /// - Returns: The try, as the log shows it.
    func firstTry(_ url: String) async throws -> [String: Any] {
        try await notify(TestConsole.draft(url: url))
        _ = try await signedInDevice()
        try await deliver()
        let id = try #require(try await deliveries().first?["id"] as? Int)
        return try #require(try await tries(of: id).first)
    }

    /// The tries of a delivery, the first one first.
    func tries(of id: Int) async throws -> [[String: Any]] {
        let detail = try await adminJSON("/_mock/notification-deliveries/\(id)")
        return try #require(detail["tries"] as? [[String: Any]])
    }
}

extension FakeNetwork {
    /// Event types of what was delivered, in order.
    var eventTypes: [String] { requests.compactMap { $0.request.header("x-mockuem-event") } }

    /// The members of a delivered body.
    func event(_ index: Int = 0) throws -> [String: Any] {
        let request = try #require(requests.dropFirst(index).first).request
        return try #require(try JSONSerialization.jsonObject(with: request.body) as? [String: Any])
    }
}
