import Foundation

/// Speaks to the console as its administrator.
struct ControlClient: Sendable {
    /// Plain origin of the console.
    let origin: String
    /// Bearer token of the administrator.
    let token: String

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - method: Its method.
    ///   - target: Path and query, escaped.
    ///   - body: A body of JSON.
    ///   - timeout: Seconds without a byte of the answer.
    /// - Returns: The bytes of the answer.
    /// - Throws: ``MockUEMError`` with the console's reason for every status but 2xx.
    func data(_ method: String, _ target: String, _ body: JSONValue? = nil, timeout: Double = 60) async throws -> Data {
        guard let url = URL(string: origin + target) else { throw MockUEMError("\(origin)\(target) is no URL.") }
        var headers = ["Authorization": "Bearer \(token)"]
        if body != nil { headers["Content-Type"] = "application/json" }
        let (status, data) = try await ControlTransport.send(
            method, url, headers: headers, body: try body?.data, timeout: timeout)
        guard (200..<300).contains(status) else {
            throw MockUEMError("\(method) \(target): \(Self.reason(data))", status: status)
        }
        return data
    }

    /// Sends a request and reads the JSON of its answer; null if that has no body.
    func json(
        _ method: String, _ target: String, _ body: JSONValue? = nil, timeout: Double = 60
    ) async throws -> JSONValue {
        let data = try await data(method, target, body, timeout: timeout)
        return data.isEmpty ? .null : try JSONValue(json: data)
    }

    /// What the console says of a refusal.
    private static func reason(_ data: Data) -> String {
        let json = try? JSONValue(json: data)
        for name in ["message", "reason", "error"] {
            if let text = json?[name]?.string { return text }
        }
        return String(decoding: data.prefix(500), as: UTF8.self)
    }

    /// A text as a segment of a path, or as a value of a query.
    static func escaped(_ text: String) -> String {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    /// Parameters of a query with their question mark; those without a value are left out.
    static func query(_ parameters: [(String, String?)]) -> String {
        let pairs = parameters.compactMap { name, value in value.map { "\(name)=\(escaped($0))" } }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }
}
