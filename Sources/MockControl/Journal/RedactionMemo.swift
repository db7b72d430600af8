import NIOConcurrencyHelpers
import NIOCore

/// What was found secret in bodies that are sent again and again, such as an SDK profile, so that their bytes are looked
/// through once.
///
/// A body is known by its place in memory: as long as it is held here, nobody can write there.
final class RedactionMemo: Sendable {
    /// Bodies that are worth it, and the most of them that are held.
    private static let byteCounts = 1024...65_536
    private static let limit = 64

    private struct Known {
        let body: ByteBuffer
        let type: String
        /// The body without its secrets; nil if it has none.
        let redacted: ByteBuffer?
    }

    private let known = NIOLockedValueBox<[Int: Known]>([:])

    /// A body without its secrets; nil if it has none.
    func redacted(_ body: ByteBuffer, type: String) -> ByteBuffer? {
        guard Self.byteCounts.contains(body.readableBytes) else { return JournalRedaction.redacted(body, type: type) }
        let place = Self.place(of: body)
        let match = known.withLockedValue { $0[place] }
        if let match, match.body.readableBytes == body.readableBytes, match.type == type { return match.redacted }
        let redacted = JournalRedaction.redacted(body, type: type)
        known.withLockedValue { known in
            if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
            known[place] = Known(body: body, type: type, redacted: redacted)
        }
        return redacted
    }

    /// Where the bytes of a body stand.
    private static func place(of body: ByteBuffer) -> Int {
        body.withUnsafeReadableBytes { Int(bitPattern: $0.baseAddress) }
    }
}
