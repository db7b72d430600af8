import Foundation
import MockUEMTesting
import Testing

/// Where a console is and whom to sign in, and how an app under test learns it.
struct ConsoleAccessTests {
    private let access = ConsoleAccess([
        "http": "http://localhost:18080", "https": "https://localhost:18443", "ca": "/tmp/ca.pem", "groupId": "t17",
        "user": "ann", "password": "secret", "bundleId": "com.example.demo", "adminToken": "token",
        "adminUser": "admin", "adminPassword": "admin", "tenantCode": "code",
    ])

    @Test func `The environment of an app has what it signs in with, and nothing of the administrator`() {
        #expect(
            access.launchEnvironment == [
                "MOCKUEM_URL": "http://localhost:18080", "MOCKUEM_HTTPS_URL": "https://localhost:18443",
                "MOCKUEM_CA": "/tmp/ca.pem", "MOCKUEM_GROUP_ID": "t17", "MOCKUEM_USER": "ann",
                "MOCKUEM_PASSWORD": "secret", "MOCKUEM_BUNDLE_ID": "com.example.demo",
            ])
        #expect(ConsoleAccess(["http": "http://a"]).launchEnvironment == ["MOCKUEM_URL": "http://a"])
    }

    @Test func `Values have names, and are empty if they are not known`() {
        #expect(access.http == "http://localhost:18080" && access.https == "https://localhost:18443")
        #expect(access.ca == "/tmp/ca.pem" && access.groupId == "t17" && access.user == "ann")
        #expect(access.password == "secret" && access.bundleId == "com.example.demo" && access.adminToken == "token")
        #expect(access.adminUser == "admin" && access.adminPassword == "admin" && access.tenantCode == "code")
        #expect(access["id"].isEmpty && ConsoleAccess([:]).http.isEmpty)
    }

    @Test func `Variables name a console by its URL and token`() throws {
        let variables = ["MOCKUEM_URL": "http://uem:8080", "MOCKUEM_ADMIN_TOKEN": "t", "MOCKUEM_USER": "bob"]
        let found = try #require(try ConsoleAccess(environment: variables))
        #expect(found.http == "http://uem:8080" && found.adminToken == "t" && found.user == "bob")
        #expect(found.groupId == "demo", "what the demo environment has goes without saying")
        #expect(try ConsoleAccess(environment: ["PATH": "/bin", "MOCKUEM_URL": ""]) == nil)
        #expect(throws: MockUEMError.self) { try ConsoleAccess(environment: ["MOCKUEM_URL": "http://uem:8080"]) }
    }

    @Test func `A ready file that is missing or none is named`() throws {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appending(path: "no-ready-\(UUID().uuidString).json").path()
        let missing = #expect(throws: MockUEMError.self) {
            try ConsoleAccess(environment: ["MOCKUEM_READY_FILE": path])
        }
        #expect(missing?.message == "The ready file \(path) is missing: start the console with --ready-file \(path).")
        try Data("[1]".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let none = #expect(throws: MockUEMError.self) { try ConsoleAccess(readyFile: path) }
        #expect(none?.message == "\(path) is no ready file: it has to be an object of texts.")
    }

    @Test func `Without a variable there is no console to attach to`() {
        #expect(throws: MockUEMError("Neither MOCKUEM_READY_FILE nor MOCKUEM_URL is set.")) {
            try MockUEM.attach(environment: ["PATH": "/bin"])
        }
    }
}
