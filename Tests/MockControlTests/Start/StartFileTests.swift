import ConsoleModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Faults, scenarios and clocks of files are in force from the start on (Configuration, "Faults and scenarios").
struct StartFileTests {
    /// Writes files and hands their paths to a closure.
    private func withFiles<Value>(_ texts: [String], _ body: ([String]) async throws -> Value) async throws -> Value {
        let folder = try DataFolder(temporaryNamed: "mockuem-start-\(UUID().uuidString)")
        defer { folder.close() }
        let paths = texts.indices.map { folder.file("\($0).yaml") }
        for (text, path) in zip(texts, paths) { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        return try await body(paths)
    }

    private static let faults = """
        - name: down
          group: demo
          match: {path: '/deviceservices/**'}
          action: {status: 503, retryAfterSeconds: 9}
        - action: {status: 418}
          match: {path: /api/system/info}
        """
    private static let scenarios = """
        - name: door
          key: everything
          match: {path: /api/mdm/tags/search}
          states: {closed: {answers: [{action: {status: 423}}]}}
        - {template: wipe, group: demo}
        """
    private static let clocks = """
        - {group: demo, frozen: '2031-01-01T00:00:00Z'}
        - {offset: P1D}
        """

    @Test func `A start puts what files say into force, and so does a reset`() async throws {
        try await withFiles([Self.faults, Self.scenarios, Self.clocks]) { paths in
            try await withConsole([\.faultsFile: paths[0], \.scenariosFile: paths[1], \.clocksFile: paths[2]]) {
                console in
                for round in 0..<2 {
                    let down = try await console.adminJSON("/_mock/faults/down")
                    #expect(down["group"] as? String == "demo" && down["administrator"] as? String == "start file")
                    let info = try await console.admin(.get, "/api/system/info")
                    #expect(info.status.code == 418, "round \(round)")
                    #expect(try await console.admin(.get, "/api/mdm/tags/search").status.code == 423)
                    #expect(try await console.adminJSON("/_mock/scenarios/wipe")["group"] as? String == "demo")
                    let clock = try await console.adminJSON("/_mock/clocks/demo")
                    #expect(clock["now"] as? String == "2031-01-01T00:00:00.000Z", "round \(round): \(clock)")
                    #expect(
                        try await console.adminJSON("/_mock/clocks/global")["offsetSeconds"] as? Double == 86_400)
                    #expect(try await console.admin(.delete, "/_mock/faults/down").status == .noContent)
                    #expect(try await console.admin(.post, "/_mock/reset").status == .ok)
                }
            }
        }
    }

    @Test(arguments: [
        ("name: x", "faults.file, ", "has to be a list"), ("- 7", "number 1", "has to be an object"),
        ("- {action: {stats: 5}}", "number 1", "Did you mean status?"),
        ("- {action: {status: 503}}\n- {action: {status: 503}, group: nowhere}", "number 2", "nowhere"),
        ("- {action: {status: 503}, group: [demo]}", "number 1", "group has to name"),
        ("- [", "faults.file", "The file cannot be read: line 2, column 1"),
    ])
    func `What is wrong with a file ends the start, with its place`(text: String, place: String, reason: String)
        async throws
    {
        try await withFiles([text]) { paths in
            let error = await #expect(throws: ConsoleError.self) {
                try await withConsole([\.faultsFile: paths[0]]) { _ in }
            }
            let said = error?.message ?? ""
            #expect(said.contains(place) && said.contains(reason) && said.contains(paths[0]), "\(said)")
        }
    }

    @Test func `A file that is missing ends the start`() async throws {
        let error = await #expect(throws: ConsoleError.self) {
            try await withConsole([\.clocksFile: "/nowhere/clocks.yaml"]) { _ in }
        }
        #expect(error?.message.contains("/nowhere/clocks.yaml is missing") == true)
    }
}
