// swift-tools-version: 6.2
import PackageDescription

// Built by Scripts/fuzz alone: it needs -sanitize=fuzzer for everything it links.
let package = Package(
    name: "mockuem-fuzz",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "mockuem", path: "..")],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: [.product(name: "DeviceProtocol", package: "mockuem")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .treatAllWarnings(as: .error),
            ])
    ],
    swiftLanguageModes: [.v6]
)
