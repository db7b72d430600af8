import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The bytes of a file, read as needed; none of them stay in memory.
package final class FileBytes: Sendable {
    private let descriptor: Int32
    /// How many there are.
    package let count: Int

    /// Opens a file.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if it cannot be opened.
    package init(path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ConsoleError(.unavailable, "A file cannot be opened: \(String(cString: strerror(errno))).")
        }
        count = Int(lseek(descriptor, 0, SEEK_END))
    }

    deinit {
        _ = close(descriptor)
    }

    /// Bytes from a place on; fewer than asked for only at the end of the file.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if the disk fails.
    package func bytes(at offset: Int, upTo length: Int) throws -> [UInt8] {
        guard offset >= 0, offset < count, length > 0 else { return [] }
        return try [UInt8](unsafeUninitializedCapacity: min(length, count - offset)) { buffer, filled in
            while filled < buffer.count {
                let read = pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, off_t(offset + filled))
                if read < 0, errno == EINTR { continue }
                guard read >= 0 else {
                    throw ConsoleError(.unavailable, "A file cannot be read: \(String(cString: strerror(errno))).")
                }
                if read == 0 { return }
                filled += read
            }
        }
    }
}
