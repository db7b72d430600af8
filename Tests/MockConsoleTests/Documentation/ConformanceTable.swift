import Foundation

@testable import ConsoleTestSupport

/// One thing the protocol asks for, and the tests that show it.
struct ConformanceRow: Hashable, Sendable {
    /// Number of the section of DeviceServices.
    let section: String
    /// What is asked for: a field, a value, a status or a call, as it is written there.
    let subject: String
    /// Tests that show it, as `Suite: test` or `Suite`; empty if none does.
    var tests: [String]
    /// Why there need be none.
    var reason: String?
}

/// Reads what the protocol asks for out of its article, and finds the tests that show it.
///
/// A thing is shown by a test of the folders of its section that names it.
struct ConformanceTable {
    /// Sections whose tables ask nothing of a console, and why.
    static let silent: [String: String] = [
        "0": "a convention of the article", "1.4": "what clients do", "2": "a vocabulary",
        "3": "an index, shown route by route", "4.2.6": "what clients do", "29": "a summary", "30": "open questions",
    ]
    /// Where the tests of a section lie; the longest number that fits counts.
    static let folders: [String: [String]] = [
        "1": ["Routing", "BadInput", "Discovery", "Simulator", "Live"], "4.2": ["RequestSignature", "BadInput"],
        "4.6": ["RequestSignature", "BadInput", "Enrollment"], "5": ["Discovery"],
        "6": ["Enrollment", "AgentEnrollment"], "7": ["Login", "Enrollment", "SAML"], "8": ["Enrollment"],
        "9": ["Enrollment"], "10": ["Enrollment"], "11": ["TermsOfUse"], "12": ["Profiles", "BadInput"],
        "13": ["Commands", "BadInput"], "14": ["Beacons"], "15": ["Logs", "BadInput"], "16": ["Samples", "Analytics"],
        "17": ["Analytics", "DataUsage"], "18": ["DoNotDisturb"], "20": ["Pinning"], "21": ["Support"],
        "22": ["KeyEscrow"], "23": ["Unenrollment"], "24": ["Requery"], "25": ["Compliance", "Beacons"],
        "28": ["Discovery"],
    ]

    private let tests: [SourceFile]

    /// A table that looks for tests in the package.
    init() throws {
        tests = try SourceFile.all(below: "Tests").filter { $0.name.hasSuffix("Tests") }
    }

    /// Every row, in the order of the article.
    func rows(of article: String) -> [ConformanceRow] {
        ArticleTables.subjects(article).map { section, subject, isServed in
            if let reason = Self.value(in: Self.silent, for: section) {
                return ConformanceRow(section: section, subject: subject, tests: [], reason: reason)
            }
            let named = ConformancePhrases.tests["\(section) \(subject)"]
            var found = named.map { $0.compactMap(self.test) } ?? self.tests(naming: subject, in: section)
            if found.isEmpty { found = (ConformancePhrases.sections[section] ?? []).compactMap(self.test) }
            if found.isEmpty, ConformancePhrases.optional.contains("\(section) \(subject)") {
                return ConformanceRow(section: section, subject: subject, tests: [], reason: "optional, and not sent")
            }
            let reason = found.isEmpty && !isServed ? "not served yet" : nil
            return ConformanceRow(section: section, subject: subject, tests: found, reason: reason)
        }
    }

