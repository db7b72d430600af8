/// Words that clients choose from, by their numbers (AdminDeviceDetails, "Picklists").
package enum Picklist: String, CaseIterable, Sendable {
    case models = "devicemodels"
    case operatingSystems = "operatingsystems"
    case families = "devicemodelfamily"

    /// A word and its number.
    package struct Entry: Hashable, Sendable {
        package let key: Int
        package let description: String
    }

    /// The entries of a platform, by number.
    package func entries(of platform: DevicePlatform) -> [Entry] {
        switch self {
        case .models: Self.models(platform)
        case .families: Self.families(platform)
        case .operatingSystems: Self.systems(platform)
        }
    }

    /// The word for a number on a platform; nil for one that is not in the list.
    package func word(of key: Int64?, _ platform: DevicePlatform) -> String? {
        entries(of: platform).first { Int64($0.key) == key }?.description
    }

    /// The OS version that a number of the systems stands for; nil for one that is not in the list.
    package static func osVersion(of key: Int64?, _ platform: DevicePlatform) -> String? {
        operatingSystems.word(of: key, platform)?.split(separator: " ").last.map(String.init)
    }

    /// Clients have 1, 2, 3 and 5 as constants.
    private static func models(_ platform: DevicePlatform) -> [Entry] {
        switch platform {
        case .apple: numbered([1: "iPhone", 2: "iPad", 3: "iPod Touch"])
        case .android: numbered([5: "Android"])
        case .appleOsX:
            numbered([14: "MacBook Pro", 15: "MacBook Air", 16: "Mac mini", 30: "iMac", 31: "Mac Pro", 35: "MacBook"])
        case .winRT: numbered([83: "Windows 10", 84: "Windows 11"])
        }
    }

    private static func families(_ platform: DevicePlatform) -> [Entry] {
        switch platform {
        case .apple, .android: models(platform)
        case .appleOsX: numbered([10: "Mac"])
        case .winRT: numbered([12: "Windows"])
        }
    }

    /// Numbered by version, so that a later one always has a higher number.
    private static func systems(_ platform: DevicePlatform) -> [Entry] {
        let (name, versions): (String, [Int]) =
            switch platform {
            case .apple: ("iOS", Array(12...18) + [26])
            case .android: ("Android", Array(8...16))
            case .appleOsX: ("macOS", Array(11...15) + [26])
            case .winRT: ("Windows", [10, 11])
            }
        return versions.map { version in
            Entry(key: Int(platform.number) * 1000 + version, description: "\(name) \(version).0.0")
        }
    }

    private static func numbered(_ words: [Int: String]) -> [Entry] {
        words.sorted { $0.key < $1.key }.map { Entry(key: $0.key, description: $0.value) }
    }
}
