import Foundation
import MockUEMTesting
import Testing

/// The ways to a console.
struct MockUEMTests {
    /// The built command: beside the tests.
    static let command =
        [
            ProcessInfo.processInfo.environment["MOCKUEM_BINARY"],
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "mockuem").path(),
            ".build/debug/mockuem",
        ].compactMap(\.self).first(where: FileManager.default.isExecutableFile) ?? "mockuem"

    @Test func `Consoles of one process stand side by side`() async throws {
        try await MockUEM.started { one in
            try await MockUEM.started { other in
                #expect(one.access.http != other.access.http)
                try await TestedApp.signedIn(at: one.access) { _ in }
                try await one.verify(.post("/deviceservices/**"), atLeast: 1)
                try await other.verify(never: .post("/deviceservices/**"))
            }
        }
    }

    @Test func `A console that was stopped answers no more and leaves nothing behind`() async throws {
        let mock = try await MockUEM.start()
        let folder = URL(filePath: mock.access.ca).deletingLastPathComponent().path()
        try await mock.verify(.any, atLeast: 0)
        #expect(FileManager.default.fileExists(atPath: folder))
        await mock.stop()
        await mock.stop()
        await #expect(throws: (any Error).self) { try await mock.verify(.any, atLeast: 0) }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `A console takes configuration, and says what is wrong with it`() async throws {
        try await MockUEM.started(["admin.token": "a-token-of-my-own-1234567890"]) { mock in
            #expect(mock.access.adminToken == "a-token-of-my-own-1234567890")
        }
        let unknown = await #expect(throws: MockUEMError.self) { try await MockUEM.start(["http.prot": "0"]) }
        #expect(unknown?.message.contains("There is no configuration key \"http.prot\"") == true)
        let file = await #expect(throws: MockUEMError.self) {
            try await MockUEM.start(["environment.file": "/no/such/file.yaml"])
        }
        #expect(file?.message.contains("/no/such/file.yaml") == true)
    }

    @Test func `The command runs as a child process and ends with it`() async throws {
        let mock = try await MockUEM.launch(executable: Self.command, ["admin.user": "root"])
        #expect(mock.access.adminUser == "root")
        try await TestedApp.signedIn(at: mock.access) { _ in }
        try await mock.verify(.post("/deviceservices/**"), atLeast: 1)
        let folder = URL(filePath: mock.access.ca).deletingLastPathComponent().path()
        await mock.stop()
        #expect(!FileManager.default.fileExists(atPath: folder), "an ephemeral console has removed its data")
        await #expect(throws: (any Error).self) { try await mock.verify(.any, atLeast: 0) }
    }

    @Test func `A command that does not start says why`() async throws {
        let missing = await #expect(throws: MockUEMError.self) {
            try await MockUEM.launch(executable: "/no/such/mockuem")
        }
        #expect(missing?.message == "/no/such/mockuem cannot be run: build mockuem, or name its file.")
        let wrong = await #expect(throws: MockUEMError.self) {
            try await MockUEM.launch(executable: Self.command, ["http.prot": "0"])
        }
        #expect(wrong?.message.contains("There is no configuration key \"http.prot\"") == true, "\(wrong as Any)")
    }

    @Test func `A ready file or variables lead to a console that runs`() async throws {
        try await MockUEM.started { mock in
            let path = FileManager.default.temporaryDirectory.appending(path: "ready-\(UUID().uuidString).json").path()
            defer { try? FileManager.default.removeItem(atPath: path) }
            try JSONEncoder().encode(mock.access.values).write(to: URL(filePath: path))
            let byFile = try MockUEM.attach(readyFile: path)
            let byVariable = try MockUEM.attach(environment: ["MOCKUEM_READY_FILE": path])
            let byURL = try MockUEM.attach(environment: [
                "MOCKUEM_URL": mock.access.http, "MOCKUEM_ADMIN_TOKEN": mock.access.adminToken,
            ])
            for attached in [byFile, byVariable, byURL, .attach(mock.access)] {
                try await attached.verify(.any, atLeast: 0)
                await attached.stop()
            }
            try await mock.verify(.any, atLeast: 0)
        }
    }

    @Test func `All tests share one console`() async throws {
        let consoles = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...8 { group.addTask { try await MockUEM.shared.access.http } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(consoles.count == 1)
    }

    @Test func `A call that is refused says what the console said`() async throws {
        let mock = try await sharedConsole()
        let error = await #expect(throws: MockUEMError.self) {
            try await mock.verify(RequestMatch.any.with("pth", "/a"))
        }
        #expect(error?.status == 400)
        #expect(error?.description.contains("path") == true, "\(error as Any)")
        #expect(try await mock.call("GET", "/_mock/journal?pageSize=1")["pageSize"]?.integer == 1)
    }
}
