/// Texts as words of a shell.
enum ShellWord {
    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/@%+=,")

    /// A text as one word, in quotes only if a shell would read it otherwise.
    static func of(_ text: String) -> String {
        !text.isEmpty && text.allSatisfy(plain.contains) ? text : quoted(text)
    }

    /// A text as one word in quotes.
    static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: #"'\''"#))'" }
}
