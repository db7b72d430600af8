/// Where the central directory of a ZIP archive lies.
struct ZIPDirectory: Hashable, Sendable {
    /// The most entries an archive may have.
    static let maximumEntries = 200_000
    /// The most bytes the directory may have.
    static let maximumSize = 128 << 20

    private static let endSize = 22
    private static let locatorSize = 20
    private static let end64Size = 56

    /// The place of the directory in the file.
    let range: Range<Int>
    /// Number of entries.
    let count: Int

    /// Finds the directory from the end of a file on.
    ///
    /// - Throws: ``ZIPError`` if the file is no archive, is cut off, or has an impossible directory.
    init(of file: FileBytes) throws {
        // Behind the end record there is a comment of up to 65,535 bytes, and nothing else.
        let tailStart = max(0, file.count - Self.endSize - 0xffff)
        let tail = try file.bytes(at: tailStart, upTo: Self.endSize + 0xffff)
        guard let place = Self.endRecord(in: tail) else {
            throw ZIPError("it is no ZIP archive, or its end is missing")
        }
        let record = Array(tail[place...])
        guard record.littleEndian(at: 4, width: 2) == 0, record.littleEndian(at: 6, width: 2) == 0,
            let entries = record.littleEndian(at: 10, width: 2), let size = record.littleEndian(at: 12, width: 4),
            let start = record.littleEndian(at: 16, width: 4)
        else { throw ZIPError("it is spread over several files") }
        var found = (entries: entries, size: size, start: start, end: tailStart + place)
        if let extended = try Self.extended(before: found.end, file) { found = extended }
        guard found.entries <= Self.maximumEntries, found.size <= Self.maximumSize else {
            throw ZIPError("it has more entries than an archive may have (\(Self.maximumEntries))")
        }
        guard found.start <= found.end, found.size == found.end - found.start,
            found.entries <= found.size / ZIPEntry.headerSize
        else { throw ZIPError("its directory is not where it says, or is cut off") }
        range = found.start..<found.end
        count = found.entries
    }

    /// The place of the end record: the last one whose comment reaches to the end.
    private static func endRecord(in tail: [UInt8]) -> Int? {
        var place = tail.count - endSize
        while place >= 0 {
            if tail[place] == 0x50, tail.littleEndian(at: place, width: 4) == 0x0605_4b50,
                tail.littleEndian(at: place + 20, width: 2) == tail.count - place - endSize
            {
                return place
            }
            place -= 1
        }
        return nil
    }

    /// What the ZIP64 records before the end record say; nil if there are none.
    private static func extended(
        before end: Int, _ file: FileBytes
    ) throws -> (entries: Int, size: Int, start: Int, end: Int)? {
        let locator = try file.bytes(at: end - locatorSize, upTo: locatorSize)
        guard locator.littleEndian(at: 0, width: 4) == 0x0706_4b50 else { return nil }
        guard let place = locator.littleEndian(at: 8, width: 8), place <= end - locatorSize - end64Size,
            case let record = try file.bytes(at: place, upTo: end64Size),
            record.littleEndian(at: 0, width: 4) == 0x0606_4b50,
            let entries = record.littleEndian(at: 32, width: 8), let size = record.littleEndian(at: 40, width: 8),
            let start = record.littleEndian(at: 48, width: 8)
        else { throw ZIPError("its ZIP64 end record is damaged") }
        return (entries, size, start, place)
    }
}
