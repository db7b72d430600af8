/// Kinds of native apps, each a list of its own, by the names of the admin REST API.
enum NativeKind: String, CaseIterable, Sendable {
    /// It was uploaded.
    case uploaded = "Internal"
    /// A store offers it to everybody.
    case listed = "Public"
    /// Licenses of it were purchased.
    case purchased = "Purchased"

    private var word: String { rawValue.lowercased() }

    /// The address of the list; apps are below it.
    var path: String { "\(NativeAppPages.path)/\(word)" }

    /// What routes of apps of the kind begin with.
    var route: String { "/api/mam/apps/\(word)" }

    /// Whether the routes change and delete apps of the kind; what is purchased is the store's to say.
    var canChange: Bool { self != .purchased }

    /// The lists beside each other.
    static func tabs(_ current: NativeKind) -> [ConsolePage.Tab] {
        allCases.map { ConsolePage.Tab(title: $0.rawValue, path: $0.path, isCurrent: $0 == current) }
    }
}

/// Platforms of apps, by the numbers of the admin REST API.
enum NativePlatform: Int, CaseIterable, Sendable {
    case apple = 2
    case android = 5
    case macOS = 10
    case appleTV = 14
    case windowsPC = 9
    case windows = 12
    case windowsPhone = 11

    /// As routes name it.
    var name: String {
        switch self {
        case .apple: "Apple"
        case .android: "Android"
        case .macOS: "AppleOsX"
        case .appleTV: "AppleTv"
        case .windowsPC: "WindowsPc"
        case .windows: "WinRT"
        case .windowsPhone: "WindowsPhone8"
        }
    }

    /// As people name it.
    var title: String {
        switch self {
        case .apple: "Apple iOS"
        case .android: "Android"
        case .macOS: "macOS"
        case .appleTV: "tvOS"
        case .windowsPC: "Windows PC"
        case .windows: "Windows"
        case .windowsPhone: "Windows Phone"
        }
    }

    /// Whether the push service of Apple reaches it.
    var hasAPNs: Bool { self == .apple || self == .macOS || self == .appleTV }

    /// The platform of a number or a name.
    init?(_ text: String) {
        let found = Self.allCases.first { String($0.rawValue) == text || $0.name == text }
        guard let found else { return nil }
        self = found
    }

    /// What is read for a number or a name.
    static func title(_ text: String) -> String { NativePlatform(text)?.title ?? text }

    /// Platforms to choose from.
    static var choices: [(value: String, label: String)] { allCases.map { ($0.name, $0.title) } }
}
