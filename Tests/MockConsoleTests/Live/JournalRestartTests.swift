import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import Testing

@testable import ConsoleTestSupport

/// The journal survives a restart, and but for its last second a sudden death (MockControl, "The file").
@Suite(.serialized) struct JournalRestartTests {
    private struct Page: Decodable {
        struct Item: Decodable, Hashable {
            let id: Int
            let target: String
            let status: Int
        }

        let items: [Item]
        let total: Int
    }

    private func journal(_ console: BinaryConsole, _ query: String = "", _ transport: HTTPTransport) async throws
        -> Page
    {
        try await console.admin("/_mock/journal?pageSize=500\(query)", as: Page.self, transport)
    }

    /// How many entries the file has.
    private func rows(in folder: String) async throws -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: "\(folder)/data/journal.sqlite", configuration: configuration)
        return try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") ?? 0 }
    }

    /// Asks for paths that are not there.
    private func ask(_ numbers: ClosedRange<Int>, _ transport: HTTPTransport) async throws {
        for number in numbers {
            let request = ClientRequest(method: "GET", target: "/deviceservices/nowhere/\(number)")
            #expect(try await transport(request).status == 404)
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `After a stop everything is there at the next start, and ids go on`() async throws {
        try await withTemporaryFolder { folder in
            let arguments = ["--data", "\(folder)/data"]
            let before = try await BinaryConsole.with(arguments, in: folder) { console in
                try await console.connected { transport in
                    try await ask(1...40, transport)
                    return try await journal(console, "", transport)
                }
            }
            #expect(before.total == 40)
            try await BinaryConsole.with(arguments, in: folder) { console in
                try await console.connected { transport in
                    #expect(try await journal(console, "", transport).items == before.items)
                    try await ask(41...41, transport)
                    let latest = try #require(try await journal(console, "", transport).items.first)
                    #expect(latest.id == (before.items.first?.id ?? 0) + 1)
                }
            }
            let file = try FileManager.default.attributesOfItem(atPath: "\(folder)/data/journal.sqlite")
            #expect(file[.posixPermissions] as? NSNumber == 0o600)
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `After a kill what is older than a second is there, and no id is another entry's`() async throws {
        try await withTemporaryFolder { folder in
            let arguments = ["--data", "\(folder)/data"]
            let before = try await BinaryConsole.with(arguments, in: folder) { console in
                try await console.connected { transport in
                    try await ask(1...20, transport)
                    while try await rows(in: folder) < 20 { try await Task.sleep(for: .milliseconds(10)) }
                    try await ask(21...40, transport)
                    let page = try await journal(console, "", transport)
                    console.process.killAtOnce()
                    #expect(await console.process.exitCode() == SIGKILL)
                    return page
                }
            }
            let known = Dictionary(uniqueKeysWithValues: before.items.map { ($0.id, $0.target) })
            try await BinaryConsole.with(arguments, in: folder) { console in
                try await console.connected { transport in
                    let kept = try await journal(console, "", transport).items
                    for number in 1...20 { #expect(kept.contains { $0.target.hasSuffix("/\(number)") }) }
                    for item in kept { #expect(known[item.id] == item.target) }
                    try await ask(41...41, transport)
                    let latest = try #require(try await journal(console, "", transport).items.first)
                    #expect(latest.id > (before.items.first?.id ?? 0))
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `A damaged file does not stop a start`() async throws {
        try await withTemporaryFolder { folder in
            let data = "\(folder)/data"
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            try Data("nonsense".utf8).write(to: URL(filePath: "\(data)/journal.sqlite"))
            try await BinaryConsole.with(["--data", data], in: folder) { console in
                try await console.connected { transport in
                    try await ask(1...1, transport)
                    #expect(try await journal(console, "", transport).total == 1)
                }
                #expect(console.process.outputText.contains("put aside"))
            }
        }
    }
}
