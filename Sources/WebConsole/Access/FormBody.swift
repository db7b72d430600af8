import ConsolePlatform
import Foundation
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// The body of a form as a browser sends it: `application/x-www-form-urlencoded`, or `multipart/form-data` with files.
enum FormBody {
    /// Reads a form.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - formLimit: The most bytes without files.
    ///   - fileLimit: The most bytes with files.
    /// - Returns: The fields; those of files hold base64, and `{name}.fileName` what the browser calls the file.
    /// - Throws: ``ConsoleError`` `payloadTooLarge`, or `badRequest` for a body that is neither.
    static func values(of request: Request, formLimit: Int, fileLimit: Int) async throws -> FormValues {
        let type = request.headers[.contentType] ?? ""
        let boundary = MultipartFile.boundary(type)
        let limit = boundary == nil ? formLimit : fileLimit
        if let announced = request.headers[.contentLength].flatMap({ Int($0) }), announced > limit {
            throw tooLarge(limit)
        }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw tooLarge(limit)
        }
        let data = Data(buffer: body)
        return FormValues(boundary.map { parts(of: data, boundary: $0) } ?? pairs(of: data))
    }

    private static func tooLarge(_ limit: Int) -> ConsoleError {
        ConsoleError(.payloadTooLarge, "A form may have \(limit) bytes.")
    }

    /// The fields of an URL-encoded body; those that cannot be decoded are left out.
    static func pairs(of data: Data) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for pair in data.split(separator: UInt8(ascii: "&")).prefix(5000) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map {
                String(decoding: $0, as: UTF8.self).replacing("+", with: " ").removingPercentEncoding
            }
            guard let name = texts[0], let value = texts.count > 1 ? texts[1] : "" else { continue }
            values[name, default: []].append(value.replacing("\r\n", with: "\n"))
        }
        return values
    }

    /// The parts of a multipart body (RFC 7578).
    static func parts(of data: Data, boundary: String) -> [String: [String]] {
        var values: [String: [String]] = [:]
        let delimiter = Data("--\(boundary)".utf8)
        var rest = data[...]
        while let start = rest.range(of: delimiter) {
            rest = rest[start.upperBound...]
            guard let end = rest.range(of: Data("\r\n--\(boundary)".utf8)) else { break }
            add(rest[..<end.lowerBound], to: &values)
            rest = rest[(end.lowerBound + 2)...]
        }
        return values
    }

    private static func add(_ part: Data, to values: inout [String: [String]]) {
        guard let gap = part.range(of: Data("\r\n\r\n".utf8)) else { return }
        let head = MultipartHead(String(decoding: part[..<gap.lowerBound], as: UTF8.self))
        guard let name = head.name else { return }
        let bytes = Data(part[gap.upperBound...])
        if let file = head.fileName {
            guard !bytes.isEmpty else { return }
            values[name, default: []].append(bytes.base64EncodedString())
            values["\(name).fileName", default: []].append(file)
        } else {
            values[name, default: []].append(
                String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n"))
        }
    }
}
