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

    @Test func `A few aliases that multiply are stopped while they are read`() throws {
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
