import NIOCore

/// A text that is looked for in bytes; letter case of A to Z does not matter, unless it is looked for as it is.
///
/// Made for looking through a whole journal: sixteen places are tried at once, by the first and the last byte.
struct TextNeedle: Hashable, Sendable {
    /// The text in UTF-8, A to Z in lower case unless it is looked for as it is.
    private let bytes: [UInt8]
    private let isExact: Bool

    /// How many bytes it has.
    var count: Int { bytes.count }

    /// Looks for a text; nil if it is empty.
    init?(_ text: String) {
        self.init(text.utf8.map(\.lowercased), isExact: false)
    }

    private init?(_ bytes: [UInt8], isExact: Bool) {
        guard !bytes.isEmpty else { return nil }
        self.bytes = bytes
        self.isExact = isExact
    }

    /// Looks for a text as it is; nil if it is empty.
    static func exact(_ text: String) -> TextNeedle? { TextNeedle(Array(text.utf8), isExact: true) }

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
        place(in: hay, from: start) { stands(at: $0, in: hay) }
    }

    /// Where the text stands next, of all places that its first and its last byte allow.
    @inline(__always)
    func place(
        in hay: UnsafeRawBufferPointer, from start: Int, where stands: (_ place: Int) -> Bool
    ) -> Int? {
        let places = hay.count - bytes.count + 1
        guard start < places, let first = bytes.first, let last = bytes.last else { return nil }
        let (firsts, lasts) = (Pair(first, isExact), Pair(last, isExact))
        var place = start
        while place + 16 <= places {
            let starts = hay.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
            let ends = hay.loadUnaligned(fromByteOffset: place + bytes.count - 1, as: SIMD16<UInt8>.self)
            let hits = firsts.equals(starts) .& lasts.equals(ends)
            if any(hits), let lane = (0..<16).first(where: { hits[$0] && stands(place + $0) }) {
                return place + lane
            }
            place += 16
        }
        return (place..<places).first(where: stands)
    }

    /// Whether the text stands at a place.
    func stands(at place: Int, in hay: UnsafeRawBufferPointer) -> Bool {
        guard place + bytes.count <= hay.count else { return false }
        return equalBytes(at: place, in: hay) == bytes.count
    }

    /// How many bytes of the text stand at a place where it would fit.
    func equalBytes(at place: Int, in hay: UnsafeRawBufferPointer) -> Int {
        for offset in bytes.indices {
            let byte = hay[place + offset]
            if (isExact ? byte : byte.lowercased) != bytes[offset] { return offset }
        }
        return bytes.count
    }

    /// A byte in either letter case, or as it is, sixteen times.
    private struct Pair {
        let lower: SIMD16<UInt8>
        let upper: SIMD16<UInt8>

        init(_ byte: UInt8, _ isExact: Bool) {
            lower = SIMD16(repeating: byte)
            upper = SIMD16(repeating: !isExact && byte >= 0x61 && byte <= 0x7A ? byte & 0xDF : byte)
        }

        @inline(__always)
        func equals(_ bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> { (bytes .== lower) .| (bytes .== upper) }
    }
}
