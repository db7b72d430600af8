import ConsoleHTTP
import ConsolePlatform
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle

/// One open stream: writes what is new whenever something may be, until its reader leaves or it has to end.
struct StreamSession: Sendable {
    let rules: StreamRules
    let query: StreamQuery
    /// Whether there is a journal.
    let hasJournal: Bool
    let channel: any Channel
    /// Ring whenever something may be new.
    let sources: [Wait.Source]
    /// When a write began that has not ended; nil if none is under way.
    private let writing = NIOLockedValueBox<ContinuousClock.Instant?>(nil)

    init(
        _ query: StreamQuery, rules: StreamRules, hasJournal: Bool, channel: any Channel, sources: [Wait.Source]
    ) {
        self.query = query
        self.rules = rules
        self.hasJournal = hasJournal
        self.channel = channel
        self.sources = sources
    }

    /// Writes the stream.
    ///
    /// - Throws: What the connection throws, and an error if the client is gone.
    func run(_ source: StreamSource, to writer: inout any ResponseBodyWriter) async throws {
        let bell = WaitBell()
        let departure = try await Departure.watch(channel, bell)
        defer { departure.end() }
        let pen = StreamPen(writer, limit: query.limit, writing: writing)
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await rung(bell, source, pen)
            } onGracefulShutdown: {
                bell.end(.consoleStops)
            }
        } onCancel: {
            bell.end(.clientLeaves)
        }
        try await pen.finish()
    }

    private func rung(_ bell: WaitBell, _ source: StreamSource, _ pen: StreamPen) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for source in sources { group.addTask { await source(bell) } }
            group.addTask {
                try await Task.sleep(for: .seconds(query.seconds))
                bell.end(.timeIsOver)
            }
            group.addTask { try await beat(bell) }
            try await follow(bell, source, pen)
        }
    }

    /// Rings for signs of life, and closes the connection of a reader that takes nothing.
    private func beat(_ bell: WaitBell) async throws {
        let pause = min(rules.heartbeat, rules.patience)
        while true {
            try await Task.sleep(for: pause)
            if let began = writing.withLockedValue({ $0 }), ContinuousClock.now - began >= rules.patience {
                bell.end(.clientLeaves)
                return channel.close(promise: nil)
            }
            bell.ring()
        }
    }

    private func follow(_ bell: WaitBell, _ source: StreamSource, _ pen: StreamPen) async throws {
        var source = source
        let begin = try await source.begin()
        pen.position = begin.position
        try await pen.open()
        if !hasJournal, query.hasEntries {
            try await pen.write(StreamNotice(notice: .off, message: "The journal is off: requests are not reported."))
        }
        if let notice = begin.notice { try await pen.write(notice) }
        var isFollowing = false
        for await _ in bell.rings {
            if bell.ending == .clientLeaves { throw ConsoleError(.unavailable, "The client is gone.") }
            // What was answered before the end is still reported.
            if try await deliver(&source, pen, isFollowing: isFollowing) { return }
            isFollowing = true
            switch bell.ending {
            case .consoleStops?:
                return try await pen.write(StreamNotice(notice: .stopping, message: "The console is stopping."))
            case .timeIsOver?: return
            case .clientLeaves?, nil: break
            }
            if ContinuousClock.now - pen.last >= rules.heartbeat { try await pen.beat() }
        }
    }

    /// Writes all that is new.
    ///
    /// - Returns: Whether the stream is over.
    private func deliver(_ source: inout StreamSource, _ pen: StreamPen, isFollowing: Bool) async throws -> Bool {
        while true {
            let finding = try await source.look(after: pen.position)
            if isFollowing, finding.backlog > rules.backlog {
                let message =
                    "This reader is \(finding.backlog) requests behind, and stream.backlog allows \(rules.backlog); "
                    + "it may go on in a new stream."
                try await pen.write(StreamNotice(notice: .slow, message: message))
                return true
            }
            if let notice = finding.notice { try await pen.write(notice) }
            if try await pen.write(finding.messages) || finding.isOver { return true }
            pen.position = finding.position
            if !finding.isCut { return false }
        }
    }
}

/// Writes messages to a reader, and notes how far it has come.
private final class StreamPen {
    private var writer: any ResponseBodyWriter
    /// How many messages are still to be written; nil for any number.
    private var left: Int?
    private let writing: NIOLockedValueBox<ContinuousClock.Instant?>
    /// How far the reader has come.
    var position = StreamPosition(request: 0, event: 0)
    /// When something was written last.
    private(set) var last = ContinuousClock.now

    init(
        _ writer: any ResponseBodyWriter, limit: Int?, writing: NIOLockedValueBox<ContinuousClock.Instant?>
    ) {
        self.writer = writer
        self.writing = writing
        left = limit
    }

    /// Writes what a stream begins with.
    func open() async throws { try await send(StreamMessage.opening) }

    /// Writes a sign of life.
    func beat() async throws { try await send(StreamMessage.heartbeat(at: position)) }

    /// Writes a notice.
    func write(_ notice: StreamNotice) async throws {
        var buffer = ByteBuffer()
        try StreamMessage(.notice, at: position, notice).write(to: &buffer)
        try await send(buffer)
    }

    /// Writes messages.
    ///
    /// - Returns: Whether those were all that were wanted.
    func write(_ messages: [StreamMessage]) async throws -> Bool {
        let wanted = messages.prefix(left ?? messages.count)
        if !wanted.isEmpty {
            var buffer = ByteBuffer()
            for message in wanted { message.write(to: &buffer) }
            try await send(buffer)
        }
        left = left.map { $0 - wanted.count }
        return left == 0
    }

    /// Ends the answer.
    func finish() async throws { try await writer.finish(nil) }

    private func send(_ buffer: ByteBuffer) async throws {
        writing.withLockedValue { $0 = .now }
        defer { writing.withLockedValue { $0 = nil } }
        try await writer.write(buffer)
        last = .now
    }
}
