/// A text file that travels inside the binary.
package struct EmbeddedFile: Sendable {
    /// Path below the package, such as `Public/console.css`.
    package let path: String
    /// Contents.
    package let text: String

    /// File name without folder and ending.
    package var name: String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.prefix { $0 != "." })
    }

    /// The embedded files below a folder with an ending, in path order.
    package static func below(_ folder: String, ending: String = "") -> [EmbeddedFile] {
        EmbeddedFiles.all
            .filter { $0.path.hasPrefix(folder) && $0.path.hasSuffix(ending) }
            .map { EmbeddedFile(path: $0.path, text: $0.text) }
            .sorted { $0.path < $1.path }
    }

    /// The embedded file at a path; nil if there is none.
    package static func at(_ path: String) -> EmbeddedFile? {
        EmbeddedFiles.all.first { $0.path == path }.map { EmbeddedFile(path: $0.path, text: $0.text) }
    }
}
