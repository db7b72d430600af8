/// The Swift file with the embedded texts.
struct EmbeddedSource {
    private var entries = ""

    /// Adds a text.
    mutating func add(_ text: String, at path: String) { entries += "(\"\(path)\", \(Self.literal(text))),\n" }

    /// The whole file.
    var text: String {
        """
        /// Text files that travel inside the binary, keyed by their path below the package.
        enum EmbeddedFiles {
            static let all: [(path: String, text: String)] = [
        \(entries)    ]
        }

        """
    }

    /// A raw string literal of a text, with as many number signs as the text needs.
    private static func literal(_ text: String) -> String {
        var signs = "#"
        while text.contains("\"\"\"" + signs) || text.contains("\\" + signs) { signs += "#" }
        return "\(signs)\"\"\"\n\(text)\n\"\"\"\(signs)"
    }
}
