// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// What every target of ours is compiled with.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// How debug builds are linked on Linux: after each edit of a file two programs are, and lld takes half the time.
let linking: [LinkerSetting] = [
    .unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux], configuration: .debug))
]

/// Files of a module that ConsoleResources embeds: descriptions of routes, pages, the demo environment.
func embedded(in target: String) -> [String] {
    let folder = FileManager.default.enumerator(atPath: "\(Context.packageDirectory)/Sources/\(target)")
    return (folder?.compactMap { $0 as? String } ?? []).filter { path in
        [".yaml", ".mustache", ".txt"].contains { path.hasSuffix($0) }
    }
}

/// Where a console can run.
let hosts = TargetDependencyCondition.when(platforms: [.linux, .macOS])

/// The modules of the console, from the bottom up.
let storeys: [Target.Dependency] = [
    "ConsoleResources", "ConsolePlatform", "ConsoleModel", "ConsoleHTTP", "DeviceServices", "AdminServices",
    "MockControl", "WebConsole", "MockConsole",
]

let package = Package(
    name: "mockuem",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .executable(name: "mockuem", targets: ["mockuem"]),
        .library(name: "DeviceProtocol", targets: ["DeviceProtocol"]),
        .library(name: "DeviceSimulator", targets: ["DeviceSimulator"]),
        .library(name: "MockUEMTesting", targets: ["MockUEMTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: [.defaults, "YAML"]),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        .target(name: "DeviceProtocol", dependencies: [.crypto, .cryptoExtras], swiftSettings: settings),
        .target(
            name: "DeviceSimulator",
            dependencies: [
                "DeviceProtocol", .asyncHTTPClient, .crypto, .httpTypes, .nioConcurrencyHelpers, .nioCore,
                .nioFoundationCompat, .nioHTTP1, .nioSSL, .yams,
            ],
            swiftSettings: settings),

        // The console, a storey each: a module imports only those above it in this list.
        .target(name: "ConsoleResources", swiftSettings: settings, plugins: ["EmbedFiles"]),
        .target(
            name: "ConsolePlatform",
            dependencies: [
                "ConsoleResources", "CSQLiteChanges", "CZlib", .asyncHTTPClient, .crypto, .cryptoExtras, .grdb,
                .httpTypes, .hummingbird, .logging, .nioConcurrencyHelpers, .nioCore, .nioFoundationCompat, .nioHTTP1,
                .nioPosix, .nioSSL, .serviceLifecycle, .swiftASN1, .x509,
            ],
            swiftSettings: settings),
        .target(
            name: "ConsoleModel",
            dependencies: [
                "ConsolePlatform", "DeviceProtocol", .crypto, .grdb, .jwtKit, .logging, .nioConcurrencyHelpers,
                .serviceLifecycle, .yams,
            ],
            swiftSettings: settings),
        .target(
            name: "ConsoleHTTP",
            dependencies: [
                "ConsoleModel", "ConsolePlatform", "DeviceProtocol", .grdb, .httpTypes, .hummingbird, .logging,
                .nioConcurrencyHelpers, .nioCore, .nioFoundationCompat, .nioHTTP1, .serviceLifecycle,
            ],
            exclude: embedded(in: "ConsoleHTTP"), swiftSettings: settings),
        .target(
            name: "DeviceServices",
            dependencies: [
                "ConsoleHTTP", "ConsoleModel", "ConsolePlatform", "ConsoleResources", "DeviceProtocol", .crypto, .grdb,
                .httpTypes, .hummingbird, .logging, .mustache, .nioConcurrencyHelpers, .nioCore, .nioFoundationCompat,
                .yams,
            ],
            exclude: embedded(in: "DeviceServices"), swiftSettings: settings),
        .target(
            name: "AdminServices",
            dependencies: [
                "ConsoleHTTP", "ConsoleModel", "ConsolePlatform", "DeviceProtocol", .crypto, .grdb, .httpTypes,
                .hummingbird, .logging, .nioConcurrencyHelpers, .nioCore, .nioFoundationCompat, .nioPosix,
                .serviceLifecycle, .yams,
            ],
            exclude: embedded(in: "AdminServices"), swiftSettings: settings),
        .target(
            name: "MockControl",
            dependencies: [
                "ConsoleHTTP", "ConsoleModel", "ConsolePlatform", "DeviceProtocol", .crypto, .grdb, .httpTypes,
                .hummingbird, .logging, .metrics, .nioConcurrencyHelpers, .nioCore, .nioFoundationCompat,
                .serviceLifecycle, .yams,
            ],
            exclude: embedded(in: "MockControl"), swiftSettings: settings),
        .target(
            name: "WebConsole",
            dependencies: [
                "ConsoleHTTP", "ConsoleModel", "ConsolePlatform", "ConsoleResources", "DeviceProtocol",
                "DeviceSimulator", .crypto, .httpTypes, .hummingbird, .logging, .mustache, .nioConcurrencyHelpers,
                .nioCore, .nioFoundationCompat,
            ],
            exclude: embedded(in: "WebConsole"), swiftSettings: settings),
        .target(
            name: "MockConsole",
            dependencies: [
                "AdminServices", "ConsoleHTTP", "ConsoleModel", "ConsolePlatform", "ConsoleResources", "DeviceProtocol",
                "DeviceServices", "MockControl", "WebConsole", .configuration, .crypto, .grdb, .httpTypes, .hummingbird,
                .hummingbirdCore,
                .hummingbirdHTTP2, .logging, .mustache, .nioConcurrencyHelpers, .nioCore, .nioFoundationCompat,
                .nioPosix, .nioSSL, .nioTLS, .serviceLifecycle, .unixSignals, .yams,
            ],
            exclude: embedded(in: "MockConsole"), swiftSettings: settings),

        // For tests of apps. Where no console can run, such as on an iPhone, it is a client and needs Foundation only.
        .target(
            name: "MockUEMTesting",
            dependencies: [
                .target(name: "ConsolePlatform", condition: hosts), .target(name: "MockConsole", condition: hosts),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(platforms: [.linux])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(platforms: [.linux])),
                .product(name: "NIOFoundationCompat", package: "swift-nio", condition: .when(platforms: [.linux])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(platforms: [.linux])),
                .product(name: "Logging", package: "swift-log", condition: hosts),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: hosts),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: hosts),
            ],
            swiftSettings: settings),

        .executableTarget(
            name: "mockuem",
            dependencies: [
                "CAllocator", "ConsolePlatform", "DeviceProtocol", "DeviceSimulator", "MockConsole", "MockControl",
                .argumentParser, .httpTypes, .logging, .metrics, .unixSignals,
            ],
            swiftSettings: settings, linkerSettings: linking),
        .systemLibrary(name: "CAllocator"),
        .systemLibrary(name: "CSQLiteChanges"),
        .systemLibrary(name: "CZlib"),
        .target(name: "Articles", swiftSettings: settings),
        .executableTarget(name: "EmbedFilesTool", dependencies: ["Articles", .yams], swiftSettings: settings),
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["EmbedFilesTool"], path: "Sources/EmbedFiles"),

        .target(
            name: "ConsoleTestSupport",
            dependencies: storeys + [
                "DeviceProtocol", "DeviceSimulator", .grdb, .httpTypes, .hummingbird, .hummingbirdTesting, .logging,
                .nioConcurrencyHelpers, .nioCore, .nioFoundationCompat, .serviceLifecycle, .yams,
            ],
            path: "Tests/ConsoleTestSupport", swiftSettings: settings),
        .testTarget(name: "ArticlesTests", dependencies: ["Articles"], swiftSettings: settings),
        .testTarget(
            name: "DeviceProtocolTests", dependencies: ["DeviceProtocol", .nioConcurrencyHelpers],
            swiftSettings: settings),
        .testTarget(
            name: "DeviceSimulatorTests",
            dependencies: ["DeviceProtocol", "DeviceSimulator", .nioConcurrencyHelpers], swiftSettings: settings),
        .consoleTests("ConsolePlatformTests"),
        .consoleTests("ConsoleModelTests"),
        .consoleTests("ConsoleHTTPTests"),
        .consoleTests("DeviceServicesTests"),
        .consoleTests("AdminServicesTests"),
        .consoleTests("MockControlTests"),
        .consoleTests("WebConsoleTests"),
        .consoleTests("MockConsoleTests"),
        .testTarget(
            name: "MockUEMTestingTests", dependencies: ["DeviceProtocol", "DeviceSimulator", "MockUEMTesting", .yams],
            swiftSettings: settings, linkerSettings: linking),
    ],
    swiftLanguageModes: [.v6]
)

