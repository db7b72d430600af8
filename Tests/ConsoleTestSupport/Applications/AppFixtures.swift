import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import MockConsole

/// An app a test has made.
struct TestApp: Sendable {
    let id: Int64
    let uuid: String
}

extension APICaller {
    /// Sends bytes.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ data: [UInt8], headers: [String: String] = [:]
    ) async throws -> TestResponse {
        var fields = [
            "Authorization": "Basic \(Data("\(username):\(password)".utf8).base64EncodedString())",
            "aw-tenant-code": tenantCode,
        ]
        for (name, value) in headers { fields[name] = value }
        return try await console.send(method, "/api/\(path)", headers: fields, body: Data(data))
    }

    /// Uploads a file.
    ///
    /// - Returns: The id of the blob.
    func upload(_ data: [UInt8], named name: String = "Demo.ipa", group: Int64? = nil) async throws -> Int64 {
        let place = group.map { "&organizationGroupId=\($0)" } ?? ""
        let response = try await send(.post, "mam/blobs/uploadblob?fileName=\(name)\(place)", data)
        #expect(response.status == .ok, "\(response.text)")
        return Int64(try #require(try response.json()["Value"] as? Int))
    }

    /// Uploads an IPA and makes an app of it.
    func install(
        _ fixture: IPAFixture = IPAFixture(bundle: "com.example.fresh"), name: String = "Fresh", in group: Int64,
        more: String = ""
    ) async throws -> TestApp {
        let blob = try await upload(try fixture.bytes())
        let response = try await install(blob: blob, name: name, group: group, more: more)
        #expect(response.status == .ok, "\(response.text)")
        let body = try response.json()
        let id = try #require((body["Id"] as? [String: Any])?["Value"] as? Int)
        return TestApp(id: Int64(id), uuid: try #require(body["Uuid"] as? String))
    }

    /// Makes an app of a blob.
    func install(blob: Int64, name: String = "Fresh", group: Int64, more: String = "") async throws -> TestResponse {
        try await call(
            .post, "mam/apps/internal/begininstall",
            """
            {"BlobId":"\(blob)","FileName":"Demo.ipa","DeviceType":"2","ApplicationName":"\(name)","PushMode":"Auto",
             "LocationGroupId":"\(group)","SupportedModels":{"Model":[{"ModelId":1}]}\(more)}
            """)
    }

    /// Gives an app to smart groups.
    func assign(_ app: TestApp, to smartGroups: [Int64], parameters: String = "{}") async throws -> TestResponse {
        try await call(
            .post, "mam/apps/internal/\(app.id)/assignments",
            #"{"SmartGroupIds":\#(smartGroups),"DeploymentParameters":\#(parameters)}"#)
    }

    /// The page of a search; empty if nothing was found.
    func apps(_ query: String) async throws -> [[String: Any]] {
        let response = try await call(.get, "mam/apps/search?\(query)")
        if response.status == .noContent { return [] }
        #expect(response.status == .ok, "\(query): \(response.text)")
        return try response.json()["Application"] as? [[String: Any]] ?? []
    }
}

extension TestConsole {
    /// Id of a smart group.
    func smartGroupID(_ name: String = "All Devices") async throws -> Int64 {
        try #require(
            try await parts.value("SELECT id FROM smartGroup WHERE name = '\(name)' ORDER BY id", Int64.self))
    }

    /// Uuid of a smart group.
    func smartGroupUUID(_ name: String = "All Devices") async throws -> String {
        try #require(
            try await parts.value("SELECT uuid FROM smartGroup WHERE name = '\(name)' ORDER BY id", String.self))
    }

    /// Adds smart groups to the demo group that contain every device of it.
    func addSmartGroups(_ names: String...) async throws {
        let list = names.map { "{name: \($0)}" }.joined(separator: ", ")
        try await importEnvironment(
            "version: 1\norganizationGroups:\n  - path: global/demo\n    smartGroups: [\(list)]\n")
    }

    /// Names of the files in a folder of the data folder.
    func files(in folder: String) -> [String] {
        let path = URL(filePath: parts.spool.folder).deletingLastPathComponent().appending(path: folder).path()
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
