import Foundation
import NIOConcurrencyHelpers

/// Asks the system for the addresses of a name; a few at a time, callers in turns.
package struct NameResolution: Sendable {
    /// Names that are asked for at a time, each on a thread.
    static let width = 32

    private let limiter = ConcurrencyLimiter(
        permits: width,
        shares: [
            .administrator: LimiterShare(width / 2, perOwner: width / 4),
            .anonymous: LimiterShare(width / 4, perOwner: width / 8),
        ], queue: LimiterShare(4096, perOwner: 1024))

    /// Somebody who waits for an answer, or has gone.
    private final class Waiter: Sendable {
        private enum State {
            case idle
            case waiting(CheckedContinuation<[IPAddress], any Error>)
            case answered
        }

        private let state = NIOLockedValueBox(State.idle)

        /// Begins to wait; false if the wait was over before it began.
        func begin(_ continuation: CheckedContinuation<[IPAddress], any Error>) -> Bool {
            state.withLockedValue { state in
                if case .answered = state { return false }
                state = .waiting(continuation)
                return true
            }
        }

        /// Ends the wait; later answers come to nothing.
        func answer(_ result: Result<[IPAddress], any Error>) {
            let waiting = state.withLockedValue { state in
                defer { state = .answered }
                return if case .waiting(let continuation) = state { continuation } else {
                    nil as CheckedContinuation<[IPAddress], any Error>?
                }
            }
            waiting?.resume(with: result)
        }
    }

    /// How many wait for a place.
    var waiting: Int { limiter.waiting }

    /// The addresses of a name as the system tells them, those of version 4 first.
    ///
    /// - Throws: ``OutgoingFailure`` if there is none; `CancellationError`.
    package func addresses(of host: String) async throws -> [IPAddress] {
        try await addresses(of: host, by: Self.lookUp)
    }

    /// The addresses of a name.
    ///
    /// A resolver cannot be interrupted: one that hangs keeps its thread, not the caller who gave up. The thread is its
    /// own, as those of the pool check passwords and read files; it has its place until it ends.
    ///
    /// - Parameters:
    ///   - host: The name.
    ///   - resolve: Who is asked, on a thread where it may block.
    /// - Returns: What the resolver answered.
    /// - Throws: ``OutgoingFailure`` if there is none; `CancellationError`.
    func addresses(
        of host: String, by resolve: @escaping @Sendable (_ host: String) throws -> [IPAddress]
    ) async throws -> [IPAddress] {
        let key = DatabaseCallers.current?.key ?? .console
        do { try await limiter.acquire(for: key) } catch is ConcurrencyLimiter.Refusal {
            throw OutgoingFailure("too many names are looked up to ask for the address of \(host)")
        }
        let waiter = Waiter()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard waiter.begin(continuation) else {
                    limiter.release(of: key)
                    return continuation.resume(throwing: CancellationError())
                }
                Thread.detachNewThread {
                    let result = Result { try resolve(host) }
                    limiter.release(of: key)
                    waiter.answer(result)
                }
            }
        } onCancel: {
            waiter.answer(.failure(CancellationError()))
        }
    }

    /// What the system knows about a name; blocks.
    private static func lookUp(_ host: String) throws -> [IPAddress] {
        var hints = addrinfo()
        #if os(Linux)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0 else {
            throw OutgoingFailure("\(host) has no address (\(String(cString: gai_strerror(code))))")
        }
        var found: [IPAddress] = []
        var entry = list
        while let current = entry {
            if let address = address(current.pointee), !found.contains(address) { found.append(address) }
            entry = current.pointee.ai_next
        }
        return found.filter { !$0.isVersion6 } + found.filter(\.isVersion6)
    }

    private static func address(_ info: addrinfo) -> IPAddress? {
        guard let socket = info.ai_addr else { return nil }
        switch info.ai_family {
        case AF_INET:
            return socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin_addr) { IPAddress(bytes: Array($0)) }
            }
        case AF_INET6:
            return socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin6_addr) { IPAddress(bytes: Array($0)) }
            }
        default: return nil
        }
    }
}
