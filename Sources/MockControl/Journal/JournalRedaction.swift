import DeviceProtocol
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat

/// Leaves passwords, tokens and keys out of what the journal keeps (MockControl, "Secrets").
enum JournalRedaction {
    /// What stands in place of a secret.
    static let mark = "[redacted]"

    /// Leaves secrets out of a request.
    static func redact(_ request: inout JournalRequest) {
        redact(&request.head.headerFields, noting: &request.isRedacted)
        if let target = request.head.path, let redacted = SecretForm.redacted(address: target) {
            request.head.path = redacted
            request.isRedacted = true
        }
        redact(&request.body, request.head.headerFields, noting: &request.isRedacted)
    }

    /// Leaves secrets out of an answer.
    static func redact(_ response: inout JournalResponse, _ memo: RedactionMemo) {
        redact(&response.head.headerFields, noting: &response.isRedacted)
        let type = response.head.headerFields[.contentType] ?? ""
        guard let bytes = memo.redacted(response.body.bytes, type: type) else { return }
        response.body.bytes = bytes
        response.isRedacted = true
    }

    // MARK: Header fields

    private static func redact(_ fields: inout HTTPFields, noting isRedacted: inout Bool) {
        for index in fields.indices {
            guard let value = redacted(fields[index]) else { continue }
            fields[index].value = value
            isRedacted = true
        }
    }

    /// The value of a header field without its secret; nil if it has none.
    private static func redacted(_ field: HTTPField) -> String? {
        let name = field.name.canonicalName
        guard !field.value.isEmpty, !SecretName.plainFields.contains(name) else { return nil }
        switch name {
        case "authorization", "proxy-authorization": return JournalCredentials.redacted(field)
        case "cookie": return JournalCredentials.redacted(cookies: field.value)
        case "set-cookie": return JournalCredentials.redacted(setCookie: field.value)
        case "location", "content-location", "referer", "x-original-url", "x-forwarded-uri", "x-rewrite-url":
            return SecretForm.redacted(address: field.value)
        default: return SecretName.kind(name.utf8) == nil ? nil : mark
        }
    }

    // MARK: Bodies

    private static func redact(_ body: inout CapturedBody, _ fields: HTTPFields, noting isRedacted: inout Bool) {
        guard body.bytes.readableBytes > 0, let bytes = redacted(body.bytes, type: fields[.contentType] ?? "") else {
            return
        }
        body.bytes = bytes
        isRedacted = true
    }

    /// A body without its secrets; nil if it has none.
    ///
    /// What the body looks like counts, since many clients send JSON as a form.
    static func redacted(_ body: ByteBuffer, type: String) -> ByteBuffer? {
        if body.readableBytesView.starts(with: "bplist00".utf8) { return BinarySecrets.redacted(body) }
        guard looksLikeForm(body, type) else { return scanned(body, type) }
        let text = String(buffer: body)
        let form = SecretForm.redacted(text[...]).map(ByteBuffer.init(string:))
        return scanned(form ?? body, type) ?? form
    }

    /// A text without the secrets in it, whatever it is; nil if it has none.
    static func redacted(text: Substring) -> String? {
        scanned(ByteBuffer(substring: text), "").map { String(buffer: $0) }
    }

    /// Whether a body is no JSON and no markup, and is said to be a form or has no blanks, as forms do not.
    private static func looksLikeForm(_ body: ByteBuffer, _ type: String) -> Bool {
        let bytes = body.readableBytesView
        let start = bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
        guard let first = start.first, !"{[<".utf8.contains(first) else { return false }
        return type.lowercased().contains("x-www-form-urlencoded") || !bytes.contains { $0 <= 0x20 }
    }

    private static func scanned(_ body: ByteBuffer, _ type: String) -> ByteBuffer? {
        let secrets = SecretScanner.secrets(in: body, type: type)
        guard !secrets.isEmpty else { return nil }
        let bytes = body.readableBytesView
        var redacted = ByteBuffer()
        redacted.reserveCapacity(body.readableBytes)
        var place = bytes.startIndex
        for secret in secrets {
            redacted.writeBytes(bytes[place..<(bytes.startIndex + secret.range.lowerBound)])
            redacted.writeString(secret.isBare ? "\"\(mark)\"" : mark)
            place = bytes.startIndex + secret.range.upperBound
        }
        redacted.writeBytes(bytes[place...])
        return redacted
    }
}

/// Secrets in binary property lists, which are written anew without them.
private enum BinarySecrets {
    /// The list without its secrets; nil if it has none, the mark alone if it breaks off before its end, or refers to so
    /// much that it would be far larger than it is.
    static func redacted(_ body: ByteBuffer) -> ByteBuffer? {
        // Names are ASCII in such a list, so that they can be looked for before it is parsed.
        guard hasSecretName(body) else { return nil }
        let budget = PropertyListBudget.narrow(for: body.readableBytes)
        guard let list = try? PropertyListValue(parsing: Data(buffer: body), within: budget),
            case let redacted = redacted(list, isSecret: false),
            let data = try? redacted.encoded(as: .binary)
        else { return ByteBuffer(string: JournalRedaction.mark) }
        return redacted == list ? nil : ByteBuffer(data: data)
    }

    private static func hasSecretName(_ body: ByteBuffer) -> Bool {
        body.withUnsafeReadableBytes(SecretName.needles.isIn)
    }

    private static func redacted(_ value: PropertyListValue, isSecret: Bool) -> PropertyListValue {
        switch value {
        case .string(let text) where isSecret && !text.isEmpty: .string(JournalRedaction.mark)
        case .data(let data) where isSecret && !data.isEmpty: .string(JournalRedaction.mark)
        case .array(let values): .array(values.map { redacted($0, isSecret: isSecret) })
        case .dictionary(let members):
            .dictionary(
                Dictionary(
                    members.map { name, value in
                        (name, redacted(value, isSecret: isSecret || holdsSecret(name, value)))
                    }
                ) { $1 })
        default: value
        }
    }

    private static func holdsSecret(_ name: String, _ value: PropertyListValue) -> Bool {
        guard let kind = SecretName.kind(name.utf8) else { return false }
        switch value {
        case .array, .dictionary: return kind != .singleText
        default: return true
        }
    }
}
