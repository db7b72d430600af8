import DeviceProtocol
import Foundation

/// How a client reacts to the status of its device (DeviceServices, section 9).
struct StatusAnswer: Sendable {
    /// The status at the console; nil if the console does not know the device.
    let report: DeviceStatusReport?
    /// The version of the answer; nil for one a client cannot read.
    let version: ConsoleVersion?
}

extension ClientCall where Answer == StatusAnswer {
    /// The status of the device at the console.
    static func status(_ device: DeviceIdentifier) -> Self {
        ClientCall("GET", "\(devicePath(device))/status") { response in
            guard response.status == 200 else {
                throw ClientFailure(.unexpectedResponse, "the status answered \(response.status)")
            }
            let version = response.headers["x-aw-version"].flatMap { ConsoleVersion($0) }
            if response.body.isEmpty { return StatusAnswer(report: nil, version: version) }
            do {
                return StatusAnswer(report: try DeviceStatusReport(json: response.body), version: version)
            } catch {
                throw ClientFailure(.unexpectedResponse, "the status cannot be read: \(error)")
            }
        }
    }
}

extension ClientCall where Answer == PropertyListValue {
    /// A profile, of which a client only demands that it is a dictionary (section 12).
    ///
    /// Query parameters are sorted by name; the group is left out when it is not known.
    static func profile(
        type: Int, _ device: DeviceIdentifier, _ bundle: BundleIdentifier, group: String?, credential: ClientCredential
    ) -> Self {
        let groupParameter = group.map { "&groupid=\($0.queryEncoded)" } ?? ""
        let query = "bundleid=\(bundle.value)&configtypeid=\(type)&deviceType=2\(groupParameter)&uid=\(device.value)"
        return ClientCall(
            "GET", "/DeviceServices/iOS/SettingsEndpoint.aspx?\(query)", headers: [("Content-Type", "text/html")],
            credential: credential
        ) { response in
            try response.requireSuccess("the profile")
            guard !response.body.isEmpty else {
                throw ClientFailure(.unexpectedResponse, "the profile is empty: none is assigned to \(bundle)")
            }
            guard let profile = try? PropertyListValue(parsing: response.body), profile.dictionaryValue != nil else {
                throw ClientFailure(.unexpectedResponse, "the profile is no property list with a dictionary")
            }
            return profile
        }
    }
}

extension String {
    /// As a client writes a value in a query: the generic set, in which `&`, `=` and `+` stay as they are.
    var queryEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? self
    }
}
