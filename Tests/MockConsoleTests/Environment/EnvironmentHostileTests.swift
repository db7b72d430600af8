import DeviceProtocol
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Files that mean harm: they end quickly, with an error, on a small stack.
struct EnvironmentHostileTests {
    /// A list of nine aliases, again and again.
    private static func laughs(levels: Int) -> String {
        var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
        for level in 1...levels {
            let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            lines.append("a\(level): &a\(level) [\(aliases)]")
        }
        return lines.map { "        \($0)\n" }.joined()
    }

    private static func nested(_ style: String, levels: Int) -> String {
        switch style {
        case "flow lists": String(repeating: "[", count: levels)
        case "closed flow lists": String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        case "flow mappings": String(repeating: "{a: ", count: levels)
        case "block lists": String(repeating: "- ", count: levels) + "x"
        case "explicit keys": String(repeating: "? ", count: levels) + "x"
        default: (0..<levels).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        }
    }

    /// What reading a text is refused with, on a thread with the stack of a secondary thread on macOS.
    private static func refusalOnSmallStack(_ text: String) -> ConsoleError? {
        let refusal = NIOLockedValueBox<ConsoleError?>(nil)
        let done = DispatchSemaphore(value: 0)
        withExtendedLifetime(text) {
            let box = SmallStack(text: text)
            let thread = Thread { box.run(done) }
            thread.stackSize = 512 * 1024
            thread.start()
            done.wait()
            refusal.withLockedValue { $0 = box.error.withLockedValue { $0 } }
        }
        return refusal.withLockedValue { $0 }
    }

    private final class SmallStack: Sendable {
        let text: String
        let error = NIOLockedValueBox<ConsoleError?>(nil)

        init(text: String) { self.text = text }

        func run(_ done: DispatchSemaphore) {
            do { _ = try EnvironmentReader.read(text) } catch let refusal as ConsoleError {
                error.withLockedValue { $0 = refusal }
            } catch {}
            done.signal()
        }
    }

