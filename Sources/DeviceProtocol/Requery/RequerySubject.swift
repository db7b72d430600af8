public import Foundation

/// The data that a client can ask the console to query again through device management (DeviceServices, section 24).
public enum RequerySubject: String, CaseIterable, Hashable, Sendable {
    /// The apps on the device.
    case appList = "applist"
    /// The device itself.
    case deviceInfo = "deviceinfo"
    /// The profiles on the device.
    case profilesInfo = "profilesinfo"
    /// Passcode, encryption and the like.
    case securityInfo = "securityinfo"
}

/// Whether a query was ordered (DeviceServices, section 24).
public struct RequeryAnswer: Hashable, Sendable {
    /// 0 is ordered, 1 is failed.
    public var status: Int

    /// The query was ordered.
    public static let ordered = RequeryAnswer(status: 0)

    /// The device cannot be queried.
    public static let failed = RequeryAnswer(status: 1)

    /// Takes a status.
    public init(status: Int) {
        self.status = status
    }

    /// Reads the JSON form; `status` is an integer under either letter case.
    public init(json data: Data) throws(MessageError) {
        let fields = try JSONObjectReader(data)
        guard case .number(let text) = fields.value("Status") ?? fields.value("status"), let status = Int(text) else {
            throw fields.wrong("Status", "must be an integer")
        }
        self.status = status
    }

    /// The JSON form.
    public func encoded() -> Data {
        Data(#"{"Status":\#(status)}"#.utf8)
    }
}
