import Foundation
@testable import ConsoleTestSupport

/// A source file, read for the tests that hold the layout.
struct SourceFile: Sendable {
    /// Path below the package.
    let path: String
    /// Lines without their ends.
    let lines: [String]

    /// File name without ending.
    var name: String { String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "") }

    /// Folder the file stands in, below the package.
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// Modules it imports.
    var imports: Set<String> {
        Set(
            lines.lazy.filter { $0.utf8.count < 80 && $0.contains("import ") }.compactMap { line in
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index <= 2, !line.hasPrefix(" "),
                    words.count > index + 1
                else { return nil }
                return String(words[index + 1])
            })
    }

    /// Functions and initialisers with a body: name and number of lines.
    var functions: [(name: String, lines: Int)] {
        var found: [(String, Int)] = []
        for (start, line) in lines.enumerated() where line.contains("func ") || line.contains("init") {
            let indent = Self.indent(line)
            let words = line.dropFirst(indent).split(separator: " ")
            guard words.first?.hasPrefix("/") == false, let name = Self.function(words) else { continue }
            // A requirement has no body: what encloses it goes on, or ends, first.
            let end = lines[(start + 1)...].firstIndex {
                !$0.isEmpty && Self.indent($0) <= indent && !$0.hasSuffix("{") && $0.dropFirst(indent).first != ")"
            }
            guard let end, Self.indent(lines[end]) == indent, lines[end].dropFirst(indent) == "}" else { continue }
            found.append((name, end - start + 1))
        }
        return found
    }

    /// The function or initialiser that words of a line declare.
    private static func function(_ words: [Substring]) -> String? {
        if let index = words.firstIndex(of: "func"), index + 1 < words.count { return String(words[index + 1]) }
        return words.contains { word in ["init(", "init<", "init?("].contains(where: word.hasPrefix) } ? "init" : nil
    }

    private static func indent(_ line: String) -> Int {
        line.utf8.firstIndex { $0 != UInt8(ascii: " ") }.map { line.utf8.distance(from: line.utf8.startIndex, to: $0) }
            ?? line.utf8.count
    }

    /// The folder of the package.
    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every Swift file of a folder of the package.
    static func all(below folder: String) throws -> [SourceFile] {
        try text(below: folder, ending: ".swift").map { path, text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return SourceFile(path: path, lines: lines.map(String.init))
        }
    }

    /// Every file of a folder of the package whose name ends like that: its path and its text, by path.
    static func text(below folder: String, ending: String) throws -> [(path: String, text: String)] {
        let start = package.appending(path: folder)
        let found = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)?.allObjects ?? []
        return try found.compactMap { $0 as? URL }.filter { $0.lastPathComponent.hasSuffix(ending) }.map { url in
            let path = String(url.path().dropFirst(package.path().count)).trimmingPrefix("/")
            return (String(path), try String(contentsOf: url, encoding: .utf8))
        }.sorted { $0.path < $1.path }
    }
}

/// The sources of the console with their rooms, read once for all tests.
struct SourceTree: Sendable {
    /// A file with what it says and the room it belongs to.
    struct Entry: Sendable {
        let file: SourceFile
        let text: SwiftText
        /// Folder of the nearest door above the file, or its folder of the model; nil outside of rooms.
        let room: String?

        /// The module it is part of.
        var storey: String { String(file.path.split(separator: "/")[1]) }

        /// Types that other files can name.
        var declaredTypes: [String] {
            text.code.compactMap { line in
                // Most lines are inside of something.
                guard let first = line.utf8.first, first > UInt8(ascii: "/"), first != UInt8(ascii: "}") else {
                    return nil
                }
                let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
                guard let index = words.firstIndex(where: { Self.kinds.contains($0) }), index + 1 < words.count,
                    !words[..<index].contains("private"), !words[..<index].contains("fileprivate"),
                    !words[..<index].contains("extension")
                else { return nil }
                return String(words[index + 1])
            }
        }

        private static let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "typealias"]
    }

    /// Every Swift file below `Sources`.
    let entries: [Entry]
    /// Doors by their folders.
    let doors: [String: [SourceFile]]

    private static let read = Result { try SourceTree() }

    /// The tree, read when it is first asked for.
    static var shared: SourceTree { get throws { try read.get() } }

    private init() throws {
        let files = try SourceFile.all(below: "Sources")
        let doors = Dictionary(
            grouping: files.filter { $0.name.hasSuffix("Feature") && $0.name != "Feature" }, by: \.folder)
        self.doors = doors
        entries = files.map { file in
            Entry(
                file: file, text: SwiftText(file.lines.joined(separator: "\n")),
                room: Self.room(file, doors: Set(doors.keys)))
        }
    }

    private static func room(_ file: SourceFile, doors: Set<String>) -> String? {
        var parts = file.path.split(separator: "/").dropLast()
        if parts.count > 2, parts[1] == "ConsoleModel" { return parts[..<3].joined(separator: "/") }
        while !parts.isEmpty {
            let folder = parts.joined(separator: "/")
            if doors.contains(folder) { return folder }
            parts.removeLast()
        }
        return nil
    }
}
