/// How a curl command gets to a console whose certificate it can verify.
struct CurlTarget: Equatable, Sendable {
    /// Scheme, host and port of the command's address.
    let origin: String
    /// The option that leads curl to the console if the host of the address may be another machine's, or nobody's.
    let connection: String?

    /// The address as it is.
    init(origin: String) {
        self.origin = origin
        connection = nil
    }

    /// The HTTPS port under a name that its certificate has.
    ///
    /// - Parameters:
    ///   - name: A host that the certificate is valid for.
    ///   - reached: A host at which whoever runs the command reaches the console.
    ///   - port: The port.
    init(name: String, reachedAt reached: String, port: Int) {
        origin = "https://\(name):\(port)"
        connection = name == reached ? nil : "--connect-to \(ShellWord.of("\(name):\(port):\(reached):\(port)"))"
    }

    /// A command.
    ///
    /// - Parameters:
    ///   - path: Path of the address.
    ///   - authority: The file with the certificate to trust; nil if curl trusts it anyway.
    ///   - options: Other options, as a shell takes them.
    /// - Returns: One line.
    func command(_ path: String, trusting authority: String?, _ options: [String] = []) -> String {
        let trust = authority.map { ["--cacert \(ShellWord.of($0))"] } ?? []
        return (["curl"] + trust + [connection].compactMap { $0 } + [ShellWord.of(origin + path)] + options)
            .joined(separator: " ")
    }
}
