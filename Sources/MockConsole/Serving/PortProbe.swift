import ConsolePlatform
import Foundation
import NIOCore
import NIOPosix

/// Finds out before anything is opened whether the ports can be bound.
package enum PortProbe {
    /// Binds a port and releases it; nobody can connect meanwhile, because it does not listen.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` with a sentence if it is in use, not allowed, or the host is not
    ///   this machine's.
    package static func check(host: String, port: Int, isForSandboxes: Bool = false) async throws {
        do {
            let address = try await NIOThreadPool.singleton.runIfActive {
                try SocketAddress.makeAddressResolvingHost(host, port: port)
            }
            try bindOnce(address)
        } catch {
            throw Self.error(for: error, host: host, port: port, isForSandboxes: isForSandboxes)
        }
    }

    private static func bindOnce(_ address: SocketAddress) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let descriptor = socket(Int32(address.protocol.rawValue), stream, 0)
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
        defer { close(descriptor) }
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        let result = address.withSockAddr { pointer, size in bind(descriptor, pointer, socklen_t(size)) }
        guard result == 0 else { throw IOError(errnoCode: errno, reason: "bind") }
    }

    /// The sentence for a port that cannot be bound.
    static func error(for error: any Error, host: String, port: Int?, isForSandboxes: Bool = false) -> ConsoleError {
        let place = port.flatMap { $0 == 0 ? nil : "Port \($0) on \(host)" } ?? "A port on \(host)"
        let code = (error as? IOError)?.errnoCode
        let choice = isForSandboxes ? "other ones in sandboxes.ports" : "another with --http-port or --https-port"
        let message =
            switch code {
            case EADDRINUSE?: "\(place) is in use. Stop what uses it, or choose \(choice)."
            case EACCES?: "\(place) may not be bound by this user. Choose one above 1023."
            case EADDRNOTAVAIL?: "\(host) is not an address of this machine."
            default: "\(place) cannot be bound: \(error)."
            }
        return ConsoleError(.unavailable, message, cause: error)
    }
}