extension Target {
    /// Tests of a storey, which may use the whole console.
    static func consoleTests(_ name: String) -> Target {
        .testTarget(
            name: name,
            dependencies: storeys + [
                "ConsoleTestSupport", "DeviceProtocol", "DeviceSimulator", .crypto, .grdb, .httpTypes, .hummingbird,
                .hummingbirdHTTP2, .hummingbirdTesting, .jwtKit, .logging, .metrics, .nioConcurrencyHelpers, .nioCore,
                .nioFoundationCompat, .nioPosix, .nioSSL, .serviceLifecycle, .swiftASN1, .x509, .yams,
            ],
            swiftSettings: settings, linkerSettings: linking)
    }
}

extension Target.Dependency {
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client")
    static let configuration = product(name: "Configuration", package: "swift-configuration")
    static let crypto = product(name: "Crypto", package: "swift-crypto")
    static let cryptoExtras = product(name: "CryptoExtras", package: "swift-crypto")
    static let grdb = product(name: "GRDB", package: "GRDB.swift")
    static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
    static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
    static let hummingbirdCore = product(name: "HummingbirdCore", package: "hummingbird")
    static let hummingbirdHTTP2 = product(name: "HummingbirdHTTP2", package: "hummingbird")
    static let hummingbirdTesting = product(name: "HummingbirdTesting", package: "hummingbird")
    static let jwtKit = product(name: "JWTKit", package: "jwt-kit")
    static let logging = product(name: "Logging", package: "swift-log")
    static let metrics = product(name: "Metrics", package: "swift-metrics")
    static let mustache = product(name: "Mustache", package: "swift-mustache")
    static let nioConcurrencyHelpers = product(name: "NIOConcurrencyHelpers", package: "swift-nio")
    static let nioCore = product(name: "NIOCore", package: "swift-nio")
    static let nioFoundationCompat = product(name: "NIOFoundationCompat", package: "swift-nio")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
    static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl")
    static let nioTLS = product(name: "NIOTLS", package: "swift-nio")
    static let serviceLifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let swiftASN1 = product(name: "SwiftASN1", package: "swift-asn1")
    static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let x509 = product(name: "X509", package: "swift-certificates")
    static let yams = product(name: "Yams", package: "Yams")
}
