/// A file that somebody has chosen in a form.
struct ChosenFile: Sendable {
    /// Its media type and boundary, for the whole form.
    static let type = "multipart/form-data; boundary=\(boundary)"
    /// What separates the parts.
    static let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"

    let name: String
    let data: [UInt8]

    /// A form as browsers send it, the file last.
    static func body(_ fields: [String: String], _ file: ChosenFile, as field: String) -> [UInt8] {
        var body: [UInt8] = []
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
        }
        let head = "Content-Disposition: form-data; name=\"\(field)\"; filename=\"\(file.name)\"\r\n"
        body += "--\(boundary)\r\n\(head)Content-Type: application/octet-stream\r\n\r\n".utf8
        return body + file.data + Array("\r\n--\(boundary)--\r\n".utf8)
    }
}
