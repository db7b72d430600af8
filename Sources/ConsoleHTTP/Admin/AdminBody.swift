package import DeviceProtocol
import ConsolePlatform
package import Foundation

/// A body of the admin REST API: JSON, XML or a form, told apart by the first character (AdminAPI, "Bodies").
package struct AdminBody: Sendable {
    /// Forms of a body.
    package enum Form: Sendable {
        case json, xml, urlEncoded
    }

    /// What it says; nil if it is empty.
    package let value: JSONValue?
    /// How it was written.
    let form: Form

    /// Reads a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it cannot be read.
    package init(_ body: Data) throws {
        guard let form = Self.form(of: body) else {
            (value, form) = (nil, .json)
            return
        }
        self.form = form
        do {
            switch form {
            case .xml: value = try XMLDocument(body).value
            case .urlEncoded: value = try AdminForm.value(body)
            case .json: value = try Self.json(body)
            }
        } catch let error as MessageError {
            throw ConsoleError(.badRequest, "The body cannot be read: \(error).")
        }
    }

    /// The form a body has, by its first character and, for a form, by an equals sign; nil for an empty one.
    package static func form(of body: Data) -> Form? {
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        guard let first = body.first(where: { !blanks.contains($0) }) else { return nil }
        switch Unicode.Scalar(first) {
        case "<": return .xml
        case "{", "[", "\"": return .json
        default: return body.contains(UInt8(ascii: "=")) ? .urlEncoded : .json
        }
    }

    /// JSON, or what some clients send for it.
    private static func json(_ body: Data) throws(MessageError) -> JSONValue {
        do throws(MessageError) {
            return try JSONValue(json: body)
        } catch {
            guard let repaired = RelaxedJSON.repaired(body) else { throw error }
            return try JSONValue(json: repaired)
        }
    }
}
