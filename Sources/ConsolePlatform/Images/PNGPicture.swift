/// A PNG picture, taken apart.
package struct PNGPicture: Sendable {
    /// One part of the file.
    struct Chunk: Sendable {
        /// Four letters.
        let type: String
        let content: ArraySlice<UInt8>
    }

    /// The most parts of a picture: those of 8 KiB make one of 80 MB.
    private static let maximumChunks = 10_000

    /// What every such file begins with.
    package static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    private let bytes: [UInt8]
    private let chunks: [Chunk]
    /// Columns, 1 or more.
    package let width: Int
    /// Rows, 1 or more.
    let height: Int
    /// Bits of a sample, kind of colour, compression, filter, interlacing.
    private let format: [UInt8]

    /// Takes a picture apart; nil for what is none, or has more parts than any has.
    package init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature) else { return nil }
        var (chunks, position) = ([Chunk](), Self.signature.count)
        while position <= bytes.count - 12, chunks.last?.type != "IEND" {
            let length = Self.number(bytes[position..<position + 4])
            guard length <= bytes.count - position - 12, chunks.count < Self.maximumChunks else { return nil }
            let start = position + 8
            chunks.append(
                Chunk(
                    type: String(decoding: bytes[position + 4..<start], as: UTF8.self),
                    content: bytes[start..<start + length]))
            position = start + length + 4
        }
        guard let header = chunks.first(where: { $0.type == "IHDR" })?.content, header.count == 13,
            case let width = Self.number(header.prefix(4)),
            case let height = Self.number(header.dropFirst(4).prefix(4)),
            width > 0, height > 0
        else { return nil }
        self.bytes = bytes
        self.chunks = chunks
        (self.width, self.height) = (width, height)
        format = Array(header.suffix(5))
    }

    /// Whether it is of Apple's variant, which no browser shows.
    var isAppleVariant: Bool { chunks.first?.type == "CgBI" }

    /// The picture as everybody reads it; nil for a variant that is not understood.
    ///
    /// Apple's variant has no zlib header around its pixels, blue before red, and colours multiplied by their alpha.
    package var standard: [UInt8]? {
        guard isAppleVariant else { return bytes }
        guard format == [8, 6, 0, 0, 0], var pixels = PNGPixels(width: width, height: height, packed: pixelData) else {
            return nil
        }
        pixels.makeStandard()
        guard let packed = try? Zlib.compress(pixels.filtered) else { return nil }
        var output = Self.signature
        for chunk in chunks {
            switch chunk.type {
            case "IHDR", "sRGB", "gAMA", "cHRM": Self.append(chunk.type, Array(chunk.content), to: &output)
            default: continue
            }
        }
        Self.append("IDAT", packed, to: &output)
        Self.append("IEND", [], to: &output)
        return output
    }

    private var pixelData: [UInt8] { chunks.filter { $0.type == "IDAT" }.flatMap { Array($0.content) } }

    private static func append(_ type: String, _ content: [UInt8], to output: inout [UInt8]) {
        let body = Array(type.utf8) + content
        output += number(content.count) + body + number(Int(body.withUnsafeBytes { Zlib.crc32($0) }))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func number(_ value: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
