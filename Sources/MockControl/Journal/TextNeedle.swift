import NIOCore

/// A text that is looked for in bytes; letter case of A to Z does not matter.
///
/// Made for looking through a whole journal: sixteen places are tried at once, by the first and the last byte.
struct TextNeedle: Hashable, Sendable {
    /// The text in UTF-8, A to Z in lower case.
    private let bytes: [UInt8]

    /// How many bytes it has.
    var count: Int { bytes.count }

    /// Looks for a text; nil if it is empty.
    init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        bytes = text.utf8.map(\.lowercased)
    }

    /// Whether the text is somewhere in a body.
    func isIn(_ buffer: ByteBuffer) -> Bool {
        buffer.readableBytes >= bytes.count && buffer.withUnsafeReadableBytes(isIn)
    }

    /// Whether the text is somewhere in another one.
    func isIn(_ text: String) -> Bool {
        guard text.utf8.count >= bytes.count else { return false }
        var text = text
        return text.withUTF8 { isIn(UnsafeRawBufferPointer($0)) }
    }

    /// Whether the text is somewhere in some bytes.
    func isIn(_ hay: UnsafeRawBufferPointer) -> Bool { place(in: hay, from: 0) != nil }

    /// Where the text stands next; nil if it does not.
    func place(in hay: UnsafeRawBufferPointer, from start: Int) -> Int? {
        let places = hay.count - bytes.count + 1
        guard start < places, let first = bytes.first, let last = bytes.last else { return nil }
        let (firsts, lasts) = (Pair(first), Pair(last))
        var place = start
        while place + 16 <= places {
            let starts = hay.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
            let ends = hay.loadUnaligned(fromByteOffset: place + bytes.count - 1, as: SIMD16<UInt8>.self)
            let hits = firsts.equals(starts) .& lasts.equals(ends)
            if any(hits), let lane = (0..<16).first(where: { hits[$0] && stands(at: place + $0, in: hay) }) {
                return place + lane
            }
            place += 16
        }
        return (place..<places).first { stands(at: $0, in: hay) }
    }

    /// Whether the text stands at a place.
    func stands(at place: Int, in hay: UnsafeRawBufferPointer) -> Bool {
        guard place + bytes.count <= hay.count else { return false }
        for offset in bytes.indices where hay[place + offset].lowercased != bytes[offset] { return false }
        return true
    }

    /// A byte in either letter case, sixteen times.
    private struct Pair {
        let lower: SIMD16<UInt8>
        let upper: SIMD16<UInt8>

        init(_ byte: UInt8) {
            lower = SIMD16(repeating: byte)
            upper = SIMD16(repeating: byte >= 0x61 && byte <= 0x7A ? byte & 0xDF : byte)
        }

        @inline(__always)
        func equals(_ bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> { (bytes .== lower) .| (bytes .== upper) }
    }
}
