import Foundation

/// The file in a body of the media type `multipart/form-data`.
///
/// It is found without holding the body in memory.
package struct MultipartFile: Hashable, Sendable {
    /// The most bytes of a part's headers.
    private static let headerLimit = 16 * 1024

    /// Where its bytes are in the body.
    package let range: Range<Int>
    /// What the client calls it.
    package let fileName: String?

    /// The boundary between the parts, from the value of `Content-Type`; nil for another media type.
    package static func boundary(_ contentType: String?) -> String? {
        guard let contentType, contentType.lowercased().hasPrefix("multipart/form-data") else { return nil }
        for parameter in contentType.split(separator: ";").dropFirst() {
            let pair = parameter.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces).lowercased() == "boundary" else {
                continue
            }
            let value = pair[1].trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: "\"")))
            return (1...70).contains(value.utf8.count) ? value : nil
        }
        return nil
    }

    /// Finds the file in a body that is on the disk: the part with a file name, else the only part.
    ///
    /// - Parameters:
    ///   - file: The body.
    ///   - boundary: What separates its parts.
    /// - Returns: The file; nil if the body does not begin with the boundary, and so is of another kind.
    /// - Throws: ``ConsoleError`` `badRequest` if it is cut off, or holds not exactly one file.
    package static func find(in file: FileBytes, boundary: String) throws -> MultipartFile? {
        let delimiter = Array("--\(boundary)".utf8)
        guard try file.bytes(at: 0, upTo: delimiter.count) == delimiter else { return nil }
        var found: [MultipartFile] = []
        var start = delimiter.count
        while let end = try place(of: Array("\r\n".utf8) + delimiter, in: file, from: start) {
            found.append(try part(start..<end, of: file))
            start = end + 2 + delimiter.count
            if try file.bytes(at: start, upTo: 2) == Array("--".utf8) {
                let files = found.count == 1 ? found : found.filter { $0.fileName != nil }
                guard let only = files.first, files.count == 1 else {
                    throw ConsoleError(.badRequest, "The body has to hold exactly one file, not \(files.count).")
                }
                return only
            }
        }
        throw ConsoleError(.badRequest, "The multipart body is cut off.")
    }

    /// A part from the end of its boundary to the next.
    private static func part(_ range: Range<Int>, of file: FileBytes) throws -> MultipartFile {
        let head = try file.bytes(at: range.lowerBound, upTo: min(range.count, headerLimit))
        let gap = Array("\r\n\r\n".utf8)
        guard head.count >= gap.count,
            let end = (0...head.count - gap.count).first(where: { head[$0..<$0 + gap.count].elementsEqual(gap) })
        else { throw ConsoleError(.badRequest, "A part of the multipart body has no end of its headers.") }
        let headers = String(decoding: head[..<end], as: UTF8.self)
        let name = headers.firstMatch(of: /(?i)filename="(?<name>[^"\r\n]*)"/)?.name
        return MultipartFile(
            range: range.lowerBound + end + gap.count..<range.upperBound, fileName: name.map(String.init))
    }

    /// The first place of some bytes.
    private static func place(of pattern: [UInt8], in file: FileBytes, from start: Int) throws -> Int? {
        let pieceSize = 256 * 1024
        var position = start
        while case let piece = try file.bytes(at: position, upTo: pieceSize), piece.count >= pattern.count {
            var index = 0
            while let next = piece[index...].firstIndex(of: pattern[0]), next <= piece.count - pattern.count {
                if piece[next..<next + pattern.count].elementsEqual(pattern) { return position + next }
                index = next + 1
            }
            if piece.count < pieceSize { return nil }
            position += piece.count - pattern.count + 1
        }
        return nil
    }
}
