/// A ZIP archive in a file.
///
/// Read with constant memory, and never trusted: sizes, counts and places are checked before they are used, entries must
/// not share bytes, and nothing unfolds beyond the limit its reader sets.
package struct ZIPArchive: Sendable {
    private static let localHeaderSize = 30
    private static let pieceSize = 64 * 1024

    private let file: FileBytes
    private let directory: ZIPDirectory

    /// Opens an archive and reads all of its directory.
    ///
    /// - Throws: ``ZIPError`` for what is no archive or a hostile one; ``ConsoleError`` `unavailable` if the file cannot
    ///   be read.
    package init(path: String) throws {
        file = try FileBytes(path: path)
        directory = try ZIPDirectory(of: file)
        try checkPlaces()
    }

    /// Number of entries.
    var count: Int { directory.count }

    /// Hands out the entries in the order of the directory.
    ///
    /// - Throws: ``ZIPError`` if the directory is damaged; what the closure throws.
    package func forEachEntry(_ body: (ZIPEntry) throws -> Void) throws {
        var position = directory.range.lowerBound
        for _ in 0..<directory.count {
            let header = try file.bytes(at: position, upTo: ZIPEntry.headerSize)
            let length = try ZIPEntry.variableSize(header)
            position += header.count
            guard length <= directory.range.upperBound - position else { throw ZIPError("its directory is cut off") }
            try body(try ZIPEntry(header: header, rest: try file.bytes(at: position, upTo: length)))
            position += length
        }
        guard position == directory.range.upperBound else {
            throw ZIPError("its directory has more entries than it says")
        }
    }

    /// Entries must lie before the directory and behind one another: small archives that unfold to vast ones share
    /// their bytes.
    private func checkPlaces() throws {
        var places: [(start: Int, end: Int)] = []
        places.reserveCapacity(directory.count)
        try forEachEntry { entry in
            let (end, isTooLarge) = (Self.localHeaderSize + entry.nameBytes.count).addingReportingOverflow(
                entry.packedSize)
            guard !isTooLarge, end <= directory.range.lowerBound, entry.offset <= directory.range.lowerBound - end
            else {
                throw ZIPError("its entry \(entry.name.prefix(80)) reaches beyond the archive")
            }
            places.append((entry.offset, entry.offset + end))
        }
        places.sort { $0.start < $1.start }
        for (one, next) in zip(places, places.dropFirst()) where next.start < one.end {
            throw ZIPError("two of its entries share bytes")
        }
    }

    /// The unpacked bytes of an entry.
    ///
    /// - Parameters:
    ///   - entry: One of this archive.
    ///   - limit: The most bytes it may have.
    /// - Returns: The bytes, which have the sum the directory says.
    /// - Throws: ``ZIPError`` for an entry that is damaged, encrypted, too large, or packed in another way.
    package func contents(of entry: ZIPEntry, limit: Int) throws -> [UInt8] {
        guard entry.size <= limit else {
            throw ZIPError("its entry \(entry.name) is larger than the \(limit) bytes such a file may have")
        }
        var contents: [UInt8] = []
        contents.reserveCapacity(min(entry.size, 1 << 20))
        try forEachPiece(of: entry) { contents.append(contentsOf: $0) }
        return contents
    }

    /// Hands out the unpacked bytes of an entry piece by piece; never more than the directory says it has.
    ///
    /// - Throws: ``ZIPError`` as above; what the closure throws.
    func forEachPiece(of entry: ZIPEntry, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let start = try dataStart(of: entry)
        var (total, sum) = (0, UInt32(0))
        func take(_ piece: UnsafeRawBufferPointer) throws {
            total += piece.count
            guard total <= entry.size else { throw ZIPError("its entry \(entry.name) unfolds to more than it says") }
            sum = Zlib.crc32(piece, after: sum)
            try body(piece)
        }
        switch ZIPEntry.Method(rawValue: entry.method) {
        case .stored: try forEachRawPiece(of: entry, from: start, take)
        case .deflated: try inflate(entry, from: start, take)
        case nil: throw ZIPError("its entry \(entry.name) is packed in a way (\(entry.method)) that is not read here")
        }
        guard total == entry.size, sum == entry.crc else {
            throw ZIPError("its entry \(entry.name) is damaged: its checksum does not match")
        }
    }

    private func inflate(
        _ entry: ZIPEntry, from start: Int, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var inflater = try Inflater(.raw)
        try forEachRawPiece(of: entry, from: start) { piece in
            guard !inflater.isAtEnd, try inflater.inflate(piece, output: body) == 0 else {
                throw ZIPError("its entry \(entry.name) goes on behind its end")
            }
        }
        guard inflater.isAtEnd else { throw ZIPError("its entry \(entry.name) is cut off") }
    }

    private func forEachRawPiece(
        of entry: ZIPEntry, from start: Int, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var done = 0
        while done < entry.packedSize {
            let piece = try file.bytes(at: start + done, upTo: min(Self.pieceSize, entry.packedSize - done))
            guard !piece.isEmpty else { throw ZIPError("its entry \(entry.name) is cut off") }
            try piece.withUnsafeBytes(body)
            done += piece.count
        }
    }

    /// Where the data of an entry begins; its local header has to agree with the directory.
    private func dataStart(of entry: ZIPEntry) throws -> Int {
        if entry.isEncrypted { throw ZIPError("its entry \(entry.name) is encrypted") }
        let header = try file.bytes(at: entry.offset, upTo: Self.localHeaderSize)
        guard header.littleEndian(at: 0, width: 4) == 0x0403_4b50,
            let flags = header.littleEndian(at: 6, width: 2), let nameLength = header.littleEndian(at: 26, width: 2),
            let extraLength = header.littleEndian(at: 28, width: 2)
        else { throw ZIPError("its entry \(entry.name) is not where the directory says") }
        let name = try file.bytes(at: entry.offset + Self.localHeaderSize, upTo: nameLength)
        guard name == entry.nameBytes, header.littleEndian(at: 8, width: 2) == entry.method, flags & 0x2041 == 0 else {
            throw ZIPError("its entry \(entry.name) is another one than the directory says")
        }
        let start = entry.offset + Self.localHeaderSize + nameLength + extraLength
        guard start <= directory.range.lowerBound - entry.packedSize else {
            throw ZIPError("its entry \(entry.name) reaches beyond the archive")
        }
        return start
    }
}
