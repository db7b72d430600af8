import HTTPTypes

/// Leaves passwords, tokens and keys out of what the journal keeps.
enum JournalRedaction {
    /// What stands in place of a secret.
    static let mark = "[redacted]"

    /// Leaves secrets out of a request.
    static func redact(_ request: inout JournalRequest) {
        redact(&request.head.headerFields, noting: &request.isRedacted)
    }

    /// Leaves secrets out of an answer.
    static func redact(_ response: inout JournalResponse) {
        redact(&response.head.headerFields, noting: &response.isRedacted)
    }

    private static func redact(_ fields: inout HTTPFields, noting isRedacted: inout Bool) {
        for index in fields.indices {
            guard let value = redacted(fields[index]) else { continue }
            fields[index].value = value
            isRedacted = true
        }
    }

    /// The value of a header field without its secret; nil if it has none.
    ///
    /// A signature is no secret: it is good for this one request, and says nothing of the key.
    private static func redacted(_ field: HTTPField) -> String? {
        switch field.name.canonicalName {
        case "authorization":
            let scheme = field.value.prefix { $0 != " " }
            return ["basic", "bearer"].contains(scheme.lowercased()) ? "\(scheme) \(mark)" : nil
        case "aw-tenant-code", "cookie", "set-cookie": return mark
        default: return nil
        }
    }
}
