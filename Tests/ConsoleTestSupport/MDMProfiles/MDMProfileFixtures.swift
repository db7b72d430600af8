import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

extension SmartGroupWorld {
    /// Makes an Apple profile and answers its id.
    func createProfile(
        _ general: String = "", named name: String = "Wi-Fi", payloads: String = "", platform: String = "apple"
    ) async throws -> Int64 {
        let body = "{\"General\":{\"Name\":\"\(name)\"\(general)}\(payloads)}"
        let response = try await api.call(.post, "mdm/profiles/platforms/\(platform)/create", body)
        #expect(response.status == .ok, "\(response.text)")
        return try #require(Int64(response.text), "\(response.text)")
    }

    /// One profile.
    func profile(_ id: Int64, version: Int = 2) async throws -> [String: Any] {
        try await api.object("mdm/profiles/\(id)", version: version)
    }

    /// `General` of a profile.
    func general(_ id: Int64) async throws -> [String: Any] {
        try #require(try await profile(id)["General"] as? [String: Any])
    }

    /// Names of the profiles of a list of version 1, in order; none for 204.
    func profiles(_ query: String = "", _ caller: APICaller? = nil) async throws -> [String] {
        let response = try await (caller ?? api).call(.get, "mdm/profiles/search?\(query)")
        if response.status == .noContent {
            #expect(response.text.isEmpty && response.headers[.contentType] == nil)
            return []
        }
        #expect(response.status == .ok, "\(query): \(response.text)")
        return (try response.json()["Profiles"] as? [[String: Any]] ?? []).compactMap { $0["ProfileName"] as? String }
    }

    /// Where every profile of a device stands, by its name.
    func states(_ udid: String) async throws -> [String: String] {
        let response = try await api.call(.get, "mdm/devices/profiles?searchBy=Udid&id=\(udid)")
        if response.status == .noContent { return [:] }
        #expect(response.status == .ok, "\(response.text)")
        let profiles = try response.json()["DeviceProfiles"] as? [[String: Any]] ?? []
        return Dictionary(
            profiles.map { ($0["Name"] as? String ?? "", $0["StatusName"] as? String ?? "") }
        ) { $1 }
    }

    /// Identifiers of the devices of a profile, in order.
    func devices(ofProfile id: Int64) async throws -> [String] {
        let response = try await api.call(.get, "mdm/profiles/\(id)/devices")
        if response.status == .noContent { return [] }
        let devices = try response.json()["profileAssignedDevices"] as? [[String: Any]] ?? []
        return devices.compactMap { ($0["udid"] as? String)?.lowercased() }
    }
}
