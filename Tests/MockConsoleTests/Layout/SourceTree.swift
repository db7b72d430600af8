import Foundation

/// A source file, read for the tests that hold the layout.
struct SourceFile: Sendable {
    /// Path below the package.
    let path: String
    /// Lines without their ends.
    let lines: [String]

    /// Folder below `Sources/MockConsole`, such as `Beacons`; empty for files at its top or outside.
    var folder: String {
        let parts = path.split(separator: "/")
        return parts.count > 3 && parts[1] == "MockConsole" ? String(parts[2]) : ""
    }

    /// File name without ending.
    var name: String { String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "") }

    /// Modules it imports.
    var imports: Set<String> {
        Set(
            lines.compactMap { line in
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index <= 1, !line.hasPrefix(" "),
                    words.count > index + 1
                else { return nil }
                return String(words[index + 1])
            })
    }

    /// Code without comments and without text literals on one line.
    var code: [String] {
        let literal = /"(\\.|[^"\\])*"/
        return lines.map { line in
            let text = line.utf8.contains(UInt8(ascii: "\"")) ? line.replacing(literal, with: "\"\"") : line
            return text.firstRange(of: "//").map { String(text[..<$0.lowerBound]) } ?? text
        }
    }

    /// Types declared at the top of the file.
    var declaredTypes: [String] {
        let pattern = /^(public |final |private |fileprivate )*(struct|enum|class|actor|protocol) (?<name>\w+)/
        return lines.compactMap { line in
            // Most lines are inside of something; they are not worth a regular expression.
            guard line.utf8.first.map({ $0 > UInt8(ascii: "/") && $0 != UInt8(ascii: "}") }) == true,
                let match = try? pattern.firstMatch(in: line), !line.contains("private ")
            else { return nil }
            return String(match.name)
        }
    }

    /// Functions and initialisers with a body: name and number of lines.
    var functions: [(name: String, lines: Int)] {
        var found: [(String, Int)] = []
        let pattern = /^(?<indent> *)[^\/"]*\b(?<name>func \S+|init)[(<?]/
        for (start, line) in lines.enumerated() where line.contains("func ") || line.contains("init") {
            guard let match = try? pattern.firstMatch(in: line) else { continue }
            let end = lines[start...].firstIndex { $0 == "\(match.indent)}" }
            guard let end, !lines[start..<end].isEmpty else { continue }
            found.append((String(match.name), end - start + 1))
        }
        return found
    }

    /// Every Swift file of a folder of the package.
    static func all(below folder: String) throws -> [SourceFile] {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let start = root.appending(path: folder)
        let found = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)?.allObjects ?? []
        return try found.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { url in
            let text = try String(contentsOf: url, encoding: .utf8)
            let path = String(url.path().dropFirst(root.path().count)).trimmingPrefix("/")
            return SourceFile(
                path: String(path),
                lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }.sorted { $0.path < $1.path }
    }
}
