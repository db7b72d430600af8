import Foundation
import Testing
@testable import ConsoleTestSupport

/// Where routes are described: beside what answers them.
struct APISourcesTests {
    /// Folders that are described by the file of the one above.
    private static let parts = ["Sources/MockConsole/Pages/OpenAPI", "Sources/MockControl/Journal/Replay"]

    private static var package: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    @Test func `Controllers have a description of their routes beside them`() throws {
        let controllers = try SourceFile.all(below: "Sources").filter {
            $0.name.hasSuffix("Controller") && !$0.path.hasPrefix("Sources/ConsoleHTTP/")
        }
        let folders = Set(controllers.map { $0.path.split(separator: "/").dropLast().joined(separator: "/") })
        #expect(folders.count > 40)
        for folder in folders.subtracting(Self.parts) {
            let name = folder.split(separator: "/").last ?? ""
            let file = Self.package.appending(path: "\(folder)/\(name).openapi.yaml")
            #expect(FileManager.default.fileExists(atPath: file.path()), "\(folder) does not describe its routes")
        }
    }
}
