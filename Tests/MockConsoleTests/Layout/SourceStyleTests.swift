import Foundation
import Testing
@testable import ConsoleTestSupport

/// How sources are written: their layers, hazards, lengths and names.
struct SourceStyleTests {
    // MARK: Layers

    @Test func `Import lines are the layers`() throws {
        for file in try SourceTree.shared.entries.map(\.file) {
            let imports = file.imports
            let role = file.name.split(separator: "+")[0]
            if role.hasSuffix("Store") || role.hasSuffix("Record") {
                #expect(imports.isDisjoint(with: ["Hummingbird", "Mustache"]), "\(file.path)")
            }
            if role.hasSuffix("Controller") {
                #expect(imports.isDisjoint(with: ["GRDB", "Mustache"]), "\(file.path)")
            }
            if ["Page", "AdminAPI", "MockAPI"].contains(where: role.hasSuffix) {
                #expect(!imports.contains("GRDB"), "\(file.path)")
            }
            // Requests of the console itself go where they are looked at.
            if imports.contains("AsyncHTTPClient") {
                let places = [
                    "Sources/ConsolePlatform/Outgoing/", "Sources/DeviceSimulator/", "Sources/MockUEMTesting/",
                ]
                #expect(places.contains(where: file.path.hasPrefix), "\(file.path)")
            }
        }
    }

    @Test func `Messages of devices need little`() throws {
        for file in try SourceTree.shared.entries.map(\.file) where file.path.hasPrefix("Sources/DeviceProtocol/") {
            #expect(
                file.imports.isSubset(of: ["Foundation", "Crypto", "CryptoExtras", "X509", "SwiftASN1"]), "\(file.path)"
            )
        }
    }

    @Test(arguments: ["AdminController": "/api", "MockController": "/_mock"])
    func `Controllers answer below what they are called after`(role: String, place: String) throws {
        let controllers = try SourceTree.shared.entries.filter { $0.file.name.hasSuffix(role) }
        #expect(controllers.count > 10)
        for entry in controllers {
            for path in entry.text.literals where path.hasPrefix("/") && path.utf8.count > 1 {
                #expect(path == place || path.hasPrefix("\(place)/"), "\(entry.file.path): \(path)")
            }
        }
    }

    @Test func `The paths of groups are compared in one place`() throws {
        // In SQL their parts and ranges, in Swift their beginnings; paths of files and addresses are called otherwise.
        let comparison =
            #/
            (?:substr|length)\((?:\w+\.)?path[,)] | path\ (?:>=|LIKE|GLOB)\  | path\ [=<]\ [?:]
            | \)\.path\.hasPrefix | (?:group|home|own|top|parent|record)\??\.path\.(?:hasPrefix|split)
            | hasPrefix\(\w+\.path\)
            /#
        for file in try SourceTree.shared.entries.map(\.file) where file.folder != "Sources/ConsoleModel/Groups" {
            for (number, line) in file.lines.enumerated() where line.contains("path") {
                guard !line.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") else { continue }
                #expect(!line.contains(comparison), "\(file.path):\(number + 1): ask Subtree")
            }
        }
    }

    // MARK: Hazards

    /// Where a hazard is allowed, and why.
    private static let exceptions: [String: String] = [
        "Sources/MockUEMTesting/Console/BackgroundWork.swift":
            "a console that a test has started goes on when the call has returned, and what a test has made goes though "
            + "its task was cancelled"
    ]

    private static let hazards = [
        "@unchecked Sendable", "nonisolated(unsafe)", "try!", "as!", "fatalError(", " Task {", "Task.detached",
        "preconditionFailure(",
    ]

    @Test func `Hazards stand only where a reason is listed`() throws {
        for entry in try SourceTree.shared.entries where Self.exceptions[entry.file.path] == nil {
            let code = entry.text.code.joined(separator: "\n")
            for hazard in Self.hazards where code.contains(hazard) {
                for (number, line) in entry.text.code.enumerated() where line.contains(hazard) {
                    Issue.record("\(entry.file.path):\(number + 1): \(hazard)")
                }
            }
        }
    }

    @Test func `No more than two names are given values at once`() throws {
        for entry in try SourceTree.shared.entries {
            for (number, line) in entry.text.code.enumerated() where line.contains(") = ") {
                var rest = line.drop { $0 == " " }
                for word in ["let ", "var "] where rest.hasPrefix(word) { rest = rest.dropFirst(word.count) }
                guard rest.first == "(" else { continue }
                let names = rest.dropFirst().prefix { $0 != ")" }
                #expect(names.count { $0 == "," } < 2, "\(entry.file.path):\(number + 1)")
            }
        }
    }

    // MARK: Lengths

    @Test func `Files and functions stay short`() throws {
        let files = try SourceTree.shared.entries.map(\.file)
        for file in files {
            // Every configuration key is a member of one type, a sentence each: a table rather than code.
            let limit = file.path.hasSuffix("/ConfigurationKeys.swift") ? 600 : 400
            #expect(file.lines.count <= limit, "\(file.path) has \(file.lines.count) lines")
        }
        let lengths = files.map(\.lines.count).sorted()
        #expect(lengths[lengths.count / 2] <= 80, "the median file has \(lengths[lengths.count / 2]) lines")
        var functions: [Int] = []
        for file in files {
            for function in file.functions {
                functions.append(function.lines)
                #expect(function.lines <= 60, "\(file.path): \(function.name) has \(function.lines) lines")
            }
        }
        functions.sort()
        #expect(functions.count > 3000)
        #expect(functions[functions.count * 9 / 10] <= 25, "a tenth of the functions has more than 25 lines")
    }

    @Test func `Suites have an attribute only for a trait`() throws {
        // The compiler expands the attributes of all types of a module for each file that it compiles.
        for file in try SourceFile.all(below: "Tests") {
            #expect(!file.lines.contains { $0.hasPrefix("@Suite") && !$0.hasPrefix("@Suite(.") }, "\(file.path)")
        }
    }

    // MARK: Names

    @Test func `Names say what things are, not which layer they are of`() throws {
        // Names on the wire are what they are.
        for entry in try SourceTree.shared.entries where entry.storey != "DeviceProtocol" {
            let places = entry.file.path.split(separator: "/").dropFirst(2).dropLast().map(String.init)
            for name in places + [entry.file.name] + entry.declaredTypes {
                for word in ["Administration", "Details", "Reads", "StoreApp"] {
                    #expect(!name.contains(word), "\(entry.file.path): \(name)")
                }
                let isOfStore = name.hasPrefix("Store") && name.dropFirst("Store".count).first?.isUppercase != false
                #expect(!isOfStore, "\(entry.file.path): an app of a store is a public application")
            }
        }
    }
}
