package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder that holds everything the console keeps: database, keys, certificates, generated credentials.
///
/// A lock file guards it against a second process. A temporary folder is removed by ``close()``.
package final class DataFolder: Sendable {
    /// Where it is, absolute, without trailing slash.
    package let path: String
    /// Whether ``close()`` removes it.
    package let isTemporary: Bool
    /// What others were allowed to do there, and are not any more; sentences for the log.
    package let repairs: [String]
    private let lockDescriptor: Int32

    /// Opens a folder, making it (0700) if it is not there, and locks it.
    ///
    /// What a killed process has begun to restore is finished, and nobody but the owner keeps access.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if it cannot be made or written, another process holds it, or others
    ///   may write to it and that cannot be changed.
    package init(path: String) throws {
        let path = Self.absolute(path)
        let lock = try Self.openAndLock(path)
        do {
            try FolderExchange.finish(in: path)
            repairs = try FolderAccess.repair(path)
        } catch {
            Self.unlock(lock)
            throw error
        }
        self.path = path
        isTemporary = false
        lockDescriptor = lock
    }

    /// A path from the root on, without trailing slash.
    package static func absolute(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.path(percentEncoded: false).trimmingTrailingSlash
    }

    /// Makes a folder that lasts until ``close()``.
    package init(temporaryNamed name: String) throws {
        path = FileManager.default.temporaryDirectory.appending(path: name).path(percentEncoded: false)
        isTemporary = true
        repairs = []
        lockDescriptor = try Self.openAndLock(path)
    }

    /// Path of a file in the folder.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Gives the lock back and removes a temporary folder.
    package func close() {
        Self.unlock(lockDescriptor)
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func unlock(_ descriptor: Int32) {
        _ = flock(descriptor, LOCK_UN)
        #if canImport(Darwin)
            Darwin.close(descriptor)
        #elseif canImport(Musl)
            Musl.close(descriptor)
        #else
            Glibc.close(descriptor)
        #endif
    }

    /// Removes spooled uploads a killed process left behind.
    package func removeLeftovers() {
        try? FileManager.default.removeItem(atPath: file("spool"))
    }

    /// Contents of a file only its owner may read, made by a closure if it is not there yet.
    ///
    /// - Parameters:
    ///   - name: Name of the file.
    ///   - byteCount: How many bytes it has to have: a key that was cut off would protect little.
    ///   - make: Makes them.
    /// - Returns: The bytes.
    /// - Throws: ``ConsoleError`` `unavailable` if it has another number of bytes, or cannot be written.
    package func secret(_ name: String, byteCount: Int, make: () throws -> Data) throws -> Data {
        if FileManager.default.fileExists(atPath: file(name)) {
            guard let data = FileManager.default.contents(atPath: file(name)) else {
                throw ConsoleError(.unavailable, "The key file \(file(name)) cannot be read.")
            }
            guard data.count == byteCount else {
                throw ConsoleError(
                    .unavailable,
                    "The key file \(file(name)) has \(data.count) bytes instead of \(byteCount): it is damaged. "
                        + wayOn(without: name, byteCount: byteCount))
            }
            return data
        }
        let data = try make()
        try writeSecret(data, to: name)
        return data
    }

    /// Refuses to go on without files that an earlier start has made: a new key would open nothing that the old one has
    /// sealed, and nobody would know why.
    ///
    /// - Parameters:
    ///   - names: Their names.
    ///   - byteCount: How many bytes each has.
    /// - Throws: ``ConsoleError`` `unavailable` if one is missing.
    package func require(secrets names: [String], byteCount: Int) throws {
        for name in names where !FileManager.default.fileExists(atPath: file(name)) {
            throw ConsoleError(
                .unavailable,
                "The key file \(file(name)) is missing, though the database has been used with one. "
                    + wayOn(without: name, byteCount: byteCount))
        }
    }

    /// What to do about a key that is lost.
    private func wayOn(without name: String, byteCount: Int) -> String {
        "Put back the one of a backup. To go on without it, make a new one "
            + "(head -c \(byteCount) /dev/urandom > \(file(name))), which opens nothing that the old one has sealed and "
            + "takes nothing that it has signed."
    }

    /// Writes a file only its owner may read; whole or not at all, and there after a power cut.
    package func writeSecret(_ data: Data, to name: String) throws {
        try Self.write(data, to: file(name), permissions: 0o600)
        FileWriter.synchronize(folder: path)
    }

    /// Writes a file whole or not at all, with the given permissions from its first byte on.
    package static func write(_ data: Data, to path: String, permissions: Int) throws {
        let temporary = "\(path).\(ProcessInfo.processInfo.processIdentifier).new"
        let manager = FileManager.default
        try? manager.removeItem(atPath: temporary)
        do {
            let file = try PrivateFile.create(at: temporary, permissions: permissions)
            try file.write(contentsOf: data)
            // A name that outlives a power cut has to lead to the bytes.
            try file.synchronize()
            try file.close()
        } catch {
            try? manager.removeItem(atPath: temporary)
            throw ConsoleError(.unavailable, "The file \(path) cannot be written.", cause: error)
        }
        guard rename(temporary, path) == 0 else {
            try? manager.removeItem(atPath: temporary)
            throw ConsoleError(.unavailable, "The file \(path) cannot be written.")
        }
    }

    private static func openAndLock(_ path: String) throws -> Int32 {
        let manager = FileManager.default
        do {
            try manager.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ConsoleError(.unavailable, "The data folder \(path) cannot be made.", cause: error)
        }
        let descriptor = open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ConsoleError(.unavailable, "The data folder \(path) cannot be written.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw ConsoleError(
                .unavailable, "The data folder \(path) is in use by another MockUEM. Stop that one, or use --data.")
        }
        return descriptor
    }
}

extension String {
    /// The same path without slashes at its end.
    fileprivate var trimmingTrailingSlash: String {
        var text = self
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
