import HTTPTypes

/// A list as it is filtered, as a command to copy (Operations, "The web console").
extension CodeBlock {
    /// The command of a call, folded until somebody wants it.
    ///
    /// - Parameters:
    ///   - call: The call that made the list.
    ///   - origin: Where clients find the console.
    /// - Returns: The command.
    static func curl(_ call: ConsoleCall, origin: String) -> CodeBlock {
        CodeBlock(
            title: "Copy as curl", text: ShownCall(call, origin: origin).curl, isFolded: true,
            hint: "This list, as it is filtered. $TOKEN is adminToken of the banner or of credentials.json.")
    }
}

extension Visit {
    /// The call of a route that made the list of this page, to stand below its filters; nothing if it was not made.
    ///
    /// - Parameter route: Path of the route.
    /// - Returns: The part, or none.
    func listCommand(_ route: String) -> [Part] {
        let call = api.calls.last { $0.method == .get && $0.target.prefix { $0 != "?" } == route }
        return call.map { [.code(.curl($0, origin: origin))] } ?? []
    }
}
