package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Makes files that have their permissions from the first moment on.
///
/// `FileManager` makes a file readable by everyone and changes that afterwards.
package enum PrivateFile {
    /// Makes a new file and opens it for writing.
    ///
    /// - Parameters:
    ///   - path: Where; nothing may be there.
    ///   - permissions: Mode bits, whatever the process's mask.
    /// - Returns: The open file, the caller's to close.
    /// - Throws: ``ConsoleError`` `unavailable` if it cannot be made.
    package static func create(at path: String, permissions: Int = 0o600) throws -> FileHandle {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
        guard descriptor >= 0 else {
            throw ConsoleError(.unavailable, "The file \(path) cannot be made: \(String(cString: strerror(errno))).")
        }
        _ = fchmod(descriptor, mode_t(permissions))
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
