import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices

/// Several logs are saved at once, as a tar archive (AdminAPI, "Logs").
struct LogTarTests {
    private static func unpack(_ archive: Data, _ body: (String) throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try archive.write(to: URL(filePath: "\(folder)/logs.tar"))
            let result = try await run("/usr/bin/env", ["tar", "-C", folder, "-xf", "\(folder)/logs.tar"])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.isEmpty)
            try FileManager.default.removeItem(atPath: "\(folder)/logs.tar")
            try body(folder)
        }
    }

    private static func download(_ query: String, _ console: TestConsole) async throws -> Data {
        let response = try await console.admin(.get, "/_mock/logs/download\(query)")
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/x-tar")
        #expect(response.headers[.contentDisposition] == "attachment; filename=\"logs.tar\"")
        return Data(buffer: response.body)
    }

    @Test func `tar unpacks every log, byte for byte, below its device`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice("1111")
            let large = String((0..<700_000).map { Character(UnicodeScalar(UInt8(33 + $0 % 90))) })
            let texts = ["", "one \u{1F600}\n", String(repeating: "b", count: 512), large]
            for text in texts { try await client.uploadLog(text) }
            #expect(try await console.sendUnverifiedLog("who", from: "9.9").status == 200)
            try await Self.unpack(try await Self.download("", console)) { folder in
                let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
                let time = "20260305T102030Z-com.example.demo"
                let own = (1...4).map { "1111/\(time)-application-\($0).log" }
                #expect(names == ["1111"] + own + ["9.9", "9.9/\(time)-crash-5.log"])
                for (name, text) in zip(own, texts) {
                    #expect(FileManager.default.contents(atPath: "\(folder)/\(name)") == Data(text.utf8), "\(name)")
                }
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(own[1])")
                #expect(attributes[.modificationDate] as? Date == console.clock.now.date)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o644)
            }
        }
    }

    @Test func `Filters and ids choose, and nothing chosen is an empty archive`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice("1111")
            for number in 0..<5 { try await client.uploadLog("log \(number)") }
            for (query, count) in [("?ids=2,4", 2), ("?text=log%203", 1), ("?type=crash", 0), ("", 5)] {
                let archive = try await Self.download(query, console)
                #expect(archive.count == count * 1024 + 1024, "\(query)")
            }
        }
    }

    @Test(arguments: [
        ("..", "com.example.app", "_./20260305T102030Z-com.example.app-crash-7.log"),
        (".hidden", "a", "_hidden/20260305T102030Z-a-crash-7.log"),
        ("a/../b", "x/y", "a_.._b/20260305T102030Z-x_y-crash-7.log"),
        (
            "d", String(repeating: "a", count: 200) + ".end",
            "d/20260305T102030Z-" + String(repeating: "a", count: 36) + ".end-crash-7.log"
        ),
        ("\u{e4}\n\u{0}", "b", "___/20260305T102030Z-b-crash-7.log"),
        (nil, "b", "unknown/20260305T102030Z-b-crash-7.log"),
    ])
    func `A name is safe whatever a sender called itself`(device: String?, bundle: String, path: String) {
        let log = DeviceLogRecord(
            id: 7, receivedAt: TestClock.start, groupId: nil, deviceId: nil, installationId: nil, userId: nil,
            bundleId: bundle, appVersion: "", type: LogType.crash.rawValue, level: 0, byteCount: 0, verified: false,
            claimedDevice: device)
        let origin = RecordOrigin(device: nil, bundle: nil, user: nil, group: nil)
        let header = LogFile(row: RecordRow(record: log, origin: origin)).header
        #expect("\(header.folder)/\(header.name)" == path)
        #expect(header.name.utf8.count <= TarHeader.nameLimit)
    }

    @Test func `A name with the longest parts keeps its id and ending`() {
        let log = DeviceLogRecord(
            id: .max, receivedAt: TestClock.start, groupId: nil, deviceId: nil, installationId: nil, userId: nil,
            bundleId: String(repeating: "b", count: 255), appVersion: "", type: LogType.application.rawValue, level: 0,
            byteCount: 0, verified: true, claimedDevice: nil)
        let origin = RecordOrigin(device: String(repeating: "d", count: 128), bundle: nil, user: nil, group: nil)
        let header = LogFile(row: RecordRow(record: log, origin: origin)).header
        #expect(header.name.hasSuffix("-application-9223372036854775807.log"))
        #expect(header.name.utf8.count <= TarHeader.nameLimit && header.folder.utf8.count == 128)
    }
}
