import ConsoleModel

/// Platforms of apps, by the names and numbers of the admin API.
package enum AppPlatform: Int, CaseIterable, Sendable {
    case apple = 2
    case android = 5
    case windowsPC = 9
    case macOS = 10
    case windowsPhone = 11
    case windows = 12
    case appleTV = 14

    /// As devices and first versions name it.
    package var name: String {
        switch self {
        case .apple: "Apple"
        case .android: "Android"
        case .windowsPC: "WindowsPc"
        case .macOS: "AppleOsX"
        case .windowsPhone: "WindowsPhone8"
        case .windows: "WinRT"
        case .appleTV: "AppleTv"
        }
    }

    /// As later versions name it.
    var laterName: String {
        switch self {
        case .apple: "APPLE"
        case .android: "ANDROID"
        case .windowsPC: "WINDOWS_PC"
        case .macOS: "APPLE_OSX"
        case .windowsPhone: "WINDOWS_PHONE_8"
        case .windows: "WIN_RT"
        case .appleTV: "APPLE_TV"
        }
    }

    /// Reads a name of either kind in any letter case, or a number.
    init?(_ text: String) {
        let word = DeviceWords.folded(text.filter { $0 != " " })
        let found = Self.allCases.first {
            $0.name.lowercased() == word || $0.laterName.lowercased().filter { $0 != "_" } == word
                || String($0.rawValue) == word
        }
        let others: [String: AppPlatform] = [
            "ios": .apple, "ipados": .apple, "osx": .macOS, "windows10": .windows, "macos": .macOS, "tvos": .appleTV,
            "windowsphone": .windowsPhone,
        ]
        guard let platform = found ?? others[word] else { return nil }
        self = platform
    }

    /// The platform whose apps have an ending; nil for one no app has.
    init?(ending: String) {
        switch ending {
        case "ipa": self = .apple
        case "apk": self = .android
        case "app", "dmg", "mpkg", "pkg": self = .macOS
        case "appx", "appxbundle", "exe", "msi", "msix", "zip": self = .windows
        case "xap": self = .windowsPhone
        default: return nil
        }
    }

    /// The default ending of its apps.
    var ending: String {
        switch self {
        case .apple, .appleTV: "ipa"
        case .android: "apk"
        case .macOS: "pkg"
        case .windows, .windowsPC: "msi"
        case .windowsPhone: "xap"
        }
    }
}

/// A model of device an app is made for.
struct AppModel: Codable, Hashable, Sendable {
    /// Number of the model; nil for one without.
    let id: Int?
    let name: String

    /// Models of Apple's devices.
    private static let apple: [(id: Int, name: String)] = [(0, "Any"), (1, "iPhone"), (2, "iPad"), (3, "iPod Touch")]

    /// The model with an id or a name; nil if the platform has none such.
    init?(id: Int?, name: String?, platform: AppPlatform) {
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        guard platform == .apple else {
            guard id != nil || name != nil else { return nil }
            self.init(id: id, title: name ?? "Any")
            return
        }
        let word = name?.lowercased().filter { $0 != " " }
        let found = Self.apple.first { model in
            word.map { model.name.lowercased().filter { $0 != " " } == $0 } ?? (model.id == id)
        }
        guard let found else { return nil }
        self.init(id: found.id, title: found.name)
    }

    private init(id: Int?, title: String) {
        (self.id, name) = (id, title)
    }

    /// The models of the families an app says it runs on (`UIDeviceFamily`).
    static func models(ofFamilies families: [Int]) -> [AppModel] {
        apple.filter { $0.id > 0 && $0.id < 3 && families.contains($0.id) }.map {
            AppModel(id: $0.id, title: $0.name)
        }
    }
}

/// The four-part version of the console.
enum ConsoleVersion {
    /// `1.4` is 1.4.0.0, `23.07.00.04` is 23.7.0.4.
    static func fourParts(_ version: String) -> String {
        let parts = version.split(separator: ".").prefix(4).map { part in
            Int(part.prefix { $0.isASCII && $0.isNumber }.prefix(9)) ?? 0
        }
        return (parts + [Int](repeating: 0, count: 4 - parts.count)).map(String.init).joined(separator: ".")
    }
}
