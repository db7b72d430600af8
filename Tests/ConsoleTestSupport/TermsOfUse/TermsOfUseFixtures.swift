import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

extension TestConsole {
    /// Adds a version of terms of use.
    ///
    /// - Returns: Its `EulaContentId` and the uuid of the terms.
    @discardableResult
    func publishTerms(_ content: String, for applications: [String] = [], in group: String = "demo") async throws
        -> (id: UInt64, uuid: String)
    {
        let body = try JSONSerialization.data(withJSONObject: ["content": content, "applications": applications])
        let response = try await admin(
            .post, "/_mock/groups/\(group)/terms-of-use", text: String(decoding: body, as: UTF8.self))
        #expect(response.status == .created, "\(response.text)")
        let json = try response.json()
        return (UInt64(try #require(json["eulaContentId"] as? Int)), try #require(json["uuid"] as? String))
    }

    /// Events of an action, the latest first.
    func eventRows(_ query: String) async throws -> [[String: Any]] {
        try await adminJSON("/_mock/events?\(query)")["items"] as? [[String: Any]] ?? []
    }
}
