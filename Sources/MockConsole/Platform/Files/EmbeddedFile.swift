/// A text file that travels inside the binary.
struct EmbeddedFile: Sendable {
    /// Path below the package, such as `Public/console.css`.
    let path: String
    /// Contents.
    let text: String

    /// File name without folder and ending.
    var name: String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.prefix { $0 != "." })
    }

    /// The embedded files below a folder with an ending, in path order.
    static func below(_ folder: String, ending: String = "") -> [EmbeddedFile] {
        EmbeddedFiles.all
            .filter { $0.path.hasPrefix(folder) && $0.path.hasSuffix(ending) }
            .map { EmbeddedFile(path: $0.path, text: $0.text) }
            .sorted { $0.path < $1.path }
    }

    /// The embedded file at a path.
    ///
    /// - Throws: ``ConsoleError`` `internalError` if there is none.
    static func at(_ path: String) throws -> EmbeddedFile {
        guard let file = EmbeddedFiles.all.first(where: { $0.path == path }) else {
            throw ConsoleError(.internalError, "The file \(path) is not embedded in this binary.")
        }
        return EmbeddedFile(path: file.path, text: file.text)
    }
}
