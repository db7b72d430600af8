import ConsoleHTTP
import NIOCore

/// Rings a bell for the last time when the client of a connection goes away.
enum Departure {
    /// Watches a connection, or the stream of an HTTP/2 connection; one that is closed has been left already.
    static func watch(_ channel: any Channel, _ bell: WaitBell) async throws -> ClientDeparture {
        try await ClientDeparture.watch(channel, for: bell) { bell.end(.clientLeaves) }
    }
}
