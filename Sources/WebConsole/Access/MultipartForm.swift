import ConsolePlatform
import Foundation
import Hummingbird
import NIOCore

/// A form with a file that is read while it arrives: the fields before the file, then the bytes of the file (RFC 7578).
///
/// No more of it than a piece stands in memory. What follows the file is not read: in forms of the console it is last.
actor MultipartForm {
    /// The most bytes of the headers of a part.
    static let headLimit = 16 * 1024
    private static let gap = Array("\r\n\r\n".utf8)
    private static let cutOff = ConsoleError(.badRequest, "The form is cut off.")

    /// What stands between parts.
    private let delimiter: [UInt8]
    private let fieldLimit: Int
    private var pieces: RequestBody.AsyncIterator
    /// What has arrived and is not read yet; a line break before it lets the first boundary be as the others.
    private var pending = ByteBuffer(string: "\r\n")
    private var isInFile = false

    /// A form.
    ///
    /// - Parameters:
    ///   - body: The body of the request, of which nothing is read yet.
    ///   - boundary: What separates its parts.
    ///   - fieldLimit: The most bytes of all fields before the file.
    init(_ body: RequestBody, boundary: String, fieldLimit: Int) {
        pieces = body.makeAsyncIterator()
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.fieldLimit = fieldLimit
    }

    /// Reads the fields before the file.
    ///
    /// - Returns: The fields, and what the browser calls the file; nil if none was chosen.
    /// - Throws: ``ConsoleError`` `badRequest` for a form that is cut off or is none, `payloadTooLarge`; what reading throws.
    func fields() async throws -> (values: [String: [String]], fileName: String?) {
        var values: [String: [String]] = [:]
        var room = fieldLimit
        // What stands before the first boundary.
        room -= try await content(upTo: room).count
        while try await hasPart() {
            let text = try await head()
            let head = MultipartHead(text)
            if let name = head.fileName, !name.isEmpty {
                isInFile = true
                return (values, name)
            }
            room -= text.utf8.count
            guard room >= 0 else { throw tooLarge }
            let content = try await content(upTo: room)
            room -= content.count
            guard let name = head.name, head.fileName == nil else { continue }
            values[name, default: []].append(
                String(decoding: content, as: UTF8.self).replacing("\r\n", with: "\n"))
        }
        return (values, nil)
    }

    /// The next bytes of the file; nil at its end.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if the form is cut off; what reading throws.
    func nextOfFile() async throws -> ByteBuffer? {
        guard isInFile else { return nil }
        let piece = try await nextOfPart()
        isInFile = piece != nil
        return piece
    }

    // MARK: Parts

    /// Whether another part follows the boundary that was read last.
    private func hasPart() async throws -> Bool {
        while pending.readableBytes < 2 {
            guard try await more() else { throw Self.cutOff }
        }
        return !pending.readableBytesView.starts(with: "--".utf8)
    }

    /// The headers of the part that begins.
    private func head() async throws -> String {
        while true {
            if let end = pending.place(of: Self.gap), end <= Self.headLimit {
                let text = pending.readString(length: end) ?? ""
                pending.moveReaderIndex(forwardBy: Self.gap.count)
                return text
            }
            guard pending.readableBytes <= Self.headLimit, try await more() else {
                throw ConsoleError(.badRequest, "A part of the form has no end of its headers.")
            }
        }
    }

    private var tooLarge: ConsoleError {
        ConsoleError(.payloadTooLarge, "The fields of a form may have \(fieldLimit) bytes.")
    }

    /// All of a part.
    private func content(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await nextOfPart() {
            guard bytes.count + piece.readableBytes <= limit else { throw tooLarge }
            bytes += piece.readableBytesView
        }
        return bytes
    }

    /// The next bytes of a part; nil at its end, whose boundary is then read.
    private func nextOfPart() async throws -> ByteBuffer? {
        while true {
            if let end = pending.place(of: delimiter) {
                if end > 0 { return pending.readSlice(length: end) }
                pending.moveReaderIndex(forwardBy: delimiter.count)
                return nil
            }
            // The last bytes may be the beginning of a boundary.
            let sure = pending.readableBytes - delimiter.count + 1
            if sure > 0 { return pending.readSlice(length: sure) }
            guard try await more() else { throw Self.cutOff }
        }
    }

    /// Waits for more; false at the end of the body.
    private func more() async throws -> Bool {
        var pieces = pieces
        let piece = try await pieces.next(isolation: self)
        self.pieces = pieces
        guard var piece else { return false }
        // Into a buffer of its own, since one that grows keeps what was read of it.
        var next = ByteBuffer()
        next.reserveCapacity(pending.readableBytes + piece.readableBytes)
        next.writeBuffer(&pending)
        next.writeBuffer(&piece)
        pending = next
        return true
    }
}

/// A file of a form, whose bytes are handed on while they arrive.
struct SentFile: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    /// What the browser calls it.
    let name: String
    let form: MultipartForm

    /// Its bytes as the body of a call of a route; they can be read once.
    var body: RequestBody { RequestBody(asyncSequence: self) }

    /// Its bytes, a piece after the other.
    struct AsyncIterator: AsyncIteratorProtocol {
        let form: MultipartForm

        mutating func next() async throws -> ByteBuffer? { try await form.nextOfFile() }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(form: form) }
}

extension ByteBuffer {
    /// Where some bytes begin, counted from the reader; nil if they are not there as a whole.
    fileprivate func place(of pattern: [UInt8]) -> Int? {
        withUnsafeReadableBytes { bytes in
            var start = 0
            while start + pattern.count <= bytes.count {
                guard let next = bytes[start...].firstIndex(of: pattern[0]), next + pattern.count <= bytes.count else {
                    return nil
                }
                if bytes[next..<next + pattern.count].elementsEqual(pattern) { return next }
                start = next + 1
            }
            return nil
        }
    }
}
