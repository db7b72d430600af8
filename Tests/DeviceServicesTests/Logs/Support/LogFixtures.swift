import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

extension TestConsole {
    /// Sends a log that is signed with the key built into clients: one the console cannot know.
    func sendUnverifiedLog(
        _ text: String, from device: String, bundle: String = "com.example.demo", path: String? = nil,
        group: String = SignedRequestHeaders.builtInGroup
    ) async throws -> ClientResponse {
        let identifier = try #require(DeviceIdentifier(device))
        let header = LogUploadHeader(bundle: try #require(BundleIdentifier(bundle)), appVersion: "2.0", type: .crash)
        var request = ClientRequest(
            method: "POST", target: "/deviceServices/awmdmsdk/v1/platform/2/uid/\(path ?? device)/logging",
            headers: [("Content-Type", "application/json; charset=utf-8")],
            body: try LogUpload(header: header, text: text).encoded())
        let signer = RequestSigner(device: identifier, group: group, key: "not the key of this console")
        request.headers += signer.headers(
            method: request.method, authority: "localhost", target: request.target, headers: request.headers,
            body: request.body, date: clock.now.date)
        return try await send(request)
    }

    /// Sends a log and answers what came back, whatever it is.
    func sendLog(of count: Int, from client: SimulatedClient) async throws -> ClientResponse {
        var request = try DeviceRoute.logging.request(client)
        let header = LogUploadHeader(bundle: client.bundle, appVersion: "1")
        request.body = try LogUpload(header: header, text: String(repeating: "x", count: count)).encoded()
        return try await send(request, as: client)
    }

    /// The rows of a list of logs.
    func logs(_ query: String = "") async throws -> [[String: Any]] {
        try await adminJSON("/_mock/logs\(query)")["items"] as? [[String: Any]] ?? []
    }

    /// An app of the group for App Review.
    func reviewDevice(_ identifier: String = "7777") async throws -> SimulatedClient {
        var device = try device(identifier)
        try await device.logIn(username: "reviewer", password: "review", organizationGroup: "appreview")
        return device
    }

    /// Actions in the event log that begin with a text, in their order.
    func actions(_ prefix: String) async throws -> [String] {
        try await parts.core.database.read { db in
            try String.fetchAll(
                db, sql: "SELECT action FROM eventLog WHERE action LIKE ? ORDER BY id", arguments: ["\(prefix)%"])
        }
    }

    /// Whether the bytes counted for each group, and beside the groups, are those that are there.
    func countersAreRight() async throws -> Bool {
        try await parts.core.database.read { db in
            let wrong = try Int.fetchOne(
                db,
                sql: """
                    SELECT COUNT(*) FROM organizationGroup AS g WHERE
                    COALESCE((SELECT byteCount FROM logUsage WHERE groupId = g.id), 0)
                    != COALESCE((SELECT SUM(byteCount) FROM deviceLog WHERE groupId = g.id), 0)
                    """)
            let counts = try Bool.fetchOne(
                db,
                sql: """
                    SELECT (SELECT SUM(logCount) FROM logUsage)
                        = (SELECT COUNT(*) FROM deviceLog WHERE groupId IS NOT NULL)
                    AND (SELECT logCount || ',' || byteCount FROM logStock WHERE kind = 'ungrouped')
                        = (SELECT COUNT(*) || ',' || COALESCE(SUM(byteCount), 0) FROM deviceLog WHERE groupId IS NULL)
                    AND (SELECT logCount || ',' || byteCount FROM logStock WHERE kind = 'unverified')
                        = (SELECT COUNT(*) || ',' || COALESCE(SUM(byteCount), 0) FROM deviceLog WHERE verified = 0)
                    AND (SELECT coalesce(SUM(logCount), 0) || ',' || COALESCE(SUM(byteCount), 0) FROM unverifiedLogUsage)
                        = (SELECT COUNT(*) || ',' || COALESCE(SUM(byteCount), 0) FROM deviceLog WHERE verified = 0)
                    """)
            return wrong == 0 && counts == true
        }
    }
}
