import DeviceProtocol
import Foundation

/// A body of the journal: as it went over the wire, and decoded where its form is known.
struct JournalBody {
    /// Bytes of those that are no text that are written out.
    private static let dumpedBytes = 4096

    /// How many bytes there were.
    let byteCount: Int
    /// As it went over the wire: the text, or the bytes in hexadecimal.
    let raw: String
    /// What it says, and in which form; nil if it is a text that needs no decoding, or in no form that is known.
    let decoded: (form: String, text: String)?
    /// Whether the journal has less than there was.
    let isTruncated: Bool

    /// Reads a body as the journal shows it; nil if there was none.
    init?(_ body: JSON, type: String) {
        guard body.exists else { return nil }
        byteCount = body.bytes.integer ?? 0
        isTruncated = body.truncated.isTrue
        let data =
            body["text"].exists ? Data(body["text"].text.utf8) : Data(base64Encoded: body["base64"].text) ?? Data()
        raw = body["text"].exists ? body["text"].text : Self.dump(data)
        let decoded = Self.decoded(data, type)
        self.decoded = decoded?.text == raw ? nil : decoded
    }

    /// What bytes say; they count more than their media type, which many clients get wrong.
    private static func decoded(_ data: Data, _ type: String) -> (form: String, text: String)? {
        if let json = try? JSONValue(json: data), case let value = JSON(json), json.isContainer {
            return ("JSON", value.pretty)
        }
        if let list = try? PropertyListValue(parsing: data),
            let json = try? JSONEncoder().encode(PropertyListJSON(list)), let value = try? JSONValue(json: json)
        {
            return ("Property list", JSON(value).pretty)
        }
        guard let text = String(validating: data, as: UTF8.self) else { return nil }
        if text.hasPrefix("<"), let document = try? XMLDocument(data) {
            return ("XML", JSON(.object([JSONMember(name: document.root, value: document.value)])).pretty)
        }
        if type.lowercased().hasPrefix("application/x-www-form-urlencoded"), text.contains("=") {
            return ("Form", form(text))
        }
        return nil
    }

    /// Fields of a form, each on a line.
    private static func form(_ text: String) -> String {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.map { $0.replacing("+", with: " ").removingPercentEncoding ?? String($0) }
                .joined(separator: " = ")
        }
        .joined(separator: "\n")
    }

    /// Bytes in hexadecimal, sixteen on a line, with the characters that are ASCII.
    static func dump(_ data: Data) -> String {
        let bytes = Array(data.prefix(dumpedBytes))
        var lines = stride(from: 0, to: bytes.count, by: 16).map { start in
            let row = bytes[start..<min(start + 16, bytes.count)]
            let words = row.map { padded(String($0, radix: 16), 2) }.joined(separator: " ")
            let characters = row.map { (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "." }.joined()
            return padded(String(start, radix: 16), 6) + "  "
                + words.padding(toLength: 47, withPad: " ", startingAt: 0) + "  " + characters
        }
        if data.count > bytes.count { lines.append("… \(data.count - bytes.count) more bytes") }
        return lines.joined(separator: "\n")
    }

    private static func padded(_ text: String, _ length: Int) -> String {
        String(repeating: "0", count: max(0, length - text.count)) + text
    }
}

extension JSONValue {
    /// Whether it is an object or an array.
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
