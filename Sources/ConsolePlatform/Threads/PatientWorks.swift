import Foundation

/// Does work that others make at will on threads that give way to those that serve: few at a time, senders in turns.
///
/// What is looked through for one sender, such as a large body full of numbers, takes no turn from what serves the
/// others.
package struct PatientWorks: Sendable {
    /// Bytes of a body from which on it counts as large: looking through it takes much longer than the way to another
    /// thread and back, which is some 60 µs.
    package static let largeBody = 8192
    /// Works that wait, and those of one sender: each holds what it is about, which is 64 KiB at most of a body.
    private static let (places, share) = (512, 128)

    /// Those that are long.
    let queue: FairQueue

    /// Nothing is under way.
    ///
    /// - Parameter width: How many works may be under way at a time; as many as there are processors, unless said.
    package init(width: Int = ProcessInfo.processInfo.activeProcessorCount) {
        queue = FairQueue(FairQueue.Bounds(width: max(1, width), capacity: Self.places, share: Self.share))
    }

    /// Does a work apart from what serves, if it is a long one; any other right here.
    ///
    /// The work is done in any case, and waits for its turn also if its request is given up, which the journal has an entry
    /// of all the same: nobody gets a turn sooner by hanging up. Where there is no place to wait, it is done right here.
    package func run<Value: Sendable>(
        for line: FairQueue.Line, isLong: Bool, _ work: @escaping @Sendable () -> Value
    ) async -> Value {
        guard isLong else { return work() }
        do {
            return try await queue.run(in: line, outlastsTask: true) { try await PatientThread.run(work) }
        } catch {
            return work()
        }
    }
}

extension FairQueue.Line {
    /// The works of whoever is at an address.
    package static func client(at address: String) -> FairQueue.Line {
        let network = ClientNetwork(of: address)
        return .sender(network.address, of: network.site)
    }
}
