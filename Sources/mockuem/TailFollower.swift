import ConsolePlatform
import DeviceSimulator
import Foundation
import MockControl

/// Reads the stream of a console, and connects again when it is lost.
struct TailFollower: Sendable {
    /// The longest pause before connecting again.
    private static let longestPause = Duration.seconds(10)

    private let target: TailTarget.Resolved
    private let query: [URLQueryItem]
    private let since: String?
    private let limit: Int?
    /// Shows a message; false if nobody reads any more.
    private let show: @Sendable (SentEvent) -> Bool

    init(
        _ target: TailTarget.Resolved, query: [URLQueryItem], since: String?, limit: Int?,
        print show: @escaping @Sendable (SentEvent) -> Bool
    ) {
        self.target = target
        self.query = query
        self.since = since
        self.limit = limit
        self.show = show
    }

    /// How a connection ended.
    private enum Ending {
        case enough
        case lost(pause: Duration?)
    }

    /// Where it has come to.
    private struct Progress {
        var lastID: String
        var shown = 0
        /// Whether nobody reads what is shown any more.
        var isUnread = false
        var hasConnected = false
        var pause = Duration.seconds(1)
    }

    /// Shows messages until there are enough, or nobody reads.
    ///
    /// - Throws: ``ConsoleError`` if the console refuses, or never answered.
    func follow() async throws {
        var progress = Progress(lastID: since ?? "")
        while true {
            let before = progress.lastID
            switch try await connect(&progress) {
            case .enough: return
            case .lost(let pause):
                if progress.lastID != before { progress.pause = .seconds(1) }
                try await Task.sleep(for: pause ?? progress.pause)
                progress.pause = min(progress.pause * 2, Self.longestPause)
            }
        }
    }

    private func connect(_ progress: inout Progress) async throws -> Ending {
        var headers = ["Authorization": target.authorization, "Accept": "text/event-stream"]
        if !progress.lastID.isEmpty { headers["Last-Event-ID"] = progress.lastID }
        do {
            let opening = try await read(headers, &progress)
            if progress.shown == limit || progress.isUnread { return .enough }
            guard (200..<300).contains(opening.status) else { return try refused(opening, progress) }
            return .lost(pause: nil)
        } catch let error as ConsoleError {
            throw error
        } catch {
            try Task.checkCancellation()
            guard progress.hasConnected else {
                throw ConsoleError(.unavailable, "\(target.origin) does not answer: \(error).", cause: error)
            }
            return .lost(pause: nil)
        }
    }

    private func read(_ headers: [String: String], _ progress: inout Progress) async throws -> NetworkStream.Opening {
        var reader = SentEventReader(lastID: progress.lastID)
        var now = progress
        defer { progress = now }
        return try await NetworkStream.read(
            origin: target.origin, target: path(left: limit.map { $0 - now.shown }), headers: headers,
            trustAnchor: target.ca,
            onOpen: { now.hasConnected = true },
            onBytes: { bytes in
                for event in try reader.read(bytes) {
                    guard show(event) else {
                        now.isUnread = true
                        return false
                    }
                    now.lastID = reader.lastID
                    if event.kind != "notice" { now.shown += 1 }
                }
                now.lastID = reader.lastID
                return true
            })
    }

    private func path(left: Int?) -> String {
        var components = URLComponents()
        components.path = "/_mock/stream"
        components.queryItems = query + (left.map { [URLQueryItem(name: "limit", value: "\($0)")] } ?? [])
        // A plus would be read as a blank.
        let text = components.percentEncodedQuery?.replacing("+", with: "%2B") ?? ""
        return text.isEmpty ? components.path : "\(components.path)?\(text)"
    }

    private func refused(_ opening: NetworkStream.Opening, _ progress: Progress) throws -> Ending {
        if [429, 503].contains(opening.status), progress.hasConnected {
            return .lost(pause: opening.retryAfter.map { .seconds(min($0, 60)) })
        }
        let body = try? JSONDecoder().decode(Refusal.self, from: opening.body)
        let reason = body?.message ?? String(decoding: opening.body.prefix(300), as: UTF8.self)
        throw ConsoleError(.unavailable, "\(target.origin) answers \(opening.status): \(reason)")
    }

    private struct Refusal: Decodable {
        let message: String
    }
}
