import ArgumentParser
import ConsolePlatform
import DeviceSimulator
import Foundation
import MockConsole
import MockControl
import UnixSignals

/// `mockuem tail`: requests and events of a console in a terminal, as they happen.
struct Tail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show requests and events of a running console as they happen.",
        discussion: "Connects again when the connection is lost, and goes on where it was. Control-C ends it.")

    /// When lines are coloured.
    enum ColourChoice: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never
    }

    @OptionGroup(title: "Console and credentials") var target: TailTarget
    @OptionGroup(title: "Filters") var filters: TailFilters

    @Option(help: "Begin after the message with this id; 0.0 for all there are.")
    var since: String?

    @Option(help: "End after so many requests and events.")
    var limit: Int?

    @Flag(help: "Print each message as JSON on a line.")
    var json = false

    @Option(help: "When to colour: auto, always or never.")
    var color = ColourChoice.auto

    func run() async throws {
        try await CommandFailure.reporting {
            if let limit, limit < 1 { throw UsageError("--limit takes 1 or more.") }
            let line = json ? nil : TailLine(isColoured: isColoured)
            let follower = TailFollower(
                try target.resolve(), query: filters.query, since: since, limit: limit,
                print: { event in Self.write(line.map { $0.text(event) } ?? event.data) })
            try await Self.untilSignal { try await follower.follow() }
        }
    }

    private var isColoured: Bool {
        switch color {
        case .always: true
        case .never: false
        case .auto:
            LineLogHandler.wantsColour(
                isTerminal: isatty(1) == 1, environment: ProcessInfo.processInfo.environment)
        }
    }

    /// Writes a line at once; false if nobody reads any more.
    private static func write(_ line: String) -> Bool {
        (try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))) != nil
    }

    /// Works until a signal says to end.
    private static func untilSignal(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) { return }
                try await Task.sleep(for: .seconds(Int64.max / 2))
            }
            group.addTask { try await work() }
            try await group.next()
        }
    }
}
