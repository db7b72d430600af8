import NIOCore

/// Counts frames of HTTP/2 that ask for nothing, which the library takes any number of (RFC 9113, sections 5.5, 6.8, 6.9).
///
/// Windows grow as fast as bytes are sent to the client, which pay for that: some clients open theirs for every few
/// kilobytes that they read. Of everything else, and of frames that HTTP/2 does not know, an honest one has little need.
struct FrameMeter {
    /// Frames a client may send in a second, beside those that are paid for.
    static let perSecond = 10_000
    /// Frames that are paid for by each that was sent to the client.
    private static let perSent = 2
    /// Bytes sent to the client that pay for another one.
    private static let bytesOfFrame = 1024
    /// The most that are kept for later.
    private static let most = 200_000
    private static let headLength = 9
    /// Length of the preface, which is no frame.
    private static let prefaceLength = 24

    /// Bytes of the preface or the last frame that are still to come.
    private var left = Self.prefaceLength
    /// Bytes of the head of a frame that are there already, its length and its type.
    private var headBytes = 0
    private var length = 0
    private var type: UInt8 = 0
    /// Frames that may still come.
    private var allowance = Self.perSecond
    private var refilledAt: NIODeadline

    /// A meter of a connection that begins.
    init(at now: NIODeadline) { refilledAt = now }

    /// Notes that frames were sent to the client, with so many bytes.
    mutating func noteSent(_ count: Int, bytes: Int) {
        allowance = min(Self.most, allowance + count * Self.perSent + bytes / Self.bytesOfFrame)
    }

    /// Reads what has arrived; frames may be cut anywhere.
    ///
    /// - Returns: Whether the client has sent no more of them than may be.
    mutating func read(_ bytes: ByteBuffer, at now: NIODeadline) -> Bool {
        if now - refilledAt >= .seconds(1) {
            refilledAt = now
            allowance = max(allowance, Self.perSecond)
        }
        bytes.withUnsafeReadableBytes { read($0) }
        return allowance >= 0
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var place = 0
        while place < bytes.count {
            guard left == 0 else {
                let skipped = min(left, bytes.count - place)
                (place, left) = (place + skipped, left - skipped)
                continue
            }
            if headBytes < 3 { length = length << 8 | Int(bytes[place]) } else if headBytes == 3 { type = bytes[place] }
            headBytes += 1
            place += 1
            guard headBytes == Self.headLength else { continue }
            if Self.asksForNothing(type) { allowance -= 1 }
            left = length
            (headBytes, length) = (0, 0)
        }
    }

    /// Whether it is GOAWAY, WINDOW_UPDATE, or what HTTP/2 itself does not know; others are bounded by the library.
    private static func asksForNothing(_ type: UInt8) -> Bool { type == 7 || type == 8 || type > 9 }
}
