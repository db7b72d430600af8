/// The headers of a part of a form (RFC 7578).
struct MultipartHead: Sendable {
    /// The name of the field.
    let name: String?
    /// What the browser calls the file; empty if none was chosen, nil for a field without a file.
    let fileName: String?

    /// Reads headers.
    init(_ text: String) {
        name = text.firstMatch(of: /(?i)[; ]name="(?<name>[^"\r\n]*)"/).map { String($0.name) }
        fileName = text.firstMatch(of: /(?i)[; ]filename="(?<name>[^"\r\n]*)"/).map { String($0.name) }
    }
}
