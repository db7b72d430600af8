package import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
import NIOFoundationCompat

extension Request {
    /// The body, held in memory.
    ///
    /// - Parameter limit: The most bytes.
    /// - Returns: The bytes.
    /// - Throws: ``ConsoleError`` `payloadTooLarge`, before anything is read if `Content-Length` says so.
    package func data(limit: Int) async throws -> Data {
        let tooLarge = ConsoleError(
            .payloadTooLarge, "The body is larger than the \(limit) bytes this route takes.")
        if let declared = headers[.contentLength].flatMap({ Int($0) }), declared > limit { throw tooLarge }
        do {
            return Data(buffer: try await body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }

    /// The body, a JSON value of some form.
    ///
    /// - Parameters:
    ///   - type: The form.
    ///   - limit: The most bytes.
    ///   - fallback: The value of an empty body; nil if a body is required.
    /// - Returns: The value.
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence that names the member, `payloadTooLarge`.
    package func json<Value: Decodable>(
        _ type: Value.Type = Value.self, limit: Int, whenEmpty fallback: Value? = nil
    ) async throws -> Value {
        let data = try await data(limit: limit)
        if data.isEmpty, let fallback { return fallback }
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw ConsoleError(.badRequest, Self.sentence(error))
        } catch let error as ConsoleError {
            throw error
        } catch {
            throw ConsoleError(.badRequest, "The body cannot be read: \(error).")
        }
    }

    private static func sentence(_ error: DecodingError) -> String {
        func name(_ path: [any CodingKey]) -> String {
            path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context): return "\(name(context.codingPath + [key])) is missing."
        case .valueNotFound(_, let context): return "\(name(context.codingPath)) must not be null."
        case .typeMismatch(let type, let context):
            let field = name(context.codingPath)
            return "\(field.isEmpty ? "The body" : field) has to be \(kind(of: type))."
        case .dataCorrupted(let context):
            let field = name(context.codingPath)
            return field.isEmpty
                ? "The body is not JSON, or a number in it does not fit."
                : "\(field) cannot be read: \(context.debugDescription)."
        @unknown default: return "The body cannot be read."
        }
    }

    private static func kind(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
        }
    }
}
