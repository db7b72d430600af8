import Foundation
import NIOCore
import NIOPosix

/// Finds out before anything is opened whether the ports can be bound.
public enum PortProbe {
    /// Binds a port and lets it go again.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` with a sentence if it is in use, not allowed, or the host is not
    ///   this machine's.
    public static func check(host: String, port: Int) async throws {
        do {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port).get()
            try await channel.close()
        } catch {
            throw Self.error(for: error, host: host, port: port)
        }
    }

    /// The sentence for a port that cannot be bound.
    static func error(for error: any Error, host: String, port: Int?) -> ConsoleError {
        let place = port.flatMap { $0 == 0 ? nil : "Port \($0) on \(host)" } ?? "A port on \(host)"
        let code = (error as? IOError)?.errnoCode
        let message =
            switch code {
            case EADDRINUSE?:
                "\(place) is in use. Stop what uses it, or choose another with --http-port or --https-port."
            case EACCES?: "\(place) may not be bound by this user. Choose one above 1023."
            case EADDRNOTAVAIL?: "\(host) is not an address of this machine."
            default: "\(place) cannot be bound: \(error)."
            }
        return ConsoleError(.unavailable, message, cause: error)
    }
}
