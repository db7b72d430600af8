import DeviceProtocol
import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleResources
@testable import ConsoleTestSupport

/// The article about SDK profiles and the program know the same payloads, settings, kinds and values.
struct ProfileCatalogueTests {
    /// A setting as a table of section 3 describes it.
    private struct Row {
        let type: String
        let key: String
        /// The column "Kind".
        let kind: String
        /// The whole row.
        let text: String
    }

    private static func article() throws -> [Substring] {
        try EmbeddedFile.required("Sources/MockConsole/MockConsole.docc/SDKProfile.md").text
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The rows of the tables whose first column is "Key", below the headings of sections 3.2 to 3.17.
    private static func rows() throws -> [Row] {
        var rows: [Row] = []
        var type: String?
        var kindColumn: Int?
        for line in try article() {
            if line.hasPrefix("#") {
                type = (try? /^### 3\.\d+ `(?<type>\w+)`/.firstMatch(in: line)).map { String($0.type) }
                kindColumn = nil
            }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard let type, line.hasPrefix("|") else {
                kindColumn = nil
                continue
            }
            if !cells[0].hasPrefix("`") { kindColumn = cells[0] == "Key" ? cells.firstIndex(of: "Kind") : kindColumn }
            guard let kindColumn, cells[0].hasPrefix("`") else { continue }
            for key in cells[0].matches(of: /`(\w+)`/) {
                rows.append(Row(type: type, key: String(key.1), kind: cells[kindColumn], text: String(line)))
            }
        }
        return rows
    }

    @Test func `The tables have every setting of every payload, and no other`() throws {
        let described = try Self.rows().map { "\($0.type).\($0.key)" }
        let known = PayloadSchema.all.flatMap { schema in schema.keys.map { "\(schema.type).\($0.name)" } }
        #expect(Set(described) == Set(known))
        #expect(described.count == known.count)
    }

    @Test func `Every setting is of the kind its table says`() throws {
        for row in try Self.rows() {
            let kind = try #require(PayloadSchema.named(row.type)?.key(row.key)?.kind)
            #expect(Self.matches(row.kind, kind), "\(row.type).\(row.key) is \(row.kind), not \(kind.allowed)")
        }
    }

    /// Whether a kind in words is that of the schema.
    private static func matches(_ words: String, _ kind: PayloadValueKind) -> Bool {
        let word = words.replacing("*", with: "").split(separator: ",")[safe: 0] ?? ""
        switch (word, kind) {
        case ("enum", .enumeration), ("bool", .bool), ("[string]", .strings), ("data", .certificate),
            ("colour", .colour),
            ("int", .integer), ("int", .enumeration), ("string", .string), ("string", .url), ("string URL", .image),
            ("array of base64 strings", .base64Strings), ("array of certificates", .certificates),
            ("array of dictionaries", .geofenceAreas), ("", .string):
            return true
        case ("real", .real(let strict, _, _)): return !strict
        default: return false
        }
    }

    @Test func `Every choice has the numbers its table says`() throws {
        for row in try Self.rows() {
            guard case .enumeration(let choices)? = PayloadSchema.named(row.type)?.key(row.key)?.kind else { continue }
            let said = row.text.matches(of: /[|,] (-?\d+) [A-Za-z]/).compactMap { Int64($0.1) }
            #expect(said == choices.map(\.value), "\(row.type).\(row.key)")
        }
    }

    @Test func `Booleans have the default their table says`() throws {
        for row in try Self.rows() where row.kind == "bool" {
            guard let said = row.text.firstMatch(of: /\| (true|false) \|/) else { continue }
            let summary = PayloadSchema.named(row.type)?.key(row.key)?.summary.lowercased() ?? ""
            #expect(summary.contains(said.1), "\(row.type).\(row.key)")
        }
    }

    @Test func `The last table says of every setting what is taken`() throws {
        let lines = try Self.article()
        let start = try #require(lines.firstIndex { $0.hasPrefix("### 3.19 ") })
        let table = lines[start...].drop { !$0.hasPrefix("| `") }.prefix { $0.hasPrefix("| `") }.map(String.init)
        let expected = PayloadSchema.all.flatMap { schema in
            schema.keys.map { "| `\(schema.type)` | `\($0.name)` | \($0.kind.allowed) |" }
        }
        for (line, wanted) in zip(table, expected) { #expect(line == wanted) }
        #expect(table.count == expected.count)
    }
}

extension Array {
    /// The element at a position, if there is one.
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