    @Test(
        arguments: [
            "flow lists", "closed flow lists", "flow mappings", "block lists", "block mappings", "explicit keys",
        ],
        [900, 5000])
    func `Deep nesting is refused, not run into`(style: String, levels: Int) throws {
        let error = #expect(throws: ConsoleError.self) {
            try EnvironmentReader.read(Self.nested(style, levels: levels))
        }
        #expect(error?.code == .unprocessable)
    }

    @Test(
        arguments: [
            "flow lists", "closed flow lists", "flow mappings", "block lists", "block mappings", "explicit keys",
        ],
        [900, 5000])
    func `Deep nesting does not exhaust a stack of 512 KiB`(style: String, levels: Int) throws {
        #expect(Self.refusalOnSmallStack(Self.nested(style, levels: levels))?.code == .unprocessable)
    }

    @Test func `Aliases that multiply are stopped`() throws {
        let text = EnvironmentFixtures.global(
            "profiles:\n    - name: p\n      payloads:\n      - PayloadType: X\n" + Self.laughs(levels: 9))
        let error = #expect(throws: ConsoleError.self) { try EnvironmentReader.read(text) }
        #expect(error?.details.contains { $0.contains("has more than 32 aliases") } == true)
    }

    @Test func `A few aliases that multiply are stopped as well`() throws {
        let leaf = "a0: &a0 [\(Array(repeating: "1", count: 40).joined(separator: ","))]"
        let levels = (1...9).map { "a\($0): &a\($0) [*a\($0 - 1),*a\($0 - 1),*a\($0 - 1)]" }
        let payload = (["PayloadType: X", leaf] + levels).joined(separator: ", ")
        let text = EnvironmentFixtures.global("profiles: [{name: p, payloads: [{\(payload)}]}]")
        let error = #expect(throws: ConsoleError.self) { try EnvironmentReader.read(text) }
        #expect(error?.details.contains { $0.contains("too large once its aliases are followed") } == true)
    }

    @Test func `Aliases that multiply in a mapping key are stopped before the parser hashes them`() throws {
        let text = EnvironmentFixtures.global(
            "profiles:\n    - name: p\n      payloads:\n      - PayloadType: X\n" + Self.laughs(levels: 9)
                + "        ? *a9\n        : y\n")
        #expect(throws: ConsoleError.self) { try EnvironmentReader.read(text) }
    }

    @Test(arguments: [
        "['\"', *a12, *a12]: 1", "? *a12\n: 1", "? [x, {y: *a12}]\n: 1", "b: {? *a12 : 1}", "*a12 : 1",
    ])
    func `No alias is a mapping key, or in one`(line: String) throws {
        let levels = (1...12).map { "a\($0): &a\($0) ['\"', *a\($0 - 1), *a\($0 - 1)]" }
        let text = (["a0: &a0 [1]"] + levels + [line, ""]).joined(separator: "\n")
        let error = #expect(throws: ConsoleError.self) { try EnvironmentReader.value(text) }
        #expect(error?.code == .badRequest)
        #expect(error?.message.contains("an alias cannot be a mapping key") == true)
    }

    @Test(arguments: ["'\"', ", "\"\\\"\", ", "\"'\", ", "it's, ", "a\"b, ", "# \"\n", "x # '\n, "])
    func `Quotes of any kind hide no aliases`(mark: String) throws {
        let aliases = Array(repeating: "*a", count: 33).joined(separator: ", ")
        let error = #expect(throws: ConsoleError.self) {
            try EnvironmentReader.value("a: &a 1\nb: [\(mark)\(aliases)]\n")
        }
        #expect(error?.message.contains("has more than 32 aliases") == true)
    }

    @Test(arguments: [
        ("mapping", "a mapping has more than 1000 keys"), ("list", "has more than 20000 keys and values"),
        ("mapping below", "a mapping has more than 1000 keys"), ("pairs", "has more than 20000 keys and values"),
    ])
    func `Keys and nodes of a body are counted before anything is made of them`(
        form: String, problem: String
    ) throws {
        let keys = (0...1000).map { "k\($0): \($0)" }
        let text =
            switch form {
            case "mapping": keys.joined(separator: "\n")
            case "mapping below": "a: {\(keys.joined(separator: ", "))}"
            case "pairs":
                (0..<100).map { "a\($0): {\(keys.prefix(150).joined(separator: ", "))}" }.joined(separator: "\n")
            default: "[\(Array(repeating: "1", count: 20_000).joined(separator: ", "))]"
            }
        let error = #expect(throws: ConsoleError.self) { try EnvironmentReader.value(text) }
        #expect(error?.code == .badRequest && error?.message.contains(problem) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("line ") == true)
    }

    @Test func `As many keys and nodes as a body may have are read`() throws {
        let keys = (1...1000).map { "k\($0): \($0)" }.joined(separator: "\n")
        #expect(try EnvironmentReader.value(keys)["k1000"] == .number("1000"))
        let list = "[\(Array(repeating: "1", count: 19_999).joined(separator: ", "))]"
        guard case .array(let elements) = try EnvironmentReader.value(list) else {
            Issue.record("It is no list.")
            return
        }
        #expect(elements.count == 19_999)
    }

    @Test func `An environment file has mappings of ten thousand keys at most`() throws {
        let keys = (0...10_000).map { "k\($0): \($0)" }.joined(separator: ", ")
        let text = EnvironmentFixtures.global("profiles: [{name: p, payloads: [{PayloadType: X, value: {\(keys)}}]}]")
        let error = #expect(throws: ConsoleError.self) { try EnvironmentReader.read(text) }
        #expect(error?.details.contains { $0.contains("a mapping has more than 10000 keys") } == true)
    }

    @Test func `What aliases stand for is weighed before it is made, texts by their bytes`() throws {
        let list = Array(repeating: "1", count: 10).joined(separator: ", ")
        let levels = (1...5).map { level in
            "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 6).joined(separator: ", "))]"
        }
        let text = String(repeating: "x", count: 1_000_000)
        let files = [
            (["a0: &a0 [\(Array(repeating: list, count: 10).joined(separator: ", "))]"] + levels).joined(
                separator: "\n"),
            "a: &a \(text)\nb: [\(Array(repeating: "*a", count: 10).joined(separator: ", "))]",
        ]
        for file in files {
            let error = #expect(throws: ConsoleError.self) { try EnvironmentReader.value(file) }
            #expect(error?.message.contains("too large once its aliases are followed") == true)
        }
    }

    @Test func `Stars and ampersands are no aliases in a block text, a comment or a plain text`() throws {
        let stars = Array(repeating: "*x &y", count: 50).joined(separator: " ")
        let file = "a: &a 1\nb: |\n  \(stars)\n  *x\nc: '\(stars)' # \(stars)\nd: x \(stars)\ne: *a\n"
        let value = try EnvironmentReader.value(file)
        #expect(value["b"] == .string("\(stars)\n*x\n") && value["c"] == .string(stars))
        #expect(value["d"] == .string("x \(stars)") && value["e"] == value["a"])
    }

    @Test func `Stars and ampersands in quoted texts are no aliases`() throws {
        let stars = Array(repeating: "*x &y", count: 50).joined(separator: " ")
        let text = EnvironmentFixtures.global("name: \"\(stars.prefix(200))\"")
        #expect(try EnvironmentReader.read(text).groups.first?.name == String(stars.prefix(200)))
    }

    @Test func `An alias that is used in earnest is followed`() throws {
        let text = EnvironmentFixtures.global(
            "profiles:\n    - {name: p, payloads: &same [{PayloadType: X, a: 1}]}\n    - {name: q, payloads: *same}")
        let profiles = try EnvironmentReader.read(text).groups.flatMap(\.profiles)
        #expect(profiles.count == 2 && profiles.first?.payloads == profiles.last?.payloads)
    }

    @Test func `A file of very many groups is read`() throws {
        let groups = (0..<3000).map { "  - path: global/g\($0)\n" }.joined()
        #expect(
            try EnvironmentReader.read("version: 2\norganizationGroups:\n  - path: global\n" + groups).groups.count
                == 3001)
    }
}
