package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes a new file, or standard output, piece by piece, and says in a sentence why it cannot.
package final class FileWriter {
    private let handle: FileHandle
    /// What it writes to, as a sentence calls it.
    private let name: String

    /// Makes a new file only its owner may read.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if it cannot be made.
    package init(path: String, permissions: Int) throws {
        handle = try PrivateFile.create(at: path, permissions: permissions)
        name = path
    }

    /// Writes to an open file or pipe.
    package init(_ handle: FileHandle, called name: String) {
        self.handle = handle
        self.name = name
    }

    /// Writes bytes after those before.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if the disk is full, or whoever reads a pipe has left.
    package func append(_ bytes: [UInt8]) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(handle.fileDescriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.error(errno, name) }
            done += count
        }
    }

    /// Waits until the disk has it.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if the disk fails.
    package func synchronize() throws {
        guard fsync(handle.fileDescriptor) == 0 else { throw Self.error(errno, name) }
    }

    /// Closes the file.
    package func close() { try? handle.close() }

    /// Waits until the disk has all that was written to a file.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if it cannot be opened or the disk fails.
    package static func synchronize(file path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error(errno, path) }
        defer { _ = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true) }
        guard fsync(descriptor) == 0 else { throw error(errno, path) }
    }

    /// Waits until the disk knows the names of a folder.
    package static func synchronize(folder path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        _ = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private static func error(_ code: Int32, _ name: String) -> ConsoleError {
        switch code {
        case ENOSPC, EDQUOT: ConsoleError(.unavailable, "The disk that holds \(name) is full.")
        case EPIPE: ConsoleError(.unavailable, "Whoever reads \(name) has left.")
        default: ConsoleError(.unavailable, "\(name) cannot be written: \(String(cString: strerror(code))).")
        }
    }
}
