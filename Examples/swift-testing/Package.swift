// swift-tools-version: 6.2
// A package whose tests use MockUEM. In a package of your own, name the repository by its URL.
import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "mockuem", path: "../..")],
    targets: [
        .testTarget(
            name: "AppTests",
            dependencies: [
                .product(name: "DeviceProtocol", package: "mockuem"),
                .product(name: "DeviceSimulator", package: "mockuem"),
                .product(name: "MockUEMTesting", package: "mockuem"),
            ])
    ]
)
