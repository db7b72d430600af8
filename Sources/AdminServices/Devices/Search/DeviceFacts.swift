import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// The values of a device in answers of every version, derived from its row (AdminDevices, "The device").
extension DirectoryDeviceRecord {
    /// The identifier as the admin API writes it.
    var udid: String { identifier.uppercased() }

    /// The asset number; the identifier unless there is one.
    var asset: String { assetNumber ?? udid }

    /// The hardware address without separators.
    var plainMACAddress: String { macAddress.map(DeviceLocator.plain) ?? "" }

    /// Whether anything is known of its Wi-Fi interface.
    var hasNetwork: Bool { macAddress != nil || ipAddress != nil }

    /// When rules were last evaluated for it; never if there were none.
    var complianceCheckedAt: Timestamp { policies.map(\.checkedAt).max() ?? .never }

    /// Since when it is not enrolled any more; nil if it is, or never was.
    var unenrolledAt: Timestamp? {
        [.unenrolled, .retired, .deviceNotFound].contains(enrollmentStatus) ? statusChangedAt : nil
    }

    /// The name of its Wi-Fi interface; empty where it is not known.
    var adapterName: String { platform == .apple ? "en0" : "" }

    /// First and last name of the user, else their user name.
    var userDisplayName: String {
        guard let user else { return "" }
        let names = [user.firstName, user.lastName].filter { !$0.isEmpty }
        return names.isEmpty ? user.username : names.joined(separator: " ")
    }

    /// The user's address, else the one that the device reports.
    var userEmail: String {
        guard let address = user?.email, !address.isEmpty else { return email ?? "" }
        return address
    }

    /// The family of the model and its number; 0 where it is not known.
    var modelFamily: (id: Int64, name: String) {
        if platform == .android { return (5, "Android") }
        let families: [(Int64, String)] = [(1, "iPhone"), (2, "iPad"), (3, "iPod Touch")]
        let model = model?.lowercased() ?? ""
        guard platform == .apple, let family = families.first(where: { model.hasPrefix($0.1.lowercased().prefix(4)) })
        else { return (0, "") }
        return family
    }

    /// The system by the name people know.
    var systemName: String {
        switch platform {
        case .apple: "iOS"
        case .android: "Android"
        case .appleOsX: "macOS"
        case .winRT: "Windows"
        }
    }

    /// Such as `87%`; empty if it is not known.
    var battery: String { batteryLevel.map { "\($0)%" } ?? "" }

    /// The number for its management.
    var management: Int64 { managedBy.number(isManaged: isManaged) }

    /// Gigabytes of 2^30 bytes, in tenths.
    static func tenthsOfGigabytes(_ bytes: Int64?) -> Int64 {
        guard let bytes else { return 0 }
        return Int64((Double(bytes) * 10 / 1_073_741_824).rounded())
    }
}