    /// The rows as the article "Conformance" shows them.
    static func text(_ rows: [ConformanceRow]) -> String {
        var lines: [String] = []
        var section = ""
        for row in rows where !(row.reason.map(silent.values.contains) ?? false) {
            if row.section != section {
                section = row.section
                lines += ["", "### Section \(section)", "", "| What | Shown by |", "|---|---|"]
            }
            let tests = row.tests.isEmpty ? row.reason ?? "nothing" : row.tests.joined(separator: "; ")
            lines.append("| \(row.subject) | \(tests) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Routes with the statuses their tests show.
    static func routes() -> String {
        let rows = DeviceRoute.allCases.map(row)
        return "\n### Routes\n\n| Route | Answered | Refused |\n|---|---|---|\n" + rows.joined(separator: "\n") + "\n"
    }

    /// The row of a route: what it answers to its accepted request, and every refusal the tables of bad input show.
    static func row(of route: DeviceRoute) -> String {
        var refusals: Set<Int> = [405]
        if route.bodyKind != .none { refusals.formUnion([400, 413]) }
        if route.isAuthenticated { refusals.formUnion([route.unauthorized, 403, 404]) }
        let list = refusals.sorted().map(String.init).joined(separator: ", ")
        return "| `\(route.method) \(route.pattern)` | \(route.accepted) | \(list) |"
    }

    /// What stands for a section: under its own number, or the longest beginning of it.
    private static func value<Value>(in table: [String: Value], for section: String) -> Value? {
        var number = section[...]
        while true {
            if let value = table[String(number)] { return value }
            guard let dot = number.lastIndex(of: ".") else { return nil }
            number = number[..<dot]
        }
    }

    /// A test of a name, with its suite; nil if there is none.
    private func test(_ name: String) -> String? {
        tests.first { $0.lines.contains { $0.contains("func `\(name)`") } }.map { "\($0.name): \(name)" }
    }

    private func tests(naming subject: String, in section: String) -> [String] {
        let folders = Self.value(in: Self.folders, for: section) ?? []
        let word = subject.replacing("`", with: "")
        var named: [String] = []
        var tables: [String] = []
        for file in tests where folders.contains(where: file.path.contains) {
            let lines = file.lines.indices.filter { file.lines[$0].contains(word) && Self.names(file.lines[$0], word) }
            if let test = lines.lazy.compactMap(file.test).first {
                named.append("\(file.name): \(test)")
            } else if !lines.isEmpty {
                tables.append(file.name)
            }
        }
        return Array((named + tables).prefix(2))
    }

    /// Whether a line names a word, not as a part of another.
    private static func names(_ line: String, _ word: String) -> Bool {
        line.ranges(of: word).contains { range in
            let before = range.lowerBound == line.startIndex ? nil : line[line.index(before: range.lowerBound)]
            let after = range.upperBound == line.endIndex ? nil : line[range.upperBound]
            return ![before, after].contains { $0.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false }
        }
    }
}

extension SourceFile {
    /// Name of the test a line stands in; nil outside of one.
    fileprivate func test(around line: Int) -> String? {
        for index in stride(from: line, through: 0, by: -1) {
            if let match = try? /^ *(@Test )?func `(?<name>[^`]+)`/.firstMatch(in: lines[index]) {
                return String(match.name)
            }
            // A member that is no test ends the search.
            if lines[index].hasPrefix("    }"), index < line { return nil }
        }
        return nil
    }
}

/// Tables of an article, read for what their first columns name.
enum ArticleTables {
    /// Section, subject and whether the section is served, for every row of every table with a field, value or status.
    static func subjects(_ article: String) -> [(section: String, subject: String, isServed: Bool)] {
        var found: [(String, String, Bool)] = []
        var section = "", isServed = true, unservedLevel = 0
        var isInTable = false
        for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
            if let match = try? /^(?<marks>#+)\s(?<number>[0-9.]+?)\.?\s/.prefixMatch(in: line) {
                section = String(match.number)
                if match.marks.count <= unservedLevel { (isServed, unservedLevel) = (true, 0) }
                if isServed { unservedLevel = match.marks.count }
            } else if line.hasPrefix("> Note: Not served yet") {
                isServed = false
            }
            guard line.hasPrefix("|") else {
                isInTable = false
                continue
            }
            // The first line of a table is its header, the second rules it off.
            if isInTable, !line.hasPrefix("|---"), !section.isEmpty {
                for subject in subjects(ofRow: String(line), in: section) { found.append((section, subject, isServed)) }
            }
            isInTable = true
        }
        return found
    }

    /// What the first cell names: the words in backticks, else a number or a short text.
    private static func subjects(ofRow line: String, in section: String) -> [String] {
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let first = cells.first else { return [] }
        // The messages of section 6.1 name the members of their objects in the last column.
        let place = section == "6.1" ? line : first
        let words = place.matches(of: /`(?<word>[^`]+)`/).map { "`\($0.word)`" }
        return words.isEmpty ? [first] : words
    }
}
