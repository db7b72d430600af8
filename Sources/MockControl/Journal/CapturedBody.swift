import ConsolePlatform
package import NIOCore

/// The bytes of a body, as far as they are kept.
package struct CapturedBody: Hashable, Sendable {
    /// The first bytes.
    package internal(set) var bytes: ByteBuffer
    /// How many bytes there were.
    package internal(set) var byteCount: Int
    /// Whether there were more bytes than are kept.
    package private(set) var isTruncated: Bool

    /// Whether looking through it takes long enough to be done apart from what serves.
    var isLarge: Bool { bytes.readableBytes >= PatientWorks.largeBody }

    /// No body.
    package static let none = CapturedBody(bytes: ByteBuffer(), byteCount: 0)

    /// A body of which some bytes are kept.
    init(bytes: ByteBuffer, byteCount: Int, isTruncated: Bool? = nil) {
        self.bytes = bytes
        self.byteCount = byteCount
        self.isTruncated = isTruncated ?? (byteCount > bytes.readableBytes)
    }

    /// The text, if what is kept is UTF-8; a character that was cut in two at the end is left out.
    package var text: String? {
        var view = bytes.readableBytesView
        for _ in 0..<4 {
            if let text = String(validating: view, as: UTF8.self) { return text }
            guard isTruncated, !view.isEmpty else { return nil }
            view = view.dropLast()
        }
        return nil
    }

    /// Keeps none of the bytes, and how many there were.
    mutating func leaveOut() {
        bytes = ByteBuffer()
        isTruncated = byteCount > 0
    }

    /// Adds a piece that arrived, as far as it is to be kept.
    ///
    /// The first piece is not copied, as most bodies are one, unless it is a small part of what it lies in: a slice keeps
    /// all of the buffer that was read from the socket, 32 KiB over TLS.
    mutating func append(_ piece: ByteBuffer, limit: Int) {
        guard piece.readableBytes > 0 else { return }
        byteCount += piece.readableBytes
        let room = limit - bytes.readableBytes
        if room < piece.readableBytes { isTruncated = true }
        guard room > 0, let kept = piece.getSlice(at: piece.readerIndex, length: min(room, piece.readableBytes)) else {
            return
        }
        if bytes.readableBytes == 0 {
            bytes = kept.storageCapacity > 2 * kept.readableBytes ? ByteBuffer(bytes: kept.readableBytesView) : kept
        } else {
            bytes.writeImmutableBuffer(kept)
        }
    }
}
