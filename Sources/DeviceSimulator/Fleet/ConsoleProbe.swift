/// Whether there is a console to simulate against.
public enum ConsoleProbe {
    /// Asks as a client does that has a server typed in (DeviceServices, section 5.1).
    ///
    /// - Returns: A sentence that says why there is none; nil if there is one.
    public static func problem(at origin: String, _ transport: HTTPTransport) async -> String? {
        let request = ClientRequest(method: "HEAD", target: authenticationPath, headers: [("User-Agent", "Airwatch")])
        do {
            let version = try await transport(request).headers["x-aw-version"]
            if version?.isEmpty == false { return nil }
            return "The server at \(origin) is no console: its answers lack x-aw-version."
        } catch {
            return "There is no answer from \(origin): \(Self.sentence(of: error))"
        }
    }

    private static func sentence(of error: any Error) -> String {
        let text = "\(error)"
        if text.contains("onnection refused") || text.contains("connectTimeout") || text.contains("NIOConnectionError")
        {
            return "nothing listens there. Start a console with mockuem serve, or name one with --url."
        }
        if text.contains("CERTIFICATE_VERIFY_FAILED") || text.contains("certificate") {
            return "its certificate is not trusted. Name its authority with --ca."
        }
        return text
    }
}
