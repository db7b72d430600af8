import Foundation
import MockUEMTesting
import Testing
import Yams

/// The recipes of the documentation, run as they are (TestingYourApp).
struct RecipeTests {
    /// Folder of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false)

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: root + path, encoding: .utf8)
    }

    /// Runs a command against a console in a folder of the package.
    static func run(
        _ command: String, in folder: String, _ variables: [String: String] = [:]
    ) async throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\(command) 2>&1"]
        process.currentDirectoryURL = URL(filePath: root + folder)
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        // Into a file: to wait for a pipe would hold a thread that the console in this process needs.
        let output = FileManager.default.temporaryDirectory.appending(path: "recipe-\(UUID().uuidString).txt")
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        let (ended, announcement) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { announcement.yield($0.terminationStatus) }
        try process.run()
        let status = await ended.first { _ in true } ?? -1
        return (status, try String(contentsOf: output, encoding: .utf8))
    }

    @Test func `The service of GitHub Actions is our container`() throws {
        let workflow = try #require(
            try Yams.load(yaml: Self.text("Examples/github-actions/app-tests.yml")) as? [String: Any])
        let job = try #require((workflow["jobs"] as? [String: Any])?["test"] as? [String: Any])
        let service = try #require((job["services"] as? [String: Any])?["mockuem"] as? [String: Any])
        let dockerfile = try Self.text("Dockerfile")

        let image = try #require(service["image"] as? String)
        let title = try #require(dockerfile.firstMatch(of: /docker build --tag (\w+) \./)?.1)
        let version = try #require(
            try Self.text("Sources/MockConsole/MockUEMVersion.swift").firstMatch(of: /"(\d[\d.]*)"/)?.1)
        #expect(image.hasSuffix("/\(title):\(version)"))

        let exposed = try #require(dockerfile.firstMatch(of: /EXPOSE ([\d ]+)/)?.1).split(separator: " ")
        #expect(service["ports"] as? [String] == exposed.map { "\($0):\($0)" })

        // The image checks itself without a shell, which an option for the command would need.
        #expect(dockerfile.contains(#"CMD ["/mockuem", "healthcheck"]"#) && dockerfile.contains("FROM scratch"))
        let options = try #require(service["options"] as? String).split(separator: " ").filter { $0.hasPrefix("--") }
        #expect(options == ["--health-interval", "--health-timeout", "--health-retries"])

        let tokens = [service, job].map { ($0["env"] as? [String: String])?["MOCKUEM_ADMIN_TOKEN"] }
        #expect(tokens[0] != nil && tokens[0] == tokens[1])
        let access = try #require(try ConsoleAccess(environment: job["env"] as? [String: String] ?? [:]))
        #expect(access.http == "http://localhost:\(exposed[0])" && access.adminToken == tokens[0])
    }

    @Test func `A console takes the token of the workflow`() async throws {
        try await MockUEM.started(["admin.token": "a-token-for-this-run-only"]) { mock in
            let attached = try MockUEM.attach(environment: [
                "MOCKUEM_URL": mock.access.http, "MOCKUEM_ADMIN_TOKEN": "a-token-for-this-run-only",
            ])
            try await attached.verify(.any, atLeast: 0)
        }
    }

    @Test func `The UI test is Swift, and passes on what the library has`() async throws {
        let result = try await Self.run("swiftc -frontend -parse LaunchUITests.swift", in: "Examples/xcuitest")
        #expect(result.status == 0, "\(result.output)")
        let text = try Self.text("Examples/xcuitest/LaunchUITests.swift")
        #expect(text.contains("app.launchEnvironment.merge(sandbox.access.launchEnvironment) { $1 }"))
        let known = Set(
            ConsoleAccess(Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, "x") })).launchEnvironment.keys)
        for name in text.matches(of: /variables\["(\w+)"\]/).map({ String($0.1) }) { #expect(known.contains(name)) }
    }

    private static let keys = ["http", "https", "ca", "groupId", "user", "password", "bundleId", "adminToken"]

    @Test func `The article shows calls that compile`() throws {
        let article = try Self.text("Sources/MockConsole/MockConsole.docc/TestingYourApp.md")
        let compiled = try Set(
            Self.text("Tests/MockUEMTestingTests/Recipes/DocumentedCalls.swift").split(separator: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) })
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        let lines = blocks.filter { $0.contains("try await ") && !$0.contains("struct") }
            .flatMap { $0.split(separator: "\n") }
        #expect(lines.count > 15)
        for line in lines { #expect(compiled.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)") }
    }

    @Test func `The article shows the suite that runs here`() throws {
        let article = try Self.text("Sources/MockConsole/MockConsole.docc/TestingYourApp.md")
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        let shown = try #require(blocks.first { $0.contains("struct LaunchTests") })
        #expect(try Self.text("Tests/MockUEMTestingTests/Recipes/LaunchTests.swift").hasPrefix(shown))
        let copied = try Self.text("Examples/swift-testing/Tests/AppTests/LaunchTests.swift")
        #expect(copied == (try Self.text("Tests/MockUEMTestingTests/Recipes/LaunchTests.swift")))
    }
}
