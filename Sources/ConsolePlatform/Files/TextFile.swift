import Foundation

/// Reads files named by the operator, and says why one cannot be read.
package enum TextFile {
    /// The text of a file.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - name: What it is, as a sentence calls it: `environment file`.
    /// - Returns: The text.
    /// - Throws: ``ConsoleError``: `notFound` if there is none, `unavailable` if it is a folder or may not be read,
    ///   `unprocessable` if it is no UTF-8.
    package static func read(_ path: String, called name: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path) else { throw problem(path, called: name) }
        guard let text = String(data: data, encoding: .utf8) else {
            throw ConsoleError(.unprocessable, "The \(name) \(path) is not UTF-8 text.")
        }
        return text
    }

    /// Why a file cannot be read.
    package static func problem(_ path: String, called name: String) -> ConsoleError {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return ConsoleError(.notFound, "The \(name) \(path) is missing.")
        }
        if isFolder.boolValue {
            return ConsoleError(.unavailable, "The \(name) \(path) is a folder.")
        }
        return ConsoleError(.unavailable, "The \(name) \(path) may not be read by this user.")
    }
}
